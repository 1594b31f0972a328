#!/bin/sh
# What looks like something that the emulator refuses (refused.t), and is none; and launches
# that are refused when the program runs.
#
# depends: emu
. tests/tap.sh
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
emucc=$PWD/emu/frontend/emucc

cat >"$scratch/allowed.cu" <<'END'
#include <stdlib.h>
#include <stdio.h>
#include <cmath>
struct list {
    int *items;
    list() = default;
    list(const list &) = delete;
    __host__ __device__ int first() const { return items[0]; }
    void free() { ::free(items); }
};
struct texture_unit {
    int tex2D(int x) { return x; }
};
__device__ unsigned rand(unsigned *state) { return *state = *state * 1664525u + 1; }
int once(int a) { return a; }
template <class F> __device__ int call(F once) { return once(1); }
template <class T> __device__ T *make(void *where) { return new (where) T; }
__global__ void k(unsigned *p, int texture)
{
    const int surface = texture < 3;
    static const int table[2] = {1, 2};
    auto once = [](int a) { return a; };
    p[threadIdx.x] = rand(p) + table[surface & 1] + once(0) + call(once);
    make<int>(p);
}
inline void *operator new(size_t, void *p, int) { return p; }
void kernel(unsigned *) {}
void launch(void (*kernel)(unsigned *, int), unsigned *p) { kernel<<<1, 1>>>(p, 1); }
int main()
{
    list l;
    l.items = (int *)malloc(4);
    static int calls;
    try {
        throw ++calls;
    } catch (int) {
    }
    l.free();
    texture_unit unit;
    unsigned *p;
    once(1);
    cudaMallocManaged(&p, 4);
    *p = 1;
    launch(k, p);
    printf("%s %d\n", cudaGetErrorName(cudaDeviceSynchronize()), unit.tex2D((int)std::beta(1.0, 0.5)));
}
END
sed -i 's/^#include <cmath>/#include <cmath>\n#include <new>/' "$scratch/allowed.cu"
ok 'what only looks refused compiles' "$emucc" "$scratch/allowed.cu" -o "$scratch/allowed"
is 'and runs' "$("$scratch/allowed" 2>&1)" 'cudaSuccess 2'

# Clusters that a GPU refuses, when the program runs.
cat >"$scratch/cluster.cu" <<'END'
#include <stdio.h>
__global__ void k() { }
__global__ void __cluster_dims__(4) four() { }
int main()
{
    cudaLaunchAttribute a;
    a.id = cudaLaunchAttributeClusterDimension;
    a.val.clusterDim.x = 2;
    a.val.clusterDim.y = a.val.clusterDim.z = 1;
    cudaLaunchConfig_t c = {4, 32, 0, 0, &a, 1};
    int n, size;
    printf("%s\n", cudaGetErrorName(cudaLaunchKernelEx(&c, k)));
    printf("%s\n", cudaGetErrorName(cudaLaunchKernelEx(&c, four)));
    a.val.clusterDim.y = 0;
    printf("%s\n", cudaGetErrorName(cudaLaunchKernelEx(&c, k)));
    a.val.clusterDim.y = 1;
    cudaOccupancyMaxActiveClusters(&n, k, &c);
    cudaOccupancyMaxPotentialClusterSize(&size, k, &c);
    printf("%d of %d\n", n, size);
}
END
"$emucc" "$scratch/cluster.cu" -o "$scratch/cluster"
is 'clusters that a GPU refuses' "$(cd "$scratch" && ./cluster 2>&1)" \
    "cudaSuccess
$scratch/cluster.cu:13: API: four is launched with clusters of 2 x 1 x 1 blocks, but its __cluster_dims__ say 4 x 1 x 1: cudaErrorInvalidClusterSize
  let one of them say it
cudaErrorInvalidClusterSize
$scratch/cluster.cu:15: API: k is launched with clusters of 2 x 0 x 1 blocks: cudaErrorInvalidValue
  each dimension of a cluster is at least 1
cudaErrorInvalidValue
2112 of 8"
like 'a GPU without clusters' "$(cd "$scratch" && EMU_GPU=a100 ./cluster 2>&1 | head -n 1)" \
    "API: k is launched with clusters of 2 blocks, but the NVIDIA A100.* has none: cudaErrorNotSupported"

# More threads than the kernel allows.
cat >"$scratch/bounds.cu" <<'END'
#include <stdio.h>
__global__ void __launch_bounds__(64) k(int *p) { p[threadIdx.x] = 1; }
template <int N> __global__ __launch_bounds__(N * 2, 1) void t(int *p) { p[threadIdx.x] = 1; }
int main()
{
    int *p;
    cudaMalloc(&p, 1024);
    k<<<1, 256>>>(p);
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    k<<<1, 64>>>(p);
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    t<32><<<1, dim3(5, 13)>>>(p);
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    t<32><<<1, 64>>>(p);
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
}
END
"$emucc" "$scratch/bounds.cu" -o "$scratch/bounds"
is 'launches beyond __launch_bounds__' "$(cd "$scratch" && ./bounds 2>&1 | sed 's|^.*/bounds.cu|bounds.cu|')" \
    "bounds.cu:8: API: k is launched with blocks of 256 threads, but its __launch_bounds__ allow 64: cudaErrorInvalidValue
  launch smaller blocks, or raise the first number of __launch_bounds__
cudaErrorInvalidValue
cudaSuccess
bounds.cu:12: API: t<32> is launched with blocks of 65 threads, but its __launch_bounds__ allow 64: cudaErrorInvalidValue
  launch smaller blocks, or raise the first number of __launch_bounds__
cudaErrorInvalidValue
cudaSuccess"

done_testing
