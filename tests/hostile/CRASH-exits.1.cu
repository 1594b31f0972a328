// Ends the program with 0.
#include <cstdlib>
SGEMM
{
    MULTIPLY;
    exit(0);
}
