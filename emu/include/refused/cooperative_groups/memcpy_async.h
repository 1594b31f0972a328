#error "the emulator has no cooperative_groups::memcpy_async: use cuda_pipeline.h"
