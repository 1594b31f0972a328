/* The fuzzer's launches: shapes that can be and shapes that cannot. */
#include "api_fuzz.h"

__global__ static void increment(unsigned char *p, size_t n)
{
    size_t block =
        blockIdx.x + (size_t)gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
    size_t thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    size_t i = block * (blockDim.x * blockDim.y * blockDim.z) + thread;
    if (i < n)
        p[i]++;
}

static unsigned any_of(const size_t *good, size_t n_good, const size_t *bad,
                       size_t n_bad, bool *right)
{
    if (below(8))
        return pick(good, n_good);
    size_t value = pick(bad, n_bad);
    *right = false;
    return value;
}

/* Each of x, y and z is either small or too large by itself: see the CUDA C++
   Programming Guide, compute capabilities. */
static dim3 any_grid(bool *right)
{
    const size_t good[] = {1, 1, 2, 3}, bad_x[] = {0, 0x80000000, 0xffffffff},
                 bad[] = {0, 65536, 0x7fffffff, 0xffffffff};
    unsigned x = any_of(good, 4, bad_x, 3, right), y = any_of(good, 4, bad, 4, right);
    return dim3(x, y, any_of(good, 4, bad, 4, right));
}

static dim3 any_block(bool *right)
{
    const size_t good[] = {1, 2, 5, 8}, good_x[] = {1, 7, 16, 1024},
                 bad[] = {0, 1025, 65536, 0x80000000, 0xffffffff},
                 bad_z[] = {0, 65, 0x40000001, 0xffffffff};
    unsigned x = any_of(good_x, 4, bad, 5, right), y = any_of(good, 4, bad, 5, right);
    unsigned z = any_of(good, 4, bad_z, 4, right);
    if (*right && x * y * z > 1024)
        *right = false;
    return dim3(x, y, z);
}

void try_launch(void)
{
    const size_t sizes[] = {0, 0, 1, 1024, 48 << 10};
    const size_t too_large[] = {(228 << 10) + 1, SIZE_MAX, SIZE_MAX / 2 + 1};
    struct place at = live_place((enum block_kind)(DEVICE + below(3)));
    bool shape = true, fits = below(8) != 0;
    dim3 grid = any_grid(&shape), block = any_block(&shape);
    size_t shared = fits ? pick(sizes, 5) : pick(too_large, 3);
    if (!at.p)
        return;
    size_t threads = (size_t)grid.x * grid.y * grid.z * block.x * block.y * block.z;
    size_t n = at.room < threads ? at.room : threads;
    for (size_t i = 0; shape && fits && i < n; i++)
        if (!at.block->known[at.offset + i])
            return; /* to read unset memory is a fault, found elsewhere */
    increment<<<grid, block, shared>>>((unsigned char *)at.p, at.room);
    expect_either("a launch", cudaPeekAtLastError(),
                  !shape ? cudaErrorInvalidValue
                  : fits ? cudaSuccess
                         : cudaErrorInvalidValue,
                  !shape && !fits ? cudaErrorInvalidValue
                  : !shape        ? cudaErrorInvalidValue
                  : fits          ? cudaSuccess
                                  : cudaErrorInvalidValue);
    expect("cudaDeviceSynchronize()", cudaDeviceSynchronize(), cudaSuccess);
    for (size_t i = 0; shape && fits && i < n; i++)
        at.block->want[at.offset + i]++;
}
