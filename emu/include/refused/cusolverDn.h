#error "the emulator has no cuSOLVER"
