#error "the emulator has no cuDNN"
