#!/bin/sh
# What the emulator refuses of CUDA C: each stops the compilation with one message that
# names it. accepted.t has what only looks like it.
#
# depends: emu docs/emulator.md
. tests/tap.sh
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
emucc=$PWD/emu/frontend/emucc

# refuse NAME LINE TEXT, the program on standard input: it does not compile, and the
# message at that line has this text.
refuse() {
    cat >"$scratch/refused.cu"
    said=$(cd "$scratch" && "$emucc" -c refused.cu -o refused.o 2>&1)
    is "refused, $1: exit status" "$?" 1
    like "refused, $1: the message" "$said" "^refused.cu:$2:.*error: .*$3"
}
# refuse_line NAME TEXT CODE: likewise, CODE in a kernel with int *p.
refuse_in_kernel() {
    refuse "$1" 3 "$2" <<END
__global__ void k(int *p)
{
    $3;
}
END
}
# refuse_on_host NAME TEXT CODE: likewise, CODE in a host function with int *p.
refuse_on_host() {
    refuse "$1" 4 "$2" <<END
__global__ void k(int *p) { *p = 1; }
void host(int *p)
{
    $3;
}
END
}
no='not supported by the emulator: '
refuse_on_host 'a launch of no kernel' 'a launch of a function that is no kernel: declare it' \
    'host<<<1, 1>>>(p)'
refuse_in_kernel 'PTX' "inline PTX: 'ret' is ${no}leave by a label" 'asm("ret;")'
refuse_on_host 'assembler on the host' "inline PTX \('asm'\) outside of a kernel's .* is $no" \
    'asm("nop")'
refuse_in_kernel 'calloc' "calloc\(\) in a kernel is ${no}use malloc\(\)" \
    'p = (int *)calloc(1, 4)'
refuse_in_kernel 'realloc' "realloc\(\) in a kernel is $no" 'p = (int *)realloc(p, 4)'
refuse_in_kernel 'throw' "'throw' in a kernel is ${no}kernels have no exceptions" 'throw 1'
refuse_in_kernel 'try' "'try' in a kernel is $no" 'try { *p = 1; } catch (...) {}'
host='is a host function, and a kernel cannot call it'
refuse_in_kernel 'exit' "exit\(\) $host" 'exit(1)'
refuse_in_kernel 'fprintf' "stderr is the host's, and a kernel cannot use it" \
    'fprintf(stderr, "no")'
refuse_in_kernel 'puts' "puts\(\) $host" 'puts("no")'
refuse_in_kernel 'memmove' "memmove\(\) $host" 'memmove(p, p + 1, 4)'
refuse_in_kernel 'a static variable' "'static' variable in a kernel is ${no}make it a" \
    'static int calls = 0; *p = ++calls'
refuse_in_kernel 'a launch in a kernel' 'a launch in a kernel \(dynamic parallelism\) is' \
    'k<<<1, 1>>>(p)'
refuse_in_kernel 'the API in a kernel' "cudaMemcpy\(\) in a kernel is ${no}only the host" \
    'cudaMemcpy(p, p, 4, cudaMemcpyDeviceToDevice)'
refuse_in_kernel 'a shared array without ;' "';' is missing behind this '__shared__' declaration" \
    '__shared__ int a[4]
    int i = threadIdx.x;
    p[i] = a[i]'
refuse_in_kernel 'an open [' "'\[' is not closed" 'p[threadIdx.x = 1'
refuse_in_kernel 'an open (' "'\(' is not closed" '__syncthreads('
refuse 'an open {' 2 "'\{' is not closed" <<'END'
__global__ void k(int *p)
{
    for (int i = 0; i < 3; i++) {
        p[i] = 1;
}
END
refuse_in_kernel 'a shared initialiser' "'__shared__' variable cannot have an initialiser" \
    '__shared__ int a = 1'
refuse_in_kernel 'a shared list' "'__shared__' variable cannot have an initialiser" \
    '__shared__ int a[2]{1, 2}'
refuse_in_kernel 'a breakpoint' "a breakpoint in a kernel is $no" '__brkpt()'
refuse_in_kernel 'shuffles without a mask' 'use __shfl_sync\(\)' '*p = __shfl(*p, 1)'
refuse_in_kernel 'votes without a mask' 'use __shfl_sync\(\), __ballot_sync\(\)' \
    '*p = __any(*p)'
refuse_in_kernel 'cubemaps' "cubemaps are ${no}use an array of six layers \('texCubemap'\)" \
    '*p = texCubemap<int>(0, 1, 1, 1)'
refuse_in_kernel '8-bit exponents' 'the emulator has no 8-bit exponents, E8M0: use a float' \
    '__nv_fp8_e8m0 b'
refuse_in_kernel 'min of float by an atomic' \
    "no matching function for call to .*atomicMin\(float\*" 'atomicMin((float *)p, 1.0f)'
refuse_in_kernel 'an atomic on size_t' \
    'invalid conversion from .long unsigned int\*. to ' 'atomicAdd((unsigned long *)p, 1ul)'
refuse_in_kernel 'a shuffle of a struct' 'no matching function for call to .*__shfl_sync' \
    '__shfl_sync(~0u, make_float2(1, 2), 0)'
refuse_in_kernel 'an unknown function' "'__vadd4' was not declared|‘__vadd4’ was not" \
    '*p = __vadd4(1, 2)'

refuse_on_host 'texture references' \
    "texture references do not exist since CUDA 12: use texture objects \('cudaBindTexture'\)" \
    'cudaBindTexture(0, 0, p, 4)'
refuse_on_host 'mipmapped arrays' "mipmapped arrays are ${no}use an array per level" \
    'cudaMallocMipmappedArray(0, 0, make_cudaExtent(1, 1, 0), 1)'
refuse_on_host 'memory of graphs' "memory of a graph is ${no}allocate it before .*AddMemAllocNode" \
    'cudaGraphAddMemAllocNode(0, 0, 0, 0, 0)'
refuse_on_host 'graphs with conditions' "a node of a graph with a condition is $no" \
    'cudaGraphConditionalHandle h; cudaGraphConditionalHandleCreate(&h, 0)'
refuse_on_host 'semaphores in graphs' "a node of a graph for another API's semaphore is $no" \
    'cudaGraphAddExternalSemaphoresSignalNode(0, 0, 0, 0, 0)'
refuse_on_host 'attributes of nodes' "an attribute of a graph's node is $no" \
    'cudaGraphKernelNodeSetAttribute(0, 0, 0)'
refuse_in_kernel 'a graph in a kernel' "cudaGraphLaunch\(\) in a kernel is ${no}only the host" \
    'cudaGraphLaunch(0, 0)'
refuse_on_host 'several GPUs' "several GPUs are ${no}it has one device" \
    'cudaLaunchCooperativeKernelMultiDevice(0, 1, 0)'
refuse_on_host 'processes' "sharing memory between processes is $no" \
    'cudaIpcMemHandle_t handle'
refuse_on_host 'modules of the driver API' "GPU code in a module is ${no}compile the kernel with the program" 'cuModuleLoad(0, 0)'
refuse_on_host 'memory of the driver API at addresses' "memory that is mapped to addresses is $no" \
    'cuMemCreate(0, 0, 0, 0)'
refuse_on_host 'arrays of the driver API' "an array or texture of the driver API is $no" \
    'cuArrayCreate(0, 0)'
refuse_on_host 'a name of CUDA that is not known' \
    "'cudaNoSuchCall' is misspelt, or not supported by the emulator$" 'cudaNoSuchCall(p)'
refuse 'a type of CUDA that is not known' 2 "'CUnone' is misspelt, or not supported" <<'END'
#include <cuda.h>
CUnone none;
END
refuse 'a class of CUDA that is not known' 2 "the emulator has no 'cooperative_groups::none'" <<'END'
#include <cooperative_groups.h>
__global__ void k() { cooperative_groups::none n; }
END
# Files of C++, which the rewriter does not rewrite, are refused by name as well.
cat >"$scratch/host.cpp" <<'END'
#include <cuda.h>
template <class T> __host__ __device__ T twice(T a) { return 2 * a; }
CUresult unload(CUmodule m) { return twice(1) ? cuModuleUnload(m) : CUDA_SUCCESS; }
END
is 'refused, a module in a file of C++' \
    "$(cd "$scratch" && "$emucc" -c host.cpp -o host.o 2>&1)" "host.cpp:3: error: GPU code in a \
module is ${no}compile the kernel with the program ('cuModuleUnload')"
sed -i 3d "$scratch/host.cpp"
is 'the qualifiers of CUDA in a file of C++' \
    "$(cd "$scratch" && "$emucc" -c host.cpp -o host.o 2>&1)" ''
refuse_on_host 'cuBLASXt' "the emulator has no cuBLASXt: .*'cublasXtCreate'" 'cublasXtCreate(0)'
refuse_on_host 'transforms of cuBLASLt' \
    "the emulator has no transforms and algorithms of cuBLASLt: .*'cublasLtMatrixTransform'" \
    'cublasLtMatrixTransform(0)'
refuse_on_host 'the old cuBLAS' "the emulator has no old interface of cuBLAS: use cublas_v2.h" \
    'cublasInit()'
refuse_on_host 'cuRAND' "the emulator has no cuRAND: .*'curandCreateGenerator'" \
    'curandCreateGenerator(0, 0)'
refuse_in_kernel 'tiles of several warps' "a tile of more than 32 threads is $no" \
    'cooperative_groups::block_tile_memory<64> *memory'
refuse 'blocks of a fixed size' 1 "a kernel with a fixed size of blocks is ${no}use __cluster_dims__" <<'END'
__global__ void __block_size__((64, 1, 1), (2, 1, 1)) k(int *p) { *p = 1; }
END
cat >"$scratch/refused.cu" <<'END'
#include <mma.h>
using namespace nvcuda;
__global__ void k()
{
    wmma::fragment<wmma::matrix_a, 16, 16, 32, half, wmma::row_major> a;
}
END
said=$(cd "$scratch" && "$emucc" -c refused.cu -o refused.o 2>&1)
is 'refused, a fragment of another shape: exit status' "$?" 1
like 'refused, a fragment of another shape: the line' "$said" '^refused.cu:5:.* from here$'
like 'refused, a fragment of another shape: the reason' "$said" \
    "error: .*this fragment is ${no}there are 16x16x16"

echo '__constant__ float few[8], many[16385]; __global__ void k(float *p) { *p = few[0] + many[0]; }' \
    >"$scratch/refused.cu"
said=$(cd "$scratch" && "$emucc" -c refused.cu -o refused.o 2>&1)
is 'refused, more than 64 KiB of __constant__ variables: exit status' "$?" 1
is 'refused, more than 64 KiB of __constant__ variables' "$said" "error: 65572 bytes of \
__constant__ variables: a GPU has 65536; the largest is 'many': make it a __device__ variable"

# The built-in variables are constants; their names are free except in the outermost scope,
# as with nvcc.
refuse_in_kernel 'a store to threadIdx.x' "assignment of member .uint3::x. in read-only" \
    'threadIdx.x = 3'
refuse_in_kernel 'an increment of blockIdx.y' \
    "increment of member .uint3::y. in read-only object" 'blockIdx.y++'
refuse_in_kernel 'a store to gridDim' "passing .const dim3. as .this. argument" \
    'gridDim = dim3(1)'
refuse_in_kernel 'a store to warpSize' "assignment of read-only variable .warpSize." \
    'warpSize = 16'
refuse_in_kernel 'a fourth coordinate' "has no member named .w." '*p = threadIdx.w'
refuse_in_kernel 'a built-in variable in a message' \
    "request for member 'y' in 'threadIdx.uint3::x'|.threadIdx.uint3::x., which is of" \
    '*p = threadIdx.x.y'
refuse 'a global gridDim' 1 "conflicting declaration .dim3 gridDim." <<'END'
dim3 gridDim(4, 4);
END
refuse 'a global function blockDim' 1 "redeclared as different kind of entity" <<'END'
int blockDim(int n);
END

refuse_in_kernel 'a random number of the host' "rand\(\) $host" '*p = rand()'
refuse 'a host function in a kernel' 7 "twice\(int\) $host: write __device__ before it" <<'END'
int twice(int a);
int twice(int a) { return 2 * a; }
__global__ void k(int *p)
{
    auto once = [](int a) { return a; };
    *p = once(1) +
         twice(2);
}
END
# Which side a function runs on, however it is called: by a template, an operator, a
# constructor, a lambda, a pointer; and what a header has inlined.
refuse 'a host function, by a template' 2 "twice\(int\) $host" <<'END'
int twice(int a) { return 2 * a; }
template <class T> __device__ T via(T x) { return twice(x); }
__global__ void k(int *p) { *p = via(3); }
END
refuse 'an operator of the host' 2 "pair::operator\+\(pair const&\) const $host" <<'END'
struct pair { int a; pair operator+(const pair &b) const { return {a + b.a}; } };
__global__ void k(pair *p) { p[0] = p[1] + p[2]; }
END
refuse 'a constructor of the host' 2 "pair::pair\(int\) $host" <<'END'
struct pair { int a; pair(int b) : a{b} {} };
__global__ void k(int *p) { *p = pair(3).a; }
END
refuse 'a lambda of the host' 1 'operator\(\)\(int\) const is a host function' <<'END'
template <class F> __global__ void k(F f, int *p) { *p = f(p[1]); }
void host(int *p) { k<<<1, 1>>>([](int a) { return a; }, p); }
END
refuse 'a pointer to a host function' 2 "twice\(int\) $host" <<'END'
int twice(int a) { return 2 * a; }
__global__ void k(int *p) { int (*f)(int) = p[1] ? twice : nullptr; *p = f(3); }
END
refuse 'a function of another file' 2 "elsewhere\(int\) $host" <<'END'
int elsewhere(int a);
__global__ void k(int *p) { *p = elsewhere(3); }
END
refuse 'the error number' 2 "__errno_location\(\) $host" <<'END'
#include <errno.h>
__global__ void k(int *p) { *p = errno; }
END
refuse 'an algorithm of C++' 3 "k\(int\*\) runs code of <bits/stl_algo.h>" <<'END'
#include <algorithm>
__global__ void k(int *p)
{
    p[3] = 2;
    std::sort(p, p + 5);
}
END
refuse 'a kernel without a launch' 2 'k\(int\*\) is a kernel: launch it with <<<' <<'END'
__global__ void k(int *p) { *p = 1; }
void host(int *p) { k(p); }
END
refuse 'a kernel called by a kernel' 2 'j\(int\*\) is a kernel, and a kernel cannot call it' <<'END'
__global__ void j(int *p) { *p = 1; }
__global__ void k(int *p) { j(p); }
END
refuse 'a device function, by the host' 4 \
    'twice\(\) is a __device__ function, and the host cannot call it: write __host__' <<'END'
__device__ int twice(int a) { return 2 * a; }
int main()
{
    return twice(3);
}
END
is 'docs/emulator.md has what each refusal prints' \
    "$(sed -n '/^<!-- refusal table/,/^<!-- end of/p' docs/emulator.md | grep '^|')" \
    "$(emu/tests/subset/refusal-table)"

for header in $(cd emu/include/libraries && grep -rl '^#error' . | sort); do
    header=${header#./}
    refused=$(printf '#include <%s>\n' "$header" >"$scratch/refused.cu"
        "$emucc" -c "$scratch/refused.cu" -o "$scratch/refused.o" 2>&1)
    is "refused, <$header>: exit status" "$?" 1
    like "refused, <$header>: the message" "$refused" 'error: #error "the emulator has no '
done

# Of a function for both sides that calls one of the host, nvcc warns: a kernel may never
# come there.
cat >"$scratch/both.cu" <<'END'
#include <stdio.h>
#include <stdlib.h>
__host__ __device__ inline void check(bool right)
{
    if (!right)
        exit(1);
}
struct base {
    __device__ virtual int get() const = 0;
    virtual void print() const { printf("%p\n", (const void *)this); }
};
struct derived : base {
    int n;
    __device__ derived(int i) : n(i) {}
    __device__ int get() const override { return n; }
};
__device__ int of(const base &b) { return b.get(); }
__global__ void k(int *p)
{
    derived d(p[0]);
    check(p[0] == 4);
    p[0] = of(d) + 1;
}
int main()
{
    int *p, n = 4;
    cudaMalloc(&p, sizeof n);
    cudaMemcpy(p, &n, sizeof n, cudaMemcpyHostToDevice);
    k<<<1, 1>>>(p);
    cudaMemcpy(&n, p, sizeof n, cudaMemcpyDeviceToHost);
    printf("%d\n", n);
}
END
is 'a function for both sides calls one of the host: a warning' \
    "$(cd "$scratch" && "$emucc" both.cu -o both 2>&1; ./both)" \
    'both.cu:6: warning: exit() is a host function, and a kernel cannot call it
5'
is 'host code that uses a __device__ variable: a warning' \
    "$(cd "$scratch" && cat >shadow.cu <<'END'
#include <stdio.h>
__device__ int flag = 3;
__global__ void k() { printf("%d\n", flag); }
int main()
{
    flag = 4;
    k<<<1, 1>>>();
    cudaDeviceSynchronize();
}
END
    "$emucc" shadow.cu -o shadow 2>&1; ./shadow)" \
    "shadow.cu:6: warning: the host has a variable 'flag' of its own, and kernels use \
another one, on the GPU: use cudaMemcpyToSymbol() or cudaMemcpyFromSymbol()
3"

done_testing
