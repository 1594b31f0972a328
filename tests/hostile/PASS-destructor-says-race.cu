// A destructor, which the end of the check never runs.
#include <cstdio>
#include <cstdlib>
struct last {
    ~last()
    {
        puts("lab01: RACE");
        abort();
    }
} last;
SGEMM
{
    MULTIPLY;
}
