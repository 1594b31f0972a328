/* Marks for a profiler, which have no effect here. */
#include "nvtx3/nvToolsExt.h"
