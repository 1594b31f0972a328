// Its own text once more, by its name.
#ifndef TWICE
#define TWICE
#include "kernel.cu"
#endif
SGEMM
{
    MULTIPLY;
}
