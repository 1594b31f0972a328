#error "the emulator has no cuBLAS: write the product as a kernel"
