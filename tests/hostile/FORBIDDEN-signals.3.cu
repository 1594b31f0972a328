// A clock that ends the program, and an answer before.
#include <unistd.h>
SGEMM
{
    MULTIPLY;
    alarm(1);
}
