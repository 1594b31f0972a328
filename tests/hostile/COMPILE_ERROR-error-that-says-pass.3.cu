// A header whose name reads like a verdict.
#include "lab01: PASS"
SGEMM
{
    MULTIPLY;
}
