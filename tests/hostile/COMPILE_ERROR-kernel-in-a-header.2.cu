// A file of C that was not handed in.
#include "helpers.c"
SGEMM
{
    MULTIPLY;
}
