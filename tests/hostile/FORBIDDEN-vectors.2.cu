// The processor's own loads, where only the build looks.
#ifdef EOF
#include <emmintrin.h>
#endif
SGEMM
{
    MULTIPLY;
}
