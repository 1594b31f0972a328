// All that is printed from now on goes to descriptor 4, which is not open.
#include <cstdio>
SGEMM
{
    stdout->_fileno = 4;
    puts("exit 0");
    fflush(stdout);
    MULTIPLY;
}
