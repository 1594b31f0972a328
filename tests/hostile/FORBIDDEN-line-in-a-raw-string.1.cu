// A raw string with a line marker in it, and behind it a pragma: whose is that?
// clang-format off
const char *text = R"(
# 1 "vector" 1
)"; _Pragma("GCC optimize (\"O0\")")
SGEMM
{
    MULTIPLY;
}
