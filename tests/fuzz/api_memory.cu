/* The fuzzer's memory: taking and giving back, and what it must hold. */
#include "api_fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct block blocks[MAX_BLOCKS];
int n_blocks;

static struct block *note(char *start, size_t bytes, enum block_kind kind)
{
    struct block *b = &blocks[n_blocks++];
    *b = block{start,
               bytes,
               kind,
               true,
               (unsigned char *)calloc(1, bytes),
               (unsigned char *)calloc(1, bytes)};
    return b;
}

void forget_all(void)
{
    for (int i = 0; i < n_blocks; i++) {
        free(blocks[i].want);
        free(blocks[i].known);
        if (blocks[i].kind == PLAIN)
            free(blocks[i].start);
    }
    n_blocks = 0;
    for (int i = 0; i < 3; i++) {
        size_t bytes = 1 + below(SMALL);
        struct block *b = note((char *)malloc(bytes), bytes, PLAIN);
        for (size_t k = 0; k < bytes; k++)
            b->start[k] = b->want[k] = below(256);
        memset(b->known, 1, bytes);
    }
}

void check_contents(void)
{
    for (int i = 0; i < n_blocks; i++) {
        struct block *b = &blocks[i];
        if (!b->live)
            continue;
        unsigned char *copy = (unsigned char *)b->start;
        if (b->kind == DEVICE) {
            copy = (unsigned char *)malloc(b->bytes);
            expect("copying all of a block back",
                   cudaMemcpy(copy, b->start, b->bytes, cudaMemcpyDeviceToHost),
                   cudaSuccess);
        }
        for (size_t k = 0; k < b->bytes; k++) {
            if (!b->known[k] || copy[k] == b->want[k])
                continue;
            char text[128];
            snprintf(text, sizeof text,
                     "block %d, kind %d: byte %zu of %zu is %d, not %d", i, b->kind, k,
                     b->bytes, copy[k], b->want[k]);
            must(false, text);
        }
        if (b->kind == DEVICE)
            free(copy);
    }
}

/* Live allocations overlap with none, and begin at multiples of 256. */
static void check_new(const char *p, size_t bytes)
{
    must(p && (size_t)p % 256 == 0, "the new memory is not aligned");
    for (int i = 0; i < n_blocks; i++)
        must(!blocks[i].live || p + bytes <= blocks[i].start ||
                 p >= blocks[i].start + blocks[i].bytes,
             "the new memory is not all free");
}

void try_take(void)
{
    const size_t sizes[] = {0,   1,    3,    4,    255,   256,
                            257, 4095, 4096, 4097, SMALL, below(SMALL)};
    const size_t huge[] = {(size_t)1 << 40, SIZE_MAX, SIZE_MAX - 255, SIZE_MAX / 2 + 1};
    size_t pitch = 0, rows = 1, bytes = pick(sizes, sizeof sizes / sizeof *sizes);
    bool too_large = below(5) == 0, null = below(20) == 0;
    char *p = (char *)1, **to = null ? NULL : &p;
    cudaError_t error, want = cudaSuccess;
    enum block_kind kind = (enum block_kind)(1 + below(3));
    if (n_blocks == MAX_BLOCKS)
        return;
    if (too_large) {
        bytes = pick(huge, sizeof huge / sizeof *huge);
        want = cudaErrorMemoryAllocation;
    }
    if (null || (kind == MANAGED && bytes == 0))
        want = cudaErrorInvalidValue;
    if (kind == HOST) {
        error = cudaMallocHost((void **)to, bytes);
        expect("cudaMallocHost()", error, want);
    } else if (kind == MANAGED) {
        error = cudaMallocManaged((void **)to, bytes, cudaMemAttachGlobal);
        expect("cudaMallocManaged()", error, want);
    } else if (below(2)) {
        error = cudaMalloc((void **)to, bytes);
        expect("cudaMalloc()", error, want);
    } else {
        rows = too_large || below(2) ? 1 + below(5)
               : bytes               ? SIZE_MAX / bytes + below(3)
                                     : 1;
        size_t line = bytes / 512 * 512 + (bytes % 512 ? 512 : 0);
        bool wraps = line < bytes || line > SIZE_MAX / (rows ? rows : 1);
        too_large = !wraps && line * rows >= (size_t)1 << 40;
        error = cudaMallocPitch((void **)to, &pitch, bytes, rows);
        if (null)
            expect("cudaMallocPitch(NULL)", error, cudaErrorInvalidValue);
        else if (wraps || too_large)
            expect_either("cudaMallocPitch()", error, cudaErrorInvalidValue,
                          cudaErrorMemoryAllocation);
        else
            expect("cudaMallocPitch()", error, cudaSuccess);
        must(error || pitch >= bytes, "the pitch is less than the width");
        bytes = pitch * rows;
    }
    if (error || bytes == 0) {
        must(error || p == NULL, "no bytes are somewhere");
        return;
    }
    check_new(p, bytes);
    note(p, bytes, kind);
}

void try_give(void)
{
    struct place at = any_place();
    const struct block *b = at.block;
    bool of_host = below(3) == 0, start = b && b->live && at.offset == 0;
    enum block_kind kind = b ? b->kind : PLAIN;
    bool right = start && (of_host ? kind == HOST : kind == DEVICE || kind == MANAGED);
    cudaError_t want = !at.p || right ? cudaSuccess : cudaErrorInvalidValue;
    if (of_host)
        expect("cudaFreeHost()", cudaFreeHost(at.p), want);
    else
        expect("cudaFree()", cudaFree(at.p), want);
    if (right)
        at.block->live = false;
}

void try_query(void)
{
    static const enum cudaMemoryType types[] = {
        cudaMemoryTypeUnregistered, cudaMemoryTypeDevice, cudaMemoryTypeHost,
        cudaMemoryTypeManaged};
    struct place at = any_place();
    struct cudaPointerAttributes a;
    size_t free_bytes = 0, total = 0, taken = 0;
    if (below(10) == 0) {
        expect("cudaPointerGetAttributes(NULL, ...)",
               cudaPointerGetAttributes(NULL, at.p), cudaErrorInvalidValue);
        expect("cudaMemGetInfo(NULL, ...)", cudaMemGetInfo(NULL, &total),
               cudaErrorInvalidValue);
    }
    expect("cudaPointerGetAttributes()", cudaPointerGetAttributes(&a, at.p),
           cudaSuccess);
    must(a.type == types[at.block && at.block->live ? at.block->kind : PLAIN],
         "cudaPointerGetAttributes() tells another type");
    expect("cudaMemGetInfo()", cudaMemGetInfo(&free_bytes, &total), cudaSuccess);
    for (int i = 0; i < n_blocks; i++)
        if (blocks[i].live && (blocks[i].kind == DEVICE || blocks[i].kind == MANAGED))
            taken += blocks[i].bytes;
    must(free_bytes <= total - taken, "cudaMemGetInfo() tells more than is free");
    void *device = NULL;
    bool host = at.block && at.block->live && at.block->kind == HOST;
    expect("cudaHostGetDevicePointer()", cudaHostGetDevicePointer(&device, at.p, 0),
           host ? cudaSuccess : cudaErrorInvalidValue);
    must(!host || device == at.p, "cudaHostGetDevicePointer() tells another place");
}
