#!/bin/sh
# Makefiles that were written for nvcc, with the installed emulator (install.t).
#
# depends: emu emu/README.md
. tests/tap.sh
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
prefix=$work/prefix
root=$PWD
unset CXX EMU_THREADS EMU_TIMEOUT EMU_LEAKS EMU_NOTES
make -s -C emu install PREFIX="$prefix" || exit 1
PATH=$prefix/bin:$PATH

# One program; nvcc by its variable, which the environment may set.
mkdir "$work/one" && cd "$work/one" || exit 1
awk '/^```cuda$/ { inside = 1; next } /^```$/ { inside = 0 } inside' "$root/emu/README.md" |
    sed 's/i <= n/i < n/' >vector_add.cu
cat >Makefile <<'END'
NVCC ?= nvcc
NVCCFLAGS = -O3 -arch=sm_80 -std=c++17 -lineinfo
LDLIBS = -lcudart -lm

all: vector_add

%: %.cu
	$(NVCC) $(NVCCFLAGS) $< -o $@ $(LDLIBS)

run: vector_add
	./vector_add

clean:
	rm -f vector_add
END
is "a Makefile of one program" "$(make -s run NVCC=emucc 2>&1)" 'cudaSuccess
b[999] = 1998'
is "... with NVCC in the environment" "$(make -s clean && NVCC=emucc make -s run 2>&1)" \
    'cudaSuccess
b[999] = 1998'

# Three languages, separate compilation, device code in two files, dependencies.
mkdir -p "$work/project/src" "$work/project/include" && cd "$work/project" || exit 1
cat >Makefile <<'END'
CUDA_PATH ?= /usr/local/cuda
NVCC := $(CUDA_PATH)/bin/nvcc
TARGET := bin/scale
GENCODE := -gencode arch=compute_80,code=sm_80 -gencode=arch=compute_90,code=\"sm_90,compute_90\"
NVCCFLAGS := -O3 --std=c++17 $(GENCODE) -rdc=true -lineinfo -Xcompiler -Wall,-Wextra -MMD -MP
INCLUDES := -Iinclude -I$(CUDA_PATH)/include
LIBS := -L$(CUDA_PATH)/lib64 -lcudart -lcuda -lm

SOURCES := $(wildcard src/*.cu src/*.cpp src/*.c)
OBJECTS := $(SOURCES:src/%=build/%.o)

$(TARGET): $(OBJECTS)
	@mkdir -p $(@D)
	$(NVCC) $(NVCCFLAGS) $^ -o $@ $(LIBS)

build/%.o: src/%
	@mkdir -p $(@D)
	$(NVCC) $(NVCCFLAGS) $(INCLUDES) -c $< -o $@

-include $(OBJECTS:.o=.d)
END
cat >include/scale.h <<'END'
#ifdef __cplusplus
extern "C" {
#endif
void scale(float *values, int n);
int count(void);
#ifdef __cplusplus
}
#endif
END
cat >src/scale.cu <<'END'
#include "scale.h"
extern __device__ float factor;
__device__ float scaled(float value);
__global__ void scale_all(float *values, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    values[i] = scaled(values[i]) * factor;
    (void)n;
}
extern "C" void scale(float *values, int n)
{
    scale_all<<<(n + 31) / 32, 32>>>(values, n);
    cudaDeviceSynchronize();
}
END
cat >src/device.cu <<'END'
__device__ float factor = 3;
__device__ float scaled(float value)
{
    return value + 1;
}
END
cat >src/count.c <<'END'
#include "scale.h"
int count(void)
{
    int class = 40;
    return class;
}
END
cat >src/main.cpp <<'END'
#include "scale.h"
#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>
int main()
{
    float *values;
    cudaMallocManaged((void **)&values, count() * sizeof *values);
    for (int i = 0; i < count(); i++)
        values[i] = i;
    scale(values, count());
    std::printf("%g\n", std::sqrt(values[11]));
    return cudaFree(values);
}
END
said=$(make -j2 NVCC=emucc 2>&1)
is "a Makefile of a project: exit status" "$?" 0
unlike "... no warning" "$said" 'warning|error'
is "... the output, and the fault" "$(bin/scale 2>&1 | sed '/^  /d; s/: thread.*//')" \
    'src/scale.cu:7: OUT_OF_BOUNDS
6'
# rebuilt FILE: what make compiles again if FILE is newer.
rebuilt() {
    touch -d '+1 minute' "$1"
    make -n NVCC=emucc 2>&1 | sed -n 's/.* -c \([^ ]*\) .*/\1/p' | sort | tr '\n' ' '
    touch -d '-1 minute' "$1"
}
is "... what depends on a header" "$(rebuilt include/scale.h)" 'src/count.c src/main.cpp src/scale.cu '
is "... and on a source" "$(rebuilt src/device.cu)" 'src/device.cu '
is "the rule of -MMD -MP" "$(cat build/scale.cu.d)" 'build/scale.cu.o: src/scale.cu include/scale.h
include/scale.h:'
echo 'static int unused;' >>src/count.c
like "-Xcompiler reaches C" "$(make NVCC=emucc 2>&1)" "src/count.c:7:12: warning: .unused. defined"
sed -i 's/    (void)n;/    int nothing;/' src/scale.cu
like "... and kernels, as errors" "$(make NVCC='emucc -Xcompiler -Werror' 2>&1)" \
    'src/scale.cu:8:9: error: unused variable .nothing.'

# In the manner of NVIDIA's samples: lists of options, the compiler's release, -M, nvcc
# itself in a rule.
mkdir "$work/sample" "$work/bin" && cd "$work/sample" || exit 1
ln -s "$prefix/bin/emucc" "$work/bin/nvcc"
cp ../one/vector_add.cu vectorAdd.cu
cat >Makefile <<'END'
HOST_COMPILER ?= g++
NVCC := nvcc -ccbin $(HOST_COMPILER)
RELEASE := $(shell $(NVCC) --version | grep release | sed 's/.*release //; s/,.*//')
NVCCFLAGS := -m64 --threads 0 --std=c++11
CCFLAGS := -fPIC -pthread -fopenmp
LDFLAGS := -Wl,-rpath=/nowhere
SMS ?= 75 80 90
$(foreach sm,$(SMS),$(eval GENCODE += -gencode arch=compute_$(sm),code=sm_$(sm)))
ALL_CCFLAGS := $(NVCCFLAGS) $(addprefix -Xcompiler ,$(CCFLAGS))
ALL_LDFLAGS := $(ALL_CCFLAGS) $(addprefix -Xlinker ,--as-needed)

all: vectorAdd library
	@echo 'CUDA $(RELEASE)'

dependencies: vectorAdd.cu
	nvcc -M -MT vectorAdd.o $< -o $@

-include dependencies

vectorAdd.o:
	$(NVCC) $(ALL_CCFLAGS) $(GENCODE) --compiler-options "-Wall -DSAMPLE" -dc -o $@ -c $<

device.o: vectorAdd.o
	nvcc -dlink -o $@ $<

vectorAdd: vectorAdd.o device.o
	$(NVCC) $(ALL_LDFLAGS) $(GENCODE) -o $@ $+ -lcudadevrt

library: vectorAdd.o
	ar rcs libvector.a $<
	nvcc -o $@ libvector.a -L. -lcudart_static -ldl -lrt

.PHONY: all
END
is "a Makefile in the manner of NVIDIA's samples" \
    "$(PATH=$work/bin:$PATH make 2>&1 | tail -n 1)" 'CUDA 13.0'
is "... its program" "$(./vectorAdd 2>&1 | head -n 1)" cudaSuccess
is "... linked from a library" "$(./library 2>&1 | head -n 1)" cudaSuccess
like "... the rule of -M" "$(tr -d '\n' <dependencies)" \
    "^vectorAdd.o: .*vectorAdd.cu.* $prefix/lib/emu/include/cuda/cuda_runtime.h"

done_testing
