#error "the emulator has no cuSPARSE"
