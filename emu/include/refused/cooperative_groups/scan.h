#error "the emulator has no cooperative_groups scans: write them with shuffles"
