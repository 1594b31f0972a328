#error "the emulator has no NVRTC: compile kernels with emucc"
