// Ends the program with 126.
#include <cstdlib>
SGEMM
{
    MULTIPLY;
    exit(126);
}
