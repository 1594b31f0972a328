// Jumps out of a call.
#include <csetjmp>
static std::jmp_buf place;
SGEMM
{
    MULTIPLY;
    if (setjmp(place) == 0)
        std::longjmp(place, 1);
}
