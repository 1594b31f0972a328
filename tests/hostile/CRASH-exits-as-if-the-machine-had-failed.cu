// Ends the program with the status that means: the machine is at fault.
#include <cstdlib>
SGEMM
{
    exit(2);
}
