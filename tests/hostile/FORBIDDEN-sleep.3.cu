// Sleeps by the C library.
#include <ctime>
SGEMM
{
    MULTIPLY;
    timespec t = {1000, 0};
    nanosleep(&t, nullptr);
}
