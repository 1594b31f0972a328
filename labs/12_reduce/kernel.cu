/*
 * Lab 12, reduce: y = X w, and its gradients dX = g w^T and dw = X^T g. All three are
 * bound by memory: X is loaded once, and many loads are in flight at a time.
 *
 *      y: a warp per row; its lanes add      dw: a block per chunk of rows; each thread
 *      their sums by shuffles                keeps the sums of its columns
 *
 *      lane 0 1 2 .. 31 0 1 2 .. 31          thread   0    1    2   ..  255
 *          [ row of X             ] -> y     chunk 0  |    |    |    |    |  -> partial
 *          [ next row             ] -> y     chunk 1  |    |    |    |    |  -> partial
 *                                                     dw: sums of the partials
 */
#include "weighted_sum.h"

enum {
    LANES = 32,    /* of a warp */
    WIDTH = 4,     /* columns that a thread loads at once: a float4 */
    DEPTH = 4,     /* rows that a thread loads before it uses the first one */
    WARPS = 8,     /* of a block of the forward pass */
    THREADS = 256, /* of a block of the backward pass, at most: 1024 columns */
    CHUNK = 128,   /* rows of a block of the backward pass */
    ADDERS = 32    /* threads that add the partial sums of one column */
};

/* Other numbers work too, within these limits; the check wants CHUNK >= 64. */
static_assert(WIDTH == 4, "a float4 has four columns");
static_assert(DEPTH <= LANES && CHUNK % DEPTH == 0, "a chunk has whole steps");
static_assert(THREADS % LANES == 0 && THREADS <= 1024 && WARPS <= 32 && ADDERS <= 32,
              "a block has whole warps, 32 at most");

__host__ __device__ int divide_up(int n, int by)
{
    return (n - 1) / by + 1;
}

/* True if every row of X (ld floats from row to row) is 16-byte aligned. */
__device__ bool rows_aligned(const float *X, int ld)
{
    return (size_t)X % sizeof(float4) == 0 && ld % WIDTH == 0;
}

/* Load columns col to col + 3 of DEPTH rows, from row0 on, into x; 0 for columns that
   do not exist. Below the last row it loads the last row again: no branch lies between
   the loads, so that all of them are in flight together. */
__device__ void load_rows(float x[DEPTH][WIDTH], int rows, int D, const float *X,
                          int ldx, int row0, int col)
{
    const float *row[DEPTH];
    for (int r = 0; r < DEPTH; r++)
        row[r] = &X[(size_t)min(row0 + r, rows - 1) * ldx];
    if (rows_aligned(X, ldx) && col + WIDTH <= D) {
        for (int r = 0; r < DEPTH; r++)
            *(float4 *)x[r] = *(const float4 *)&row[r][col];
    } else {
        for (int r = 0; r < DEPTH; r++)
            for (int j = 0; j < WIDTH; j++)
                x[r][j] = col + j < D ? row[r][col + j] : 0;
    }
}

/* The same for four elements of w. */
__device__ void load4(float v[WIDTH], int D, const float *w, int col)
{
    if (rows_aligned(w, 0) && col + WIDTH <= D)
        *(float4 *)v = *(const float4 *)&w[col];
    else
        for (int j = 0; j < WIDTH; j++)
            v[j] = col + j < D ? w[col + j] : 0;
}

/* Store x to columns col to col + 3 of a row, except those that do not exist. */
__device__ void store4(float *row, int D, int col, const float x[WIDTH], bool aligned)
{
    if (aligned && col + WIDTH <= D)
        *(float4 *)&row[col] = *(const float4 *)x;
    else
        for (int j = 0; j < WIDTH && col + j < D; j++)
            row[col + j] = x[j];
}

/* The sum of x over the lanes of the warp, in each lane. */
__device__ float warp_sum(float x)
{
    // STEP 1: add the value of the lane that is 16 away, then 8, 4, 2 and 1.
    // TODO: 2 lines
    // END 1
    return x;
}

/* y = X w: DEPTH rows per warp. */
__global__ void forward(int rows, int D, const float *X, int ldx, const float *w,
                        float *y)
{
    const int lane = threadIdx.x;
    const int row0 = (blockIdx.x * WARPS + threadIdx.y) * DEPTH;
    float sum[DEPTH] = {0};

    for (int col = lane * WIDTH; col < D; col += LANES * WIDTH) {
        __align__(16) float x[DEPTH][WIDTH], v[WIDTH]; // registers, by nvcc
        load_rows(x, rows, D, X, ldx, row0, col);
        load4(v, D, w, col);
        // STEP 2: add the products of these four columns to the sum of each row.
        // TODO: 3 lines
        // END 2
    }
    float mine = 0; // lane r stores the sum of row r
    for (int r = 0; r < DEPTH; r++) {
        const float total = warp_sum(sum[r]);
        mine = lane == r ? total : mine;
    }
    if (lane < DEPTH && row0 + lane < rows)
        y[row0 + lane] = mine;
}

/* dX = g w^T. Of dw = X^T g the sums over a chunk of rows: added to dw if `atomic`,
   else row number blockIdx.x of `partial`, which has D columns. */
__global__ void backward(int rows, int D, const float *X, int ldx, const float *w,
                         const float *g, float *dX, int lddx, float *dw, float *partial,
                         bool atomic)
{
    const int col = (blockIdx.y * blockDim.x + threadIdx.x) * WIDTH;
    const int end = min((int)(blockIdx.x + 1) * CHUNK, rows);
    const bool aligned = rows_aligned(dX, lddx);
    __align__(16) float v[WIDTH], sum[WIDTH] = {0};

    if (col >= D)
        return;
    load4(v, D, w, col);
    for (int row0 = blockIdx.x * CHUNK; row0 < end; row0 += DEPTH) {
        __align__(16) float x[DEPTH][WIDTH], d[WIDTH] = {0};
        float gs[DEPTH];
        load_rows(x, rows, D, X, ldx, row0, col);
        for (int r = 0; r < DEPTH; r++)
            gs[r] = g[min(row0 + r, rows - 1)];
        for (int r = 0; r < DEPTH && row0 + r < end; r++) {
            // STEP 3: gs[r] and x[r] belong to one row. Compute four elements of that
            // row of dX, d, and add what the row contributes to dw to sum.
            // TODO: about 4 lines
            // END 3
            store4(&dX[(size_t)(row0 + r) * lddx], D, col, d, aligned);
        }
    }
    if (atomic) {
        // STEP 4: add the sums of the columns that exist to dw, atomically.
        // TODO: 2 lines
        // END 4
    } else {
        // STEP 5: store the sums in this block's row of `partial`.
        // TODO: 1 line
        // END 5
    }
}

/* dw = the sum of the n rows of `partial`, always in the same order: thread y of a
   column adds rows y, y + ADDERS, y + 2 ADDERS and so on. */
__global__ void add_partials(int n, int D, const float *partial, float *dw)
{
    __shared__ float part[ADDERS][LANES];
    const int col = blockIdx.x * LANES + threadIdx.x;
    float sum = 0;

    // STEP 6: add this thread's rows of the column, if the column exists.
    // TODO: 2 lines
    // END 6
    part[threadIdx.y][threadIdx.x] = sum;
    __syncthreads(); // the sums of all threads are in part
    if (threadIdx.y > 0 || col >= D)
        return;
    for (int i = 1; i < ADDERS; i++)
        sum += part[i][threadIdx.x];
    dw[col] = sum;
}

/* The grid and the threads per block of backward(). */
static dim3 backward_grid(int rows, int D, int *threads)
{
    const int needed = divide_up(divide_up(D, WIDTH), LANES) * LANES;

    *threads = needed < THREADS ? needed : THREADS;
    return dim3(divide_up(rows, CHUNK), divide_up(D, *threads * WIDTH));
}

extern "C" void weighted_sum(int rows, int D, const float *X, int ldx, const float *w,
                             float *y)
{
    forward<<<divide_up(rows, WARPS * DEPTH), dim3(LANES, WARPS)>>>(rows, D, X, ldx, w,
                                                                    y);
}

extern "C" void weighted_sum_backward(int rows, int D, const float *X, int ldx,
                                      const float *w, const float *g, float *dX,
                                      int lddx, float *dw)
{
    int threads;
    const dim3 grid = backward_grid(rows, D, &threads);
    float *partial;

    cudaMallocAsync(&partial, (size_t)grid.x * D * sizeof(float), 0);
    backward<<<grid, threads>>>(rows, D, X, ldx, w, g, dX, lddx, dw, partial, false);
    // STEP 7: launch add_partials(): LANES columns and ADDERS threads per column.
    // TODO: 1 line
    // END 7
    cudaFreeAsync(partial, 0);
}

extern "C" void weighted_sum_backward_atomic(int rows, int D, const float *X, int ldx,
                                             const float *w, const float *g, float *dX,
                                             int lddx, float *dw)
{
    int threads;
    const dim3 grid = backward_grid(rows, D, &threads);

    // STEP 8: dw begins at 0: cudaMemsetAsync(), on stream 0.
    // TODO: 1 line
    // END 8
    backward<<<grid, threads>>>(rows, D, X, ldx, w, g, dX, lddx, dw, NULL, true);
}
