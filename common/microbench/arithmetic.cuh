/* What the units of an SM do in a cycle: FMAs, special functions, tensor cores. */
#ifndef MICROBENCH_ARITHMETIC_CUH
#define MICROBENCH_ARITHMETIC_CUH

#include "hopper.cuh"
#include "kernels.cuh"
#include "timing.cuh"

static void measure_arithmetic(void)
{
    const int rounds = 4096;
    long long both[2];
    double took = least_clocks(
        [=] { multiply_add<<<sms, THREADS>>>((float *)memory, rounds, clocks); });
    CUDA_CHECK(cudaMemcpy(both, clocks, sizeof both, cudaMemcpyDeviceToHost));
    row("clock", 1e3 * (double)both[0] / (double)both[1], "MHz",
        "measured: clocks over nanoseconds of a block of FMAs");
    row("fp32_lanes", 1.0 * THREADS * rounds * 128 / took, "FMA/cycle/SM",
        "measured: 1024 threads per SM, 8 FMAs in flight each");
    row("special", 1.0 * THREADS * rounds * 8 / least_clocks([=] {
                       exponentials<<<sms, THREADS>>>((float *)memory, rounds, clocks);
                   }),
        "thread/cycle/SM",
        "measured: 1024 threads per SM, 8 ex2.approx in flight each");
}

static void measure_registers(void)
{
    const int WARPS = 16; /* an SM: tiles of 8 x 8 a thread leave room for no more */
    float *out = (float *)memory + 1024;
    const double all = 64.0 * CHASE;
    row("outer_product",
        all * 32 * WARPS / least_clocks([=] {
            outer_product<<<sms, 32 * WARPS>>>((float *)memory, out, CHASE, clocks);
        }),
        "FMA/cycle/SM", "measured: 16 warps, 8 x 8 sums each");
    row("lone_multiply_add",
        least_clocks([=] {
            outer_product<<<1, 32>>>((float *)memory, out, CHASE, clocks);
        }) / all,
        "cycle", "measured: likewise, one warp");
    row("dependent_multiply_add",
        least_clocks([=] { dependent<<<1, 32>>>(out, CHASE, clocks); }), "cycle",
        "measured: one warp, each FMA needs the result of the one before");
}

/* products: multiplications of one instruction; each comes with an addition. */
template <enum tensor_type type>
static void measure_tensor(const char *name, int products)
{
    const int WARPS = 16;
    const double operations = 2.0 * products * 8 * CHASE * WARPS;
    row(name, operations / least_clocks([=] {
                  tensor<type><<<sms, 32 * WARPS>>>(
                      (unsigned *)memory, (unsigned *)memory + 65536, CHASE, clocks);
              }),
        "operation/cycle/SM", "measured: 16 warps, 8 mma.sync each in flight");
}

/* Over some 25 ms, in cycles of the highest clock: the power limit may not allow it. */
template <bool TF32> static void measure_wgmma(const char *name)
{
    const int bytes = 384 * 128, rounds = 10 * CHASE; /* bytes of the tile */
    const double operations = 2.0 * 2 * 64 * 256 * (TF32 ? 8 : 16) * 4 * rounds;
    int khz = 0;
    CUDA_CHECK(cudaDeviceGetAttribute(&khz, cudaDevAttrClockRate, 0));
    CUDA_CHECK(cudaFuncSetAttribute(
        wgmma<TF32>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    row(name,
        operations / (1e3 * khz * seconds([=] {
                          wgmma<TF32><<<sms, 256, bytes>>>((float *)memory, rounds);
                      })),
        "operation/cycle/SM",
        "measured: 25 ms of two warpgroups, m64n256, in cycles of the highest clock");
}

#endif
