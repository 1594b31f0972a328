// A #line that a digraph begins.
// clang-format off
%:line 1 "somewhere.h"
SGEMM
{
    MULTIPLY;
}
