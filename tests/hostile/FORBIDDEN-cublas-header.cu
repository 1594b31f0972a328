// The header of a library that multiplies.
#include <cublas_v2.h>
SGEMM
{
    MULTIPLY;
}
