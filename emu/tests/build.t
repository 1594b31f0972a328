#!/bin/sh
# emucc: launches in every form, warp operations, and the messages of its refusals.
#
# depends: emu
. tests/tap.sh
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
emucc=$PWD/emu/frontend/emucc

for program in launches warp_ops; do
    ok "$program compiles without a word" sh -c \
        "said=\$('$emucc' -Wall -Wextra emu/tests/$program.cu -o '$scratch/p' 2>&1) &&
         echo \"\$said\" && [ -z \"\$said\" ]"
    is "$program runs" "$(EMU_NOTES=0 "$scratch/p" 2>&1)" right
done

refuse() { # NAME, REGEX of the message; the source on standard input
    cat >"$scratch/refused.cu"
    said=$(cd "$scratch" && "$emucc" -c refused.cu -o refused.o 2>&1)
    is "$1: exit status" "$?" 1
    like "$1: the message" "$said" "$2"
    is "$1: leaves no object" "$(find "$scratch" -name "*.o")" ""
}
refuse 'a syntax error behind a long launch' '^refused.cu:8:.*error:.*nonsense' <<'END'
__global__ void k(int *p)
{
    *p = 1;
}
void f(int *p)
{
    k<<<1,
        1>>>(p, nonsense);
}
END
refuse 'inline PTX' '^refused.cu:4: error: inline PTX' <<'END'
__global__ void k(int *p)
{
    int lane;
    asm("mov.u32 %0, %%pm0;" : "=r"(lane));
    *p = lane;
}
END
refuse 'a launch with too few arguments' \
    '^refused.cu:4:.*error: the kernel takes \(int\*, float\), but is launched with \(int\*&\)' <<'END'
__global__ void k(int *p, float f) { *p = f; }
void f(int *p)
{
    k<<<1, 1>>>(p);
}
END
refuse 'a launch with another pointer' \
    'error: the kernel takes \(int\*, float\), but is launched with \(float\*&, int\)' <<'END'
template <class T> __global__ void k(T *p, float f) { *p = f; }
void f(float *p)
{
    k<int><<<1, 1>>>(p, 0);
}
END
refuse 'a launch without a block' '^refused.cu:4: error: .<<<. takes at least' <<'END'
__global__ void k(int *p) { *p = 1; }
void f(int *p)
{
    k<<<1>>>(p);
}
END
refuse 'a launch with five values' '^refused.cu:4: error: .<<<. takes grid, block and' <<'END'
__global__ void k(int *p) { *p = 1; }
void f(int *p)
{
    k<<<1, 1, 0, 0, 0>>>(p);
}
END
printf '__global__ void k(char *p)\n{\n    *p = "a\000b"[1];\n}\n' >"$scratch/zero"
refuse 'a byte 0' '^refused.cu:3: error: the source contains a byte 0$' <"$scratch/zero"
refuse 'a header that is not there' 'cuda_of_tomorrow.h: No such file' <<'END'
#include <cuda_of_tomorrow.h>
END

like 'a line marker whose quote is open' \
    "$(printf '# 1 "open\n__global__ void k() { asm("nop"); }\n' | emu/build/rewrite 2>&1)" \
    '^[?]:2: error: inline PTX'
for qualifier in __global__ __device__ __shared__ __constant__ __managed__; do
    ok "20000 times $qualifier take no minutes" sh -c "yes $qualifier | head -n 20000 |
        timeout 2 emu/build/rewrite >'$scratch/rewritten'; [ \$? -le 1 ]"
done
ok '20000 dynamic arrays take none either' sh -c "yes 'extern __shared__ float s[];' |
    head -n 20000 | timeout 2 emu/build/rewrite >'$scratch/rewritten'"

call() { # NAME REGEX ARGUMENTS...: a bad call
    name=$1 regex=$2
    shift 2
    said=$("$emucc" "$@" 2>&1)
    is "$name: exit status" "$?" 2
    like "$name: the message" "$said" "$regex"
}
call 'no such file' "^emucc: no such file: 'gone.cu'$" gone.cu -o "$scratch/p"
call 'no input' '^emucc: no input' -o "$scratch/p"
call 'an unknown option' "^emucc: unknown option '-frobnicate'$" -frobnicate x.cu
is 'an unknown GPU' "$(EMU_GPU=nonsense "$scratch/p" 2>&1 |
    sed 's|.*emu/gpus|emu/gpus|')" \
    'emu/gpus/nonsense.tsv: no such GPU profile; EMU_GPU names a file beside it, without .tsv'

mkdir "$scratch/a path"
cp emu/tests/warp_ops.cu "$scratch/a path/its name.cu"
ok 'paths with spaces' sh -c "cd '$scratch/a path' && '$emucc' 'its name.cu' -o 'the program'"
is 'and the program runs' "$("$scratch/a path/the program")" right

# A program of C alone finds the GPU's profile as well, from anywhere.
cat >"$scratch/plain.c" <<'END'
#include <cuda_runtime.h>
#include <stdio.h>
int main(void)
{
    struct cudaDeviceProp p;
    printf("%s\n", cudaGetDeviceProperties(&p, 0) ? "error" : p.name);
    return 0;
}
END
ok 'a program of C alone compiles' "$emucc" "$scratch/plain.c" -o "$scratch/plain"
is 'and finds the profile' "$(cd "$scratch" && ./plain 2>&1)" \
    "$(awk -F '\t' '$1 == "name" { print $2 }' emu/gpus/h200.tsv)"

# shared.c takes every thread-local variable for a shared array, but those of this name.
is "the emulator's own thread-local variables are named emu_*" \
    "$(readelf -sW emu/build/libemu.a | awk '$4 == "TLS" && $8 !~ /^emu_/ { print $8 }')" ''
like 'there are such' "$(readelf -sW emu/build/libemu.a)" ' TLS .* emu_shared_dynamic$'

# A program may have names of its own: the emulator's begin with one of these. The
# exceptions are what assert() calls, in kernels as well, and two functions of the C library
# that count in kernels: a program that defines them itself gets its own. (__odr_asan: under a sanitizer;
# __ubsan_handle_: what g++ calls for -fsanitize=signed-integer-overflow.)
is "libemu.a defines no other names" \
    "$(nm -g --defined-only emu/build/libemu.a | awk 'NF == 3 { print $3 }' |
        grep -Ev '^(emu_|cuTensorMap|cuInit$|cuGetError|cuMemGetAddressRange$|cuda|__cuda|__tsan_|probe_|__odr_asan|__ubsan_handle_)' | sort -u)" '__assert_fail
exp2f
expf'

# Every hook for atomic operations that g++'s library would have.
library=$(${CXX:-g++} -print-file-name=libtsan.so)
if [ -f "$library" ]; then
    is "libemu.a has every atomic hook of libtsan" "$(nm emu/build/libemu.a |
        grep -o '__tsan_atomic[a-z0-9_]*' | sort -u)" \
        "$(nm -D "$library" | grep -o '__tsan_atomic[a-z0-9_]*' | sort -u)"
else
    ok "libemu.a has every atomic hook of libtsan # SKIP no libtsan" true
fi

# Of the built-in variables a kernel reads no memory that a hook is called for.
cat >"$scratch/no_hook.cu" <<'END'
__global__ void k(uint3 *p)
{
    if (threadIdx.x + blockIdx.y * blockDim.z < gridDim.x / warpSize)
        __syncthreads();
}
END
"$emucc" -c "$scratch/no_hook.cu" -o "$scratch/no_hook.o"
is "built-in variables call no hook" "$(nm -u "$scratch/no_hook.o" | awk '{ print $NF }' |
    grep -v '^__tsan_init$' | tr '\n' ' ')" \
    'emu_block_dim emu_block_idx emu_enter emu_grid_dim emu_syncthreads emu_thread_idx '

# A folder whose name begins with that of this one.
mkdir "$scratch/a" "$scratch/ab"
echo '__global__ void k(int *p) { *p = 1; }
int main() { k<<<1, 1>>>(0); return cudaDeviceSynchronize() == 0; }' >"$scratch/ab/k.cu"
like "a program beside this folder: its path" \
    "$(cd "$scratch/a" && "$emucc" "$scratch/ab/k.cu" -o k && ./k 2>&1)" "^$scratch/ab/k.cu:1: "

done_testing
