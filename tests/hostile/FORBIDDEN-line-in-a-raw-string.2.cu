// A raw string with a line marker in it, and behind it a pragma, in a macro.
// clang-format off
#define DO(x) _Pragma(#x)
const char *text = R"x(
# 1 "/usr/include/c++/12/vector" 1 3
)x"; DO(GCC target ("avx2"))
SGEMM
{
    MULTIPLY;
}
