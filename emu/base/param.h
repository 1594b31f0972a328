/* Limits of a GPU, and the sizes that the emulator uses for them: one constant per
   line. */
#ifndef EMU_PARAM_H
#define EMU_PARAM_H

enum {
    WARP_SIZE = 32,     /* lanes */
    MAX_THREADS = 1024, /* per block, on every GPU since 2010 */
    MAX_WARPS = MAX_THREADS / WARP_SIZE,

    SECTOR_BYTES = 32, /* the unit that L1 and L2 load and store */
    LINE_BYTES = 128,  /* the unit that L1 looks up */

    SHARED_STATIC_MAX = 49152,   /* 48 KiB per block: the most that nvcc compiles, and
                                    the limit of a launch unless the program raises it */
    SHARED_DYNAMIC_MAX = 232448, /* 227 KiB per block, the most of any GPU (H100)... */
    SHARED_DYNAMIC_PAGES = 233472, /* ...rounded up to whole pages */
    SHARED_WINDOW = 1 << 18,       /* a wgmma descriptor has 18 bits of an address... */
    SHARED_DYNAMIC_START = 4096, /* ...those where dynamic shared memory begins. Not 0,
                                    as on a GPU, which keeps 1 KiB for itself. */
    SHARED_GAP = 1024,           /* unused bytes after each array: emucc places them */

    EMU_MAX_WORKERS = 64, /* OS threads that run blocks */

    PAGE_BYTES = 4096,
#ifdef __wasm__
    STACK_PAGES = 33, /* 16 blocks of a cluster are in 4 GiB of addresses */
#else
    STACK_PAGES = 131, /* per thread: the local memory that a GPU allows, 512 KiB, and
                         what the emulator needs. Odd, so that stacks do not share a few
                         entries of the TLB. The lowest page is not accessible. */
#endif
    STACK_BYTES = STACK_PAGES * PAGE_BYTES,
    FRAME_BYTES = 216 /* of a kernel without local arrays, compiled by g++ on x86-64 */
};

/* For loops over the lanes of a warp: compiled for the processor's widest registers. */
#ifdef __x86_64__
#define VECTORIZED __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define VECTORIZED
#endif

#endif
