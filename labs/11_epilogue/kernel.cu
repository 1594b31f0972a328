/*
 * Lab 11, epilogue: the kernel that multiplies also does what comes before and after.
 *
 *      forward   Y  = relu(X W + b)   X, W --> tiles --> acc --> + b, relu --> Y
 *      backward  dX = dZ W^T          dY, Y --> dZ --> tiles --> acc --> dX
 *                dW = X^T dZ          likewise --> dW; db is summed from the tiles
 *
 * Neither X W nor dZ is ever in global memory. The product is that of lab 07 with a
 * fixed tile. multiply() serves all three: an operand says how its array is read.
 */
#include "gemm_bias_relu.h"

enum {
    BM = 128,                        /* rows of the result that a block computes */
    BN = 128,                        /* columns of the result that it computes */
    BK = 8,                          /* terms of each sum in a tile */
    TM = 8,                          /* rows of the result that a thread computes */
    TN = 8,                          /* columns of the result that it computes */
    THREADS = BM / TM * (BN / TN),   /* in a block: 256 */
    LOADS_A = BM * BK / 4 / THREADS, /* float4 of a tile of A that a thread copies */
    LOADS_B = BK * BN / 4 / THREADS, /* float4 of a tile of B that it copies */
    PAD = 4,                         /* unused floats after each row of a tile */
    LANES_M = 4,                     /* lanes of a warp along the rows */
    LANES_N = 32 / LANES_M,          /* lanes of a warp along the columns */
    WARPS_N = BN / (LANES_N * TN),   /* warps side by side */
};

static_assert(BM % (LANES_M * TM) == 0 && BN % (LANES_N * TN) == 0 && THREADS <= 1024,
              "a block is made of whole warps, 1024 threads at most");
static_assert(BM * BK % (4 * THREADS) == 0 && BK * BN % (4 * THREADS) == 0,
              "every thread copies the same number of float4");
static_assert(BK % 4 == 0 && TM % 4 == 0 && TN % 4 == 0 && PAD % 4 == 0,
              "one access is four floats");
static_assert(BN <= THREADS, "a thread sums one column of a tile for db");

/*
 * An operand of a product: x, rows x cols in memory. ALONG: the sum runs along a row
 * of x, as that of X W does with X; the tile is stored transposed. Else it runs down a
 * column, as with W. MASKED: an element counts only where that of y is positive.
 */
template <bool ALONG, bool MASKED> struct operand {
    const float *x;
    int rows, cols;
    const float *y; /* NULL if not MASKED */
};

/* The four elements of x (rows x cols) from (row, col) on, with 0 for those that do not
   exist. col is a multiple of four. ALIGNED: every row of x is 16-byte aligned, so that
   no float4 crosses the end of a row. */
template <bool ALIGNED>
__device__ float4 load4(const float *x, int rows, int cols, int row, int col)
{
    float4 v = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    if (row >= rows || col >= cols)
        return v;
    const float *from = &x[row * cols + col];
    if (ALIGNED) {
        v = *(const float4 *)from;
    } else {
        v.x = from[0];
        v.y = col + 1 < cols ? from[1] : 0.0f;
        v.z = col + 2 < cols ? from[2] : 0.0f;
        v.w = col + 3 < cols ? from[3] : 0.0f;
    }
    return v;
}

/* Write v to the same four elements, except those that do not exist. */
template <bool ALIGNED>
__device__ void store4(float *x, int rows, int cols, int row, int col, float4 v)
{
    if (row >= rows || col >= cols)
        return;
    float *to = &x[row * cols + col];
    if (ALIGNED) {
        *(float4 *)to = v;
    } else {
        to[0] = v.x;
        if (col + 1 < cols)
            to[1] = v.y;
        if (col + 2 < cols)
            to[2] = v.z;
        if (col + 3 < cols)
            to[3] = v.w;
    }
}

/* Load this thread's COUNT float4 of a tile: terms k0 to k0 + BK - 1 of WIDTH rows or
   columns of the result, from `first` on. v is a reference to the caller's array. */
template <bool ALIGNED, int WIDTH, int COUNT, bool ALONG, bool MASKED>
__device__ void fetch(float4 (&v)[COUNT], operand<ALONG, MASKED> of, int first, int k0)
{
    const int length = ALONG ? BK : WIDTH; // of a row of the tile, in memory
#pragma unroll
    for (int i = 0; i < COUNT; i++) {
        int at = 4 * (threadIdx.x + i * THREADS), r = at / length, c = at % length;
        int row = (ALONG ? first : k0) + r, col = (ALONG ? k0 : first) + c;
        v[i] = load4<ALIGNED>(of.x, of.rows, of.cols, row, col);
        // STEP 1: if MASKED, keep an element of v[i] only where that of y is positive.
        // TODO: about 7 lines
        // END 1
    }
}

/* Store them in the tile, which has a row per term. */
template <int WIDTH, int COUNT, bool ALONG, bool MASKED>
__device__ void put(float (&tile)[BK][WIDTH + PAD], const float4 (&v)[COUNT],
                    operand<ALONG, MASKED>)
{
    const int length = ALONG ? BK : WIDTH;
#pragma unroll
    for (int i = 0; i < COUNT; i++) {
        int at = 4 * (threadIdx.x + i * THREADS), r = at / length, c = at % length;
        if (ALONG) {
            tile[c][r] = v[i].x;
            tile[c + 1][r] = v[i].y;
            tile[c + 2][r] = v[i].z;
            tile[c + 3][r] = v[i].w;
        } else {
            *(float4 *)&tile[r][c] = v[i];
        }
    }
}

/* The first row and column of this thread in the block's part of the result. The lanes
   of a warp form squares of 2 x 2: neighbours read the same float4 of a tile. */
__device__ int tile_row()
{
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int lane_y = lane / 2 % 2 + lane / 4 / (LANES_N / 2) * 2;
    return warp / WARPS_N * LANES_M * TM + lane_y * 4;
}

__device__ int tile_col()
{
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int lane_x = lane % 2 + lane / 4 % (LANES_N / 2) * 2;
    return warp % WARPS_N * LANES_N * TN + lane_x * 4;
}

/* Add to acc the product of A and B, of sums of `terms` products, at the block's rows
   and columns. SUM: returns the sum of column col0 + threadIdx.x of B, in a block with
   row0 = 0, for threads 0 to BN - 1. */
template <bool ALIGNED, bool SUM, class OPERAND_A, class OPERAND_B>
__device__ float multiply(float (&acc)[TM][TN], OPERAND_A A, OPERAND_B B, int row0,
                          int col0, int terms)
{
    __shared__ __align__(16) float As[BK][BM + PAD];
    __shared__ __align__(16) float Bs[BK][BN + PAD];
    float4 next_a[LOADS_A], next_b[LOADS_B]; // of the next tiles, in flight
    float sum = 0.0f;

    fetch<ALIGNED, BM>(next_a, A, row0, 0);
    fetch<ALIGNED, BN>(next_b, B, col0, 0);
    for (int k0 = 0; k0 < terms; k0 += BK) {
        put<BM>(As, next_a, A);
        put<BN>(Bs, next_b, B);
        __syncthreads(); // both tiles are full

        // Beyond the last term, load4() returns 0.
        fetch<ALIGNED, BM>(next_a, A, row0, k0 + BK);
        fetch<ALIGNED, BN>(next_b, B, col0, k0 + BK);

        if (SUM && row0 == 0 && threadIdx.x < BN) {
            // STEP 2: add the elements of this thread's column of Bs to sum.
            // TODO: 2 lines
            // END 2
        }
#pragma unroll
        for (int k = 0; k < BK; k++) {
            float a[TM], b[TN];
            for (int i = 0; i < TM; i += 4)
                *(float4 *)&a[i] = *(float4 *)&As[k][tile_row() + i * LANES_M];
            for (int j = 0; j < TN; j += 4)
                *(float4 *)&b[j] = *(float4 *)&Bs[k][tile_col() + j * LANES_N];
            for (int i = 0; i < TM; i++)
                for (int j = 0; j < TN; j++)
                    acc[i][j] += a[i] * b[j];
        }
        __syncthreads(); // all reads are done; the tiles may be overwritten
    }
    return sum;
}

/* Store acc in x (rows x cols), at the block's rows and columns. */
template <bool ALIGNED>
__device__ void store(float *x, int rows, int cols, int row0, int col0,
                      const float (&acc)[TM][TN])
{
#pragma unroll // every index of acc is a constant, so it stays in registers
    for (int i = 0; i < TM; i++)
#pragma unroll
        for (int j = 0; j < TN; j += 4) {
            int row = row0 + tile_row() + i / 4 * 4 * LANES_M + i % 4;
            int col = col0 + tile_col() + j * LANES_N;
            store4<ALIGNED>(
                x, rows, cols, row, col,
                make_float4(acc[i][j], acc[i][j + 1], acc[i][j + 2], acc[i][j + 3]));
        }
}

template <bool ALIGNED>
__global__ void __launch_bounds__(THREADS, 2)
    layer(int M, int N, int K, const float *X, const float *W, const float *b, float *Y)
{
    int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN; // the block's first element
    operand<true, false> A = {X, M, K};
    operand<false, false> B = {W, K, N};
    float acc[TM][TN] = {};

    multiply<ALIGNED, false>(acc, A, B, row0, col0, K);
#pragma unroll
    for (int j = 0; j < TN; j += 4) {
        // STEP 3: load b of columns j to j + 3 once; then apply b and relu to acc.
        // TODO: about 7 lines
        // END 3
    }
    store<ALIGNED>(Y, M, N, row0, col0, acc);
}

template <bool ALIGNED>
__global__ void __launch_bounds__(THREADS, 2)
    gradient_x(int M, int N, int K, const float *W, const float *Y, const float *dY,
               float *dX)
{
    int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
    float acc[TM][TN] = {};

    // STEP 4: the operands of dX = dZ W^T, and their product.
    // TODO: 3 lines
    // END 4
    store<ALIGNED>(dX, M, K, row0, col0, acc);
}

template <bool ALIGNED>
__global__ void __launch_bounds__(THREADS, 2)
    gradient_w(int M, int N, int K, const float *X, const float *Y, const float *dY,
               float *dW, float *db)
{
    int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
    float acc[TM][TN] = {}, sum = 0.0f;

    // STEP 5: the operands of dW = X^T dZ, and their product; sum is what it returns.
    // TODO: 3 lines
    // END 5
    store<ALIGNED>(dW, K, N, row0, col0, acc);
    // STEP 6: store sum in db, once per column.
    // TODO: 2 lines
    // END 6
}

/* Blocks for a result of rows x cols. */
static dim3 grid(int rows, int cols)
{
    return dim3((cols + BN - 1) / BN, (rows + BM - 1) / BM);
}

void gemm_bias_relu(int M, int N, int K, const float *X, const float *W, const float *b,
                    float *Y)
{
    size_t starts = (size_t)X | (size_t)W | (size_t)b | (size_t)Y;

    if (N % 4 == 0 && K % 4 == 0 && starts % sizeof(float4) == 0)
        layer<true><<<grid(M, N), THREADS>>>(M, N, K, X, W, b, Y);
    else
        layer<false><<<grid(M, N), THREADS>>>(M, N, K, X, W, b, Y);
}

void gemm_bias_relu_backward(int M, int N, int K, const float *X, const float *W,
                             const float *Y, const float *dY, float *dX, float *dW,
                             float *db)
{
    size_t starts =
        (size_t)X | (size_t)W | (size_t)Y | (size_t)dY | (size_t)dX | (size_t)dW;

    if (N % 4 == 0 && K % 4 == 0 && starts % sizeof(float4) == 0) {
        gradient_x<true><<<grid(M, K), THREADS>>>(M, N, K, W, Y, dY, dX);
        gradient_w<true><<<grid(K, N), THREADS>>>(M, N, K, X, Y, dY, dW, db);
    } else {
        gradient_x<false><<<grid(M, K), THREADS>>>(M, N, K, W, Y, dY, dX);
        gradient_w<false><<<grid(K, N), THREADS>>>(M, N, K, X, Y, dY, dW, db);
    }
}
