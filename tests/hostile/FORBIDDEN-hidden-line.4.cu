// A line marker, as the preprocessor writes it, with the flag of system headers.
// clang-format off
# 12 "/usr/include/stdio.h" 3
SGEMM
{
    MULTIPLY;
}
