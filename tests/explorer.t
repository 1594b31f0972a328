#!/bin/sh
# The explorer: what each pane shows at given moments, in a browser, against the trace that
# the page is made from. explorer.pl has the tests of a page.
. tests/explorer_pages.sh

for lab in 00_saxpy 01_naive 03_smem 04_tile1d 06_vector 07_autotune; do
    page "right-$lab" "explore${lab%%_*}" FROM=solutions QUICK=1
done
page right-02_coalesce explore02 FROM=solutions
page right-05_tile2d explore05 FROM=solutions
make -s bench05 FROM=solutions >/dev/null 2>&1
cp results/cpu-h200/solutions/05_tile2d.tsv "$work/pages/bench.tsv"
wrong=build/tests/wrong
page race explore03 KERNEL=$wrong/03_smem/RACE-missing-second-barrier.cu
page race2 explore03 KERNEL=$wrong/03_smem/RACE-missing-first-barrier.cu
for outside in "$wrong"/02_coalesce/OUT_OF_BOUNDS-*; do :; done
for barrier in "$wrong"/04_tile1d/BARRIER-*; do :; done
page outside explore02 KERNEL="$outside"
page barrier explore04 KERNEL="$barrier"
page wrong explore03 KERNEL=$wrong/03_smem/WRONG-tile-of-b-transposed.cu
page shifted explore05 KERNEL=$wrong/05_tile2d/WRONG-b-of-the-thread-before.cu
page tail explore03 KERNEL=$wrong/03_smem/WRONG-k-tail-ignored.cu

# The reference with less padding: what if it had more?
sed 's/PAD = 4,/PAD = 0,/' solutions/06_vector/kernel.cu >"$work/flat.cu"
page flat explore06 KERNEL="$work/flat.cu" QUICK=1

# Addresses that never repeat, for more requests than a page has room for.
cat >"$work/gather.cu" <<'CU'
#include "sgemm.h"
__global__ void gather(int M, int N, int K, const float *A, const float *B, float *C)
{
    int row = blockIdx.y * 32 + threadIdx.y, col = blockIdx.x * 32 + threadIdx.x;
    unsigned h = row * 7919u + col * 104729u;
    float acc = 0;
    for (int k = 0; k < K; k++) {
        h = h * 1664525u + 1013904223u;
        acc += A[(h >> 8) % (unsigned)(M * K)] * B[(h >> 5) % (unsigned)(K * N)];
    }
    if (row < M && col < N)
        C[row * N + col] = acc;
}
void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    gather<<<dim3((N + 31) / 32, (M + 31) / 32), dim3(32, 32)>>>(M, N, K, A, B, C);
}
CU
page gather explore01 KERNEL="$work/gather.cu"
printf '{"version": 1, "lab": "01_naive", "verdict": "WRONG", "stages": [], "what": "x",
    "function": "sgemm", "sizes": {"M": 64, "N": 64, "K": 2048, "alpha": 1, "beta": 0}}\n' \
    >"$work/pages/gather.check.json"
RUNNER='exec build/cpu/other/01_naive/runner' build/lab life 01_naive \
    "$work/pages/gather.life.tsv" "$work/pages/gather.check.json" &&
    tools/explore "$work/pages/gather.html" "$work/pages/gather.life.tsv" "$work/gather.cu"

# Lab 14: tiles of the copy engine; and with threads that store to a tile.
page tma explore14 FROM=solutions QUICK=1
sed 's,// END 4,volatile uint16_t *p = (volatile uint16_t *)\&now->A[0][threadIdx.x % BK];\
if (threadIdx.x < BK) *p = *p;\
asm volatile("fence.proxy.async;" : : : "memory"); __syncthreads(); &,' \
    solutions/14_tma/kernel.cu >"$work/stores.cu"
page stores explore14 KERNEL="$work/stores.cu" QUICK=1
sed 's/barrier_expect(full, sizeof(\*stage));/barrier_expect(full, sizeof(*stage) + 16);/' \
    solutions/14_tma/kernel.cu >"$work/more.cu"
page more explore14 KERNEL="$work/more.cu" QUICK=1

# A reference kernel is shown without what a learner writes, until the lab passes.
make -s check03 >/dev/null 2>&1
page withheld explore03 FROM=solutions QUICK=1
cp solutions/03_smem/kernel.cu labs/03_smem/kernel.cu
make -s check03 >/dev/null 2>&1
page open explore03 FROM=solutions QUICK=1

# A handout, or a learner, asks for what there is not.
make -s explore99 >"$work/pages/99.txt" 2>&1
make -s explore02 >"$work/pages/skeleton.txt" 2>&1

perl -Itests tests/explorer.pl "$work/pages"
