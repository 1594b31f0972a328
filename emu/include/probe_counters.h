/* Counters of a run, of one array, and of asynchronous copies: what probe.h reports. */
#ifndef PROBE_COUNTERS_H
#define PROBE_COUNTERS_H

#include <stdint.h>

#include "emu_element.h"

/*
 * Sums over every launch since probe_reset(), as Nsight Compute defines them. A
 * request is one memory instruction of one warp; a sector is 32 bytes of global
 * memory; a wavefront is one pass through the 32 banks of shared memory. Bytes are
 * those that the threads requested, before any merging.
 */
enum { PROBE_PROMOTED = 128 };
struct counters {
    uint64_t global_load_requests, global_load_sectors, global_load_bytes;
    uint64_t global_store_requests, global_store_sectors, global_store_bytes;
    uint64_t global_load_words;  /* words of 4 bytes that a lane loads, summed over the
                                    load requests: float4 counts as four */
    uint64_t global_bytes_in_16; /* of the bytes above, those in 16-byte accesses */
    uint64_t shared_load_requests, shared_load_wavefronts, shared_load_bytes;
    uint64_t shared_store_requests, shared_store_wavefronts, shared_store_bytes;
    /* Of these, accesses to another block's memory: one request and one wavefront per
       thread. */
    uint64_t remote_load_requests, remote_load_bytes;
    uint64_t remote_store_requests, remote_store_bytes;
    uint64_t shared_ideal_wavefronts; /* without any bank conflict */
    uint64_t shared_foreign_bytes; /* of those loaded, bytes that the thread itself has
                                      not stored; only in a call that withholds
                                      (probe_withhold()) */
    uint64_t shuffled_words;       /* that lanes take from each other */
    uint64_t l1_lines;             /* 128-byte lines looked up by global requests */
    uint64_t l1_lines_stored;      /* of these, by stores and atomic operations */
    uint64_t l2_read_sectors;      /* global loads that missed L1 */
    uint64_t dram_read_bytes; /* global loads that missed L2 as well; 0: not known, for
                                 a sample of blocks or for too many loads */
    uint64_t l2_write_sectors;
    uint64_t barriers; /* __syncthreads(), counted once per warp */
    /* How often blocks wait for a tile that they copy, and then at a barrier; prefetch
       a tile while they work; wait for other global loads, all that are in flight; and
       begin to read shared memory after a barrier. */
    uint64_t tiles, tiles_ahead, rounds, shared_rounds;
    uint64_t updates;    /* how often they load what they then store to: C */
    uint64_t dram_bytes; /* between DRAM and L2, modelled */
    uint64_t launches, blocks, threads;
    uint64_t accesses; /* of single threads, to global and shared memory */
    /* Atomic operations on global memory: neither loads nor stores. */
    uint64_t atomic_requests, atomic_sectors, atomic_bytes;
    uint64_t constant_bytes; /* read from __constant__ arrays of more than 64 bytes */
    /* Asynchronous copies: what they load is among the global loads, and what they
       store among the shared stores; this is their part of the latter, and the bytes
       that they load: zeros are not loaded. */
    uint64_t async_requests, async_wavefronts, async_bytes;
    /* Products of fragments, by mma.sync and wmma: instructions of a warp; operations
       by the kind of the factors; and of these, those whose sums are not f32 or s32. */
    uint64_t matrix_instructions;
    uint64_t matrix_ops[EMU_ELEMENT_KINDS];
    uint64_t matrix_ops_narrow;
    /* Loads by ldmatrix, which are among the shared loads, too. */
    uint64_t ldmatrix_requests, ldmatrix_bytes;
    /* Bulk copies: instructions of a thread, and the bytes that move between L2 and
       shared memory, in whole sectors. They are not among the loads and stores. Of the
       bytes loaded, those by tensor maps. */
    uint64_t bulk_requests, bulk_load_bytes, bulk_store_bytes, tensor_load_bytes;
    /* wgmma: its part of the matrix instructions; passes through shared memory for its
       factors, also not among the loads; and its part of the matrix operations. */
    uint64_t wgmma_instructions, wgmma_wavefronts, wgmma_ops[EMU_ELEMENT_KINDS];
    /* Of these, of 8-bit floats, whose sums keep fewer bits than FP32: those by which a
       sum takes up more than PROBE_PROMOTED products. */
    uint64_t wgmma_ops_unpromoted;
    /* Tiles that asynchronous copies fill, summed over the times that a block begins to
       work on one: those whose copies are in flight then. */
    uint64_t tiles_in_flight;
    /* Warps that copy asynchronously from global to shared memory; warps that multiply
       by matrix instructions; and those that do both. */
    uint64_t warps_copying, warps_multiplying, warps_both;
    /* Instructions of single threads on the special function unit: exponentials and so
       on. Those that a warpgroup executes between two groups of wgmma are a softmax;
       and the softmaxes that run while another warpgroup multiplies, because barriers
       give turns. A warpgroup's first softmax and its last one do not count. */
    uint64_t specials, softmaxes, softmaxes_in_turn;
};

/* Of probe_arrays(): how many arrays, and the bytes of the widest row. */
enum { PROBE_ARRAYS = 8, PROBE_WIDEST = 1 << 16 };

/* Accesses to one array, counted as above; those of bulk copies, too: each row of a
   copy is a request. */
struct array_accesses {
    uint64_t requests, sectors, bytes;
    uint64_t different; /* of these bytes: each counts once per request */
};

/* The same for one array. An atomic operation is neither a load nor a store, but its
   bytes are among those loaded and those stored. */
struct array_counters {
    struct array_accesses load, store, atomic;
    /* Bytes loaded from elsewhere that may be copies of its elements, or computed from
       them: of memory to which a block has stored after it had loaded from the array,
       or from such memory. Copies of the host count as loads of both. */
    uint64_t derived_bytes;
    uint64_t bytes_loaded; /* different bytes: each counts once */
    uint64_t bytes_stored;
    /* How many blocks of one launch share the loads of a column of 4 bytes: its loads,
       per load of the block that loads the most from it; of the column where that is
       least. Atomics are not counted. 0 if the width is not known, or more than
       PROBE_WIDEST. */
    double least_readers;
    uint64_t rows_stored; /* rows and columns that have a stored byte: of a wave... */
    uint64_t columns_stored; /* ...alone, else 0. 0 if the width is not known, either */
};

/* What some blocks of a launch do with asynchronous copies: sums over these blocks. A
   tile is what one wait of a thread completes. */
struct pipeline_counts {
    uint64_t blocks;       /* of the launch... */
    uint64_t watched;      /* ...and those that were watched */
    uint64_t loaded_bytes; /* from global memory... */
    uint64_t copied_bytes; /* ...by asynchronous copies... */
    uint64_t copied_in_16; /* ...of 16 bytes each */
    uint64_t tiles;        /* that were read, summed over threads */
    uint64_t tiles_ahead; /* of these, those that are first read while the copies of the
                             next two are in flight, as far as there are so many */
    uint64_t waits;       /* tiles of the block: of the thread that has the most, or if
                             threads copy in turn, of all */
    uint64_t barriers;    /* before the last tile is first read */
    uint64_t words;       /* that warps load from shared memory, each word once per warp
                             between two barriers */
};

#endif
