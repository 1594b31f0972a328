// The course's own solution.
#include "../../solutions/01_naive/kernel.cu"
