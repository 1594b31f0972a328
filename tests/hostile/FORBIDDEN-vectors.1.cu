// The processor's own loads.
#include <immintrin.h>
SGEMM
{
    MULTIPLY;
}
