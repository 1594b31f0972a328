// Stops, so that somebody waits for it.
#include <signal.h>
SGEMM
{
    MULTIPLY;
    raise(SIGSTOP);
}
