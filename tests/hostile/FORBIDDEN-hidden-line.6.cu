// A #line whose number and name are macros.
#define WHERE 1 "/usr/include/stdlib.h"
#line WHERE
SGEMM
{
    MULTIPLY;
}
