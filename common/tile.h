/*
 * A tile, and the second function that an autotuned kernel.cu defines beside
 * sgemm(): the rule that says which tiles it is made for.
 */
#ifndef TILE_H
#define TILE_H

#ifdef __cplusplus
extern "C" {
#endif

/* The kernel knows these numbers as the macros BM, BN, BK, TM, TN and STAGES. */
struct tile {
    int bm, bn, bk; /* a block computes bm x bn elements of C, in steps of bk along K */
    int tm, tn;     /* a thread computes tm x tn of them */
    int stages;     /* tiles in shared memory at one time; 0 if the lab's tiles.tsv has
                       no such column */
};

/*
 * Returns 1 if sgemm(), compiled with -DBM=t->bm -DBN=t->bn and so on, runs and is
 * correct, else 0. Called on the host for every row of tiles.tsv, before any of them is
 * compiled. The numbers are from 1 to 4096, or 0 for stages; nothing else is known of them.
 */
int tile_valid(const struct tile *t);

#ifdef __cplusplus
}
#endif

#endif
