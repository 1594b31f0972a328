#error "the emulator has no cuRAND: make random numbers on the host"
