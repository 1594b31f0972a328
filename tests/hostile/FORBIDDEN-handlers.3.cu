// A handler of signals.
#include <csignal>
SGEMM
{
    std::signal(SIGSEGV, SIG_IGN);
    MULTIPLY;
}
