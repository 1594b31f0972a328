#define PASSWORDS "/etc/passwd"
#include PASSWORDS
SGEMM
{
    MULTIPLY;
}
