// As before, by the other list.
#include <cstdlib>
SGEMM
{
    MULTIPLY;
    std::at_quick_exit([] {});
    std::quick_exit(0);
}
