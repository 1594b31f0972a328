// Ends the program with 99.
#include <cstdlib>
SGEMM
{
    MULTIPLY;
    exit(99);
}
