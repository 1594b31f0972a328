/* What a GPU has, and how much room the emulator takes for it: one constant a line. */
#ifndef EMU_PARAM_H
#define EMU_PARAM_H

enum {
    WARP_SIZE = 32,     /* lanes */
    MAX_THREADS = 1024, /* per block, on every GPU since 2010 */
    MAX_WARPS = MAX_THREADS / WARP_SIZE,

    SECTOR_BYTES = 32, /* what L1 and L2 load and store at once */
    LINE_BYTES = 128,  /* what L1 looks up at once */

    SHARED_STATIC_MAX = 49152,   /* 48 KiB per block: the most that nvcc compiles, and
                                    that a launch   may have without asking for more */
    SHARED_DYNAMIC_MAX = 232448, /* 227 KiB per block, the most of any GPU (H100)... */
    SHARED_DYNAMIC_PAGES = 233472, /* ...and in whole pages */
    SHARED_GAP = 1024, /* bytes behind each array that belong to none: emucc */

    EMU_MAX_WORKERS = 64, /* OS threads that run blocks */

    PAGE_BYTES = 4096,
    STACK_PAGES = 15, /* a thread's stack: an odd number of pages, or all stacks would
                         fight for a few places of the TLB. The lowest is its end. */
    STACK_BYTES = STACK_PAGES * PAGE_BYTES
};

/* Loops over the lanes of a warp are worth the processor's widest registers. */
#ifdef __x86_64__
#define VECTORIZED __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define VECTORIZED
#endif

#endif
