// As before, from a constructor, by the C library's other name.
#include <cstdlib>
struct first {
    first()
    {
        _Exit(2);
    }
} first;
SGEMM
{
    MULTIPLY;
}
