#include "../../solutions/01_naive/kernel.cu"
