/* What the files of the runtime API's fuzzer share: what a program knows of its memory,
   and what must come of a call. */
#ifndef API_FUZZ_H
#define API_FUZZ_H

#include <cuda_runtime.h>
#include <stdbool.h>
#include <stddef.h>

/* Memory of the program: PLAIN is malloc()'s, HOST cudaMallocHost's. */
enum block_kind { PLAIN, DEVICE, HOST, MANAGED };
struct block {
    char *start;
    size_t bytes;
    enum block_kind kind;
    bool live;
    unsigned char *want; /* what it must hold, where known[i] is not 0 */
    unsigned char *known;
};

/* A pointer: into a block at an offset, or, if block is NULL, to nothing at all. */
struct place {
    char *p;
    struct block *block;
    size_t offset, room; /* bytes from p to the block's end */
};

/* api_fuzz.cu */
size_t below(size_t n); /* a random number below n */
size_t pick(const size_t *from, size_t n);
/* Any pointer; one into live memory of `kind`, or NULL in p if there is none. */
struct place any_place(void);
struct place live_place(enum block_kind kind);
/* The call came to `got`: it must be `want`, and so must cudaGetLastError(). */
void expect(const char *call, cudaError_t got, cudaError_t want);
/* It must be either. */
void expect_either(const char *call, cudaError_t got, cudaError_t want,
                   cudaError_t or_);
/* This must hold. */
void must(bool holds, const char *what);

/* One random call each, or a few of one kind. */
void try_take(void); /* api_memory.cu */
void try_give(void);
void try_query(void);
void check_contents(void); /* every block holds what it must */
void forget_all(void);     /* after cudaDeviceReset() */
void try_copy(void);       /* api_copies.cu */
void try_copy_2d(void);
void try_fill(void);
void try_symbol(void);
void try_stream(void); /* api_calls.cu */
void try_event(void);
void try_device(void);
void try_function(void);
void try_launch(void); /* api_launches.cu */

/* The program's memory: freed blocks stay, with live false, until forget_all(). */
enum { MAX_BLOCKS = 64, SMALL = 1 << 16 };
extern struct block blocks[MAX_BLOCKS];
extern int n_blocks;

#endif
