// Sleeps.
#include <unistd.h>
SGEMM
{
    MULTIPLY;
    sleep(1000);
}
