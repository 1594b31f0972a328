// A file of the machine, by a macro.
#define PASSWORDS "/etc/passwd"
#include PASSWORDS
SGEMM
{
    MULTIPLY;
}
