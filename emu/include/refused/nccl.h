#error "the emulator has no NCCL: it has one device"
