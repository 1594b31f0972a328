// A signal to all that it may send one to.
#include <csignal>
SGEMM
{
    MULTIPLY;
    kill(-1, SIGKILL);
}
