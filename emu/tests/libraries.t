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

echo '#include <thrust/no_such_header.h>' >"$scratch/none.cu"
is "a library that is not there: one line with its package" \
    "$(cd "$scratch" && "$emucc" -c none.cu -o none.o 2>&1)" \
    'none.cu:1: error: Thrust is not installed: apt-get install libthrust-dev'

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
if [ "$(cat emu/build/libraries | grep -c jansson)" = 1 ] && command -v jq >/dev/null; then
    is "a fault as SARIF" "$(jq -r '.runs[0].results[0] |
        [.ruleId, .locations[0].physicalLocation.region.startLine] | @tsv' "$scratch/all.sarif")" \
        "OUT_OF_BOUNDS	3"
fi

if command -v cmake >/dev/null; then
    cat >"$scratch/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.18)
project(demo LANGUAGES CXX CUDA)
find_package(CUDAToolkit REQUIRED)
add_library(kernels STATIC k.cu)
set_target_properties(kernels PROPERTIES CUDA_SEPARABLE_COMPILATION ON)
add_executable(demo main.cpp)
target_link_libraries(demo PRIVATE kernels CUDA::cudart)
END
    PATH=${emucc%/*}:$PATH cmake -S "$scratch" -B "$scratch/b" -DCMAKE_CUDA_COMPILER=emucc \
        >"$scratch/cmake.log" 2>&1
    is "CMake configures" "$?" 0
    like "... and finds the toolkit" "$(cat "$scratch/cmake.log")" \
        'Found CUDAToolkit: .*emu/build/toolkit'
    cmake --build "$scratch/b" >"$scratch/build.log" 2>&1
    is "... and builds" "$?" 0
    is "... and the program runs" "$("$scratch/b/demo" 2>&1)" 31
    like "... and a fault is found" "$("$scratch/b/demo" more 2>&1)" "$fault"
else
    skip CMake 'cmake is not installed'
fi
done_testing
