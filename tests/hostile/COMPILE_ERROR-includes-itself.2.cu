// Its own text once more, by the macro that names it.
#ifndef TWICE
#define TWICE
#include __FILE__
#endif
SGEMM
{
    MULTIPLY;
}
