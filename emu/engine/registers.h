/* Registers of the running block, which setmaxnreg moves between its warps.
   registers.c has the rules; deadlock.c tells who waits. */
#ifndef EMU_REGISTERS_H
#define EMU_REGISTERS_H

#include <stdbool.h>
#include <stdint.h>

#include "param.h"

struct worker;

/* One setmaxnreg. */
struct resizing {
    uintptr_t pc;
    uint32_t n; /* registers per thread */
    bool inc;
};

enum { RESIZINGS = 8 /* that are compared, of a warpgroup */ };

/* All 0: no warp of the block has executed setmaxnreg. */
struct registers {
    uint32_t each;  /* per thread, at the start; 0: not known yet */
    uint32_t total; /* of all threads, at the start */
    uint32_t free;  /* in the pool */
    struct {
        uint32_t has;   /* per thread; 0: as at the start */
        uint32_t wants; /* waits for so many; 0: does not wait */
        uint32_t done;  /* times that it has executed setmaxnreg */
        uintptr_t pc;   /* the last time */
    } warp[MAX_WARPS];
    struct resizing nth[MAX_WARPS / 4][RESIZINGS]; /* of each warpgroup */
    /* The lowest .inc of a warp that was as at the start, and its first thread; the
       highest .inc. */
    struct resizing lowest;
    uint32_t lowest_thread, highest;
};

/* The block ends: all warps of a warpgroup must have executed setmaxnreg as often. NULL
   in a program without it. */
void emu_registers_end(struct worker *w) __attribute__((weak));

#endif
