// Ends the program past all that would tell of it.
#include <unistd.h>
SGEMM
{
    MULTIPLY;
    _exit(0);
}
