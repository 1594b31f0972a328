// A process that outlives the program.
#include <unistd.h>
SGEMM
{
    MULTIPLY;
    if (fork() == 0) {
        setsid();
        sleep(1000);
    }
}
