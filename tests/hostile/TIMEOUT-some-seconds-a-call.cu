// Each call is in time, all of them are not.
#include <ctime>
SGEMM
{
    MULTIPLY;
    for (clock_t start = clock(); clock() - start < 2.5 * CLOCKS_PER_SEC;)
        ;
}
