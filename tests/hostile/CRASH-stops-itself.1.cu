// abort(), in the middle.
#include <cstdlib>
SGEMM
{
    MULTIPLY;
    abort();
}
