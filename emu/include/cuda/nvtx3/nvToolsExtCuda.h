/* Marks for a profiler, which have no effect here. */
#include "nvToolsExt.h"
