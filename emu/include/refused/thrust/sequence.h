#error "the emulator has no Thrust: write the loop as a kernel"
