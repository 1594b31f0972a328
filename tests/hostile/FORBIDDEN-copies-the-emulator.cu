// memcpy() reads what lies behind its own variables.
#include <cstdlib>
#include <cstring>
unsigned long here;
SGEMM
{
    MULTIPLY;
    memcpy(malloc(1 << 16), &here, 1 << 16);
}
