#error "the emulator has no 8-bit floating point: use cuda_fp16.h or cuda_bf16.h"
