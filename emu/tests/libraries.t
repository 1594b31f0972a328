#!/bin/sh
# Libraries of Debian, compiled by emucc, and builds by others: CMake, g++ with -lcudart, a
# static library.
#
# depends: emu
. tests/tap.sh
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
emucc=$PWD/emu/frontend/emucc
toolkit=$PWD/emu/build/toolkit

# --- Thrust, CUB, libcu++

for name in std cub thrust; do
    case $name in
    std) header=cuda/std/version package=libcu++-dev ;;
    cub) header=cub/version.cuh package=libcub-dev ;;
    thrust) header=thrust/version.h package=libthrust-dev ;;
    esac
    if [ -f "/usr/include/$header" ]; then
        is "$name: what the compiler says" \
            "$("$emucc" "emu/tests/libraries/$name.cu" -o "$scratch/$name" 2>&1)" ""
        is "$name: right, without a fault" "$("$scratch/$name" 2>&1)" right
    else
        skip "$name" "$package is not installed"
    fi
done

# A fault in a library is at the user's line.
if [ -f /usr/include/cub/version.cuh ]; then
    cat >"$scratch/outside.cu" <<'END'
#include <cub/cub.cuh>

int main()
{
    int *in, *out;
    void *storage = nullptr;
    size_t bytes = 0;
    cudaMalloc(&in, 100 * sizeof *in);
    cudaMemset(in, 0, 100 * sizeof *in);
    cudaMalloc(&out, sizeof *out);
    cub::DeviceReduce::Sum(storage, bytes, in, out, 1000);
    cudaMalloc(&storage, bytes);
    cub::DeviceReduce::Sum(storage, bytes, in, out, 1000);
    cudaDeviceSynchronize();
}
END
    "$emucc" "$scratch/outside.cu" -o "$scratch/outside"
    like "a fault in CUB is at the user's line" "$("$scratch/outside" 2>&1)" \
        'outside.cu:13: OUT_OF_BOUNDS: .*reads .*\(100 elements of 4 bytes\) \(on line [0-9]+ of [a-z_]+.cuh\)'
fi

# Thrust names __half, also where no header has defined it yet.
if [ -f /usr/include/thrust/version.h ]; then
    cat >"$scratch/first.cu" <<'END'
#include <thrust/execution_policy.h>
#include <thrust/scan.h>
#include <cuda_fp16.h>
int main()
{
    __half x[3] = {1, 2, 3};
    thrust::inclusive_scan(thrust::host, x, x + 3, x);
    return __half2float(x[2]) != 6;
}
END
    is "Thrust before cuda_fp16.h" "$("$emucc" "$scratch/first.cu" -o "$scratch/first" 2>&1)" ''
    "$scratch/first"
    is "... and it runs" "$?" 0
fi

# An instruction of a library that is not supported stops the kernel that executes it.
mkdir -p "$scratch/include/cub"
cat >"$scratch/include/cub/rare.cuh" <<'END'
__device__ inline void rare(int yes)
{
    if (yes)
        asm volatile("nop 1;");
}
END
cat >"$scratch/rare.cu" <<'END'
#include <cub/rare.cuh>
__global__ void k(int yes) { rare(yes); }
int main(int arguments, char **)
{
    k<<<1, 1>>>(arguments - 1);
    return cudaDeviceSynchronize();
}
END
"$emucc" -isystem "$scratch/include" "$scratch/rare.cu" -o "$scratch/rare"
is "a library's instruction that is not executed" "$("$scratch/rare" 2>&1)" ''
said=$("$scratch/rare" yes 2>&1)
like "... one that is" "$said" "CRASH: .* executes 'nop', an instruction that the emulator does not"
like "... and what to try" "$said" '^  this path of the library cannot run here'

echo '#include <thrust/no_such_header.h>' >"$scratch/none.cu"
is "a library that is not there: one line with its package" \
    "$(cd "$scratch" && "$emucc" -c none.cu -o none.o 2>&1)" \
    'none.cu:1: error: Thrust is not installed: apt-get install libthrust-dev'

# --- cuBLAS, which needs a BLAS

if [ -n "$(emu/frontend/find-blas g++)" ]; then
    is "cuBLAS: what the compiler says" \
        "$("$emucc" emu/tests/libraries/cublas.cu -o "$scratch/cublas" 2>&1)" ""
    is "cuBLAS: right, without a fault" "$(EMU_NOTES=0 "$scratch/cublas" 2>&1)" right
    cat >"$scratch/faults.cu" <<'END'
#include <cstdio>
#include <cublas_v2.h>

__global__ void set(float *p) { p[threadIdx.x] = 1; }

int main()
{
    cublasHandle_t handle;
    cudaStream_t stream;
    float *a, *b, *c;
    const float one = 1, zero = 0;
    cublasCreate(&handle);
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaMalloc(&a, 16 * sizeof *a);
    cudaMalloc(&b, 16 * sizeof *b);
    cudaMalloc(&c, 15 * sizeof *c);
    set<<<1, 16, 0, stream>>>(a);
    cublasSaxpy(handle, 16, &one, a, 1, a, 1);
    cudaDeviceSynchronize();
    cublasSscal(handle, 16, &one, b, 1);
    cublasStatus_t status =
        cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 4, &one, a, 4, a, 4, &zero, c, 4);
    printf("%s, %s\n", cublasGetStatusName(status), cudaGetErrorName(cudaDeviceSynchronize()));
}
END
    "$emucc" "$scratch/faults.cu" -o "$scratch/faults"
    said=$("$scratch/faults" 2>&1)
    like "cuBLAS: work of another stream is a race" "$said" \
        'faults.cu:18: RACE: cublasSaxpy\(\) .* which set, called on line 17 in another stream'
    like "cuBLAS: memory that nothing has set" "$said" \
        'faults.cu:20: UNINITIALIZED: cublasSscal\(\) reads element 0 of x, 16 elements of 4 bytes'
    like "cuBLAS: a C that is too small" "$said" \
        'faults.cu:22: OUT_OF_BOUNDS: cublasSgemm\(\) stores to C, .*: bytes 0 to 63 of an allocation of 60 bytes \(.*faults.cu:16\)'
    like "... and the call fails" "$said" \
        'CUBLAS_STATUS_EXECUTION_FAILED, cudaErrorIllegalAddress'
    cat >"$scratch/host.c" <<'END'
#include <cublas_v2.h>
int main(void)
{
    cublasHandle_t handle;
    return cublasCreate(&handle) || cublasDestroy(handle);
}
END
    "$emucc" "$scratch/host.c" -lcublas -o "$scratch/host" && "$scratch/host"
    is "cuBLAS from C" "$?" 0
    g++ -no-pie -I"$toolkit/include" -x c++ "$scratch/host.c" \
        -L"$toolkit/lib64" -lcublas -lcudart -o "$scratch/linked" && "$scratch/linked"
    is "... and by g++ with -lcublas" "$?" 0
    # A g++ that finds no BLAS.
    cat >"$scratch/no-blas" <<'END'
#!/bin/sh
case $* in -print-file-name=lib*blas.so) echo "${1#*=}" ;; *) exec g++ "$@" ;; esac
END
    chmod +x "$scratch/no-blas"
    is "without a BLAS: one line with its package" \
        "$(CXX=$scratch/no-blas "$emucc" "$scratch/host.c" -o "$scratch/host" 2>&1)" \
        "emucc: 'cublasCreate' needs a BLAS: apt-get install libopenblas-dev"
    is "... and programs that do not call it need none" \
        "$(CXX=$scratch/no-blas "$emucc" emu/tests/fine/early-return.cu -Iemu/tests -lcublas -o "$scratch/host" 2>&1)" ""
else
    skip cuBLAS 'libopenblas-dev is not installed'
fi

# --- Builds

cat >"$scratch/k.cu" <<'END'
__global__ void fill(int *p, int n)
{
    p[threadIdx.x + n] = threadIdx.x;
}
int run(int n)
{
    int *p, last;
    cudaMalloc(&p, 32 * sizeof *p);
    fill<<<1, 32>>>(p, n);
    cudaMemcpy(&last, p + 31, sizeof last, cudaMemcpyDeviceToHost);
    cudaFree(p);
    return last;
}
END
cat >"$scratch/main.cpp" <<'END'
#include <cstdio>
#include <cuda_runtime.h>
int run(int n);
int main(int argc, char **)
{
    printf("%d\n", run(argc - 1));
}
END
fault='k.cu:3: OUT_OF_BOUNDS: .*writes p\[32\]'
(cd "$scratch" && "$emucc" -c k.cu -o k.o && ar rcs libk.a k.o &&
    g++ -no-pie -I"$toolkit/include" main.cpp libk.a -L"$toolkit/lib64" -lcudart -o linked)
is "g++ links a static library with -lcudart" "$("$scratch/linked" 2>&1)" 31
like "... and a fault is found" "$("$scratch/linked" more 2>&1)" "$fault"

is "--run compiles and runs" "$(cd "$scratch" && cat k.cu main.cpp >all.cu &&
    "$emucc" --run all.cu 2>&1 | sort)" "31
emulator: 1 launch; no fault"
(cd "$scratch" && EMU_FAULTS_JSON=all.sarif "$emucc" --run all.cu more >/dev/null 2>&1)
if grep -q jansson emu/build/libraries && command -v jq >/dev/null; then
    is "a fault as SARIF" "$(jq -r '.runs[0].results[0] |
        [.ruleId, .locations[0].physicalLocation.region.startLine] | @tsv' "$scratch/all.sarif")" \
        "OUT_OF_BOUNDS	3"
fi

if command -v cmake >/dev/null; then
    cat >"$scratch/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.18)
project(demo LANGUAGES CXX CUDA)
find_package(CUDAToolkit REQUIRED)
add_library(the-kernels STATIC k.cu)
target_include_directories(the-kernels PRIVATE a-folder)
set_target_properties(the-kernels PROPERTIES CUDA_SEPARABLE_COMPILATION ON)
add_executable(demo main.cpp more-kernels.cu)
target_link_libraries(demo PRIVATE the-kernels CUDA::cudart CUDA::cublas)
END
    # What CMake passes in files, it puts in quotes.
    b="$scratch/a-b c"
    mkdir "$scratch/a-folder" && touch "$scratch/a-folder/one.h"
    sed '1i #include "one.h"' "$scratch/k.cu" >"$scratch/with_header.cu"
    mv "$scratch/with_header.cu" "$scratch/k.cu"
    echo '__global__ void more() {}' >"$scratch/more-kernels.cu"
    PATH=${emucc%/*}:$PATH cmake -S "$scratch" -B "$b" -DCMAKE_CUDA_COMPILER=emucc \
        >"$scratch/cmake.log" 2>&1
    is "CMake configures" "$?" 0
    like "... and finds the toolkit" "$(cat "$scratch/cmake.log")" \
        'Found CUDAToolkit: .*emu/build/toolkit'
    cmake --build "$b" >"$scratch/build.log" 2>&1
    is "... and builds" "$?" 0
    is "... and the program runs" "$("$b/demo" 2>&1)" 31
    like "... and a fault is found" "$("$b/demo" more 2>&1)" "$(echo "$fault" | sed s/:3:/:4:/)"
else
    skip CMake 'cmake is not installed'
fi
done_testing
