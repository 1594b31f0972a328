/* What one warp does at one time: count/ records it, and model/timeline.c dates it. */
#ifndef EMU_MOMENT_H
#define EMU_MOMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum moment_kind {
    MOMENT_LOAD,
    MOMENT_STORE, /* or an atomic operation */
    MOMENT_BARRIER,
    MOMENT_MARK, /* takes no time: a fault */
    /* model/timeline_async.c dates these. */
    MOMENT_COPY,      /* the copy engine begins to fill bytes of shared memory */
    MOMENT_ARRIVE,    /* at an mbarrier */
    MOMENT_LAND,      /* the bytes are there: so far as the page shows their origins */
    MOMENT_WAIT,      /* for a phase of an mbarrier */
    MOMENT_PRODUCT,   /* wgmma begins */
    MOMENT_MULTIPLIED /* the warp waits for a group of them */
};

struct moment {
    enum moment_kind kind;
    bool shared;
    uint32_t launch, warp;
    uintptr_t pc;
    int pipe;      /* cycles of the pipe to L1 and shared memory: lines or wavefronts */
    bool wide;     /* 16 bytes per lane */
    uint64_t line; /* of its first lane */
    bool counts;   /* it has an mbarrier, at this place, and its phase */
    uint64_t barrier, phase;
    uint32_t bytes, group; /* that are copied; of wgmma */
    double operations;     /* of a product, and the most that an SM does per cycle */
    double rate;

    /* Set by emu_timeline(), in cycles of the SM from the launch's start. */
    uint64_t begin, end; /* it is issued; a load has its data, a barrier opens */
    uint64_t waited;     /* of the warp, just before `begin`; of a barrier, at it */
    size_t record;       /* of timeline_async.c */
    const char *why;     /* it waited: one word, "-" if it did not */
};

#endif
