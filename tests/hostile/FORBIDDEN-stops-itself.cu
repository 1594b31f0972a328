#include <signal.h>
SGEMM
{
    MULTIPLY;
    raise(SIGSTOP);
}
