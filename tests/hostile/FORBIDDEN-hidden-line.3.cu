// A #line behind a comment of two lines, and with another within.
// clang-format off
/* a comment
 */ # /* and one
more */ line /**/ 7 "somewhere.h"
SGEMM
{
    MULTIPLY;
}
