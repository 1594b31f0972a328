// A digraph that a backslash parts, and a line marker in place of the word.
// clang-format off
%\
:\
 12 "kernel.cu" 1
SGEMM
{
    MULTIPLY;
}
