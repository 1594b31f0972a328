#include "/dev/zero"
SGEMM
{
    MULTIPLY;
}
