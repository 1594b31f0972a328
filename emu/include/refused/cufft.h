#error "the emulator has no cuFFT"
