// A header that no system has.
#include <helper_cuda.h>
SGEMM
{
    MULTIPLY;
}
