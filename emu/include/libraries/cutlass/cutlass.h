#error "the emulator has no CUTLASS: write the product as a kernel"
