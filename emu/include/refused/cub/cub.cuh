#error "the emulator has no CUB: write the reduction or scan as a kernel"
