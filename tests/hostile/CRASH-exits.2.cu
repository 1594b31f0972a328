// Ends the program with 1.
#include <cstdlib>
SGEMM
{
    MULTIPLY;
    exit(1);
}
