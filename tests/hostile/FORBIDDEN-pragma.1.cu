// Options of the compiler, by the operator, in a macro.
#define DO(x) _Pragma(#x)
DO(GCC optimize("O0"))
SGEMM
{
    MULTIPLY;
}
