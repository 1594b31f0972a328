// A signal that cannot be caught.
#include <csignal>
SGEMM
{
    MULTIPLY;
    raise(SIGKILL);
}
