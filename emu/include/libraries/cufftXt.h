/* Extensions of cuFFT: the emulator has its types alone. */
#include "cufft.h"
