#define FILE "/etc/" "passwd"
#include "/etc/passwd"
SGEMM
{
    MULTIPLY;
}
