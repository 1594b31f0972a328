#include <cstdlib>
SGEMM
{
    exit(2);
}
