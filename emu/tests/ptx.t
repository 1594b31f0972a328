#!/bin/sh
# Inline PTX that is refused: each message names the line and what is wrong. What there is:
# emu/tests/subset/ptx_*.cu
#
# depends: emu
. tests/tap.sh
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT

# says NAME TEXT CODE: the message about CODE, from line 4 of a kernel on.
says() {
    cat >"$scratch/refused.cu" <<END
__global__ void k(int *p)
{
    int a = *p;
    $3
    *p = a;
}
END
    said=$(cd "$scratch" && "$emucc" -c refused.cu -o refused.o 2>&1)
    is "$1: exit status" "$?" 1
    is "$1" "$(printf '%s\n' "$said" | sed -n '/ error: /{s///;s/^[^:]*://;p;q}')" "$2"
}
emucc=$PWD/emu/frontend/emucc
says 'an instruction that is not known' "4:inline PTX: the instruction 'setmaxnreg.inc' is misspelt, or \
not supported by the emulator: compare it with the PTX ISA" \
    'asm volatile("setmaxnreg.inc 40;");'
says 'a modifier that is not known' "4:inline PTX: the instruction 'add.sat.u32' is misspelt, or \
not supported by the emulator: compare it with the PTX ISA" \
    'asm("add.sat.u32 %0, %0, 1;" : "+r"(a));'
says 'one of several instructions, at its own line' "6:inline PTX: the instruction 'nop' is misspelt, or \
not supported by the emulator: compare it with the PTX ISA" \
    'asm volatile("add.u32 %0, %0, 1;\n\t"
                 "add.u32 %0, %0, 2;\n\t"
                 "nop 1;\n\t"
                 "add.u32 %0, %0, 3;" : "+r"(a));'
says 'too few operands' "4:inline PTX: 'add.u32' has 2 operands, expected 3" \
    'asm("add.u32 %0, %0;" : "+r"(a));'
says 'an address without brackets' "4:inline PTX: an operand of 'ldmatrix' is of another kind: \
an address is in [ ], and several registers are in { }" \
    'asm("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, %1;" : "=r"(*p) : "r"(7));'
says 'an operand that is not there' "4:inline PTX: there is no operand '%2'" \
    'asm("add.u32 %0, %1, %2;" : "=r"(a) : "r"(a));'
says 'a register that is not declared' "4:inline PTX: 'x' is not declared by .reg, or not \
supported by the emulator" 'asm("mov.u32 %0, x;" : "=r"(a));'
says 'a special register that is not known' "4:inline PTX: '%%envreg3' is not declared by .reg, \
or not supported by the emulator" 'asm("mov.u32 %0, %%envreg3;" : "=r"(a));'
says 'registers of a type that is not known' "4:inline PTX: registers of type '.b128' are not \
supported by the emulator" 'asm("{ .reg .b128 x; }");'
says 'no semicolon' "4:inline PTX: ';' is missing after an instruction" \
    'asm("add.u32 %0, %0, 1" : "+r"(a));'
says 'a comment without an end' "4:inline PTX: a comment has no end" \
    'asm("add.u32 %0, %0, 1; /* one" : "+r"(a));'
says 'a number that is none' "4:inline PTX: '0f12' is no number" \
    'asm("{ .reg .f32 x; mov.f32 x, 0f12; }");'
says 'an address without its bracket' "4:inline PTX: '[%1' is no address" \
    'asm("ld.global.u32 %0, [%1;" : "=r"(a) : "l"(p));'
says 'a label that is no name' "4:inline PTX: 'a+b' is not a name" 'asm("bra a+b;");'
says 'to leave the kernel' "4:inline PTX: 'ret' is not supported by the emulator: leave by a \
label at the end" 'asm("ret;");'
says 'an operand without a constraint' "4:inline PTX: expected \"constraint\"(expression)" \
    'asm("mov.u32 %0, 1;" : a);'
says 'a label of a variable' "4:inline PTX ('asm') outside of a kernel's statements is not \
supported by the emulator: use C++" 'register int b asm("r15") = 1; a = b;'
says 'a label of a function' "4:inline PTX ('asm') outside of a kernel's statements is not \
supported by the emulator: use C++" 'int other() asm("abort"); a = other();'
says 'a result that is too wide' "4:inline PTX: the result has more bits than its register" \
    'asm("mov.u64 %0, 1;" : "=r"(a));'
says 'an operand that is too narrow' "4:inline PTX: the operand has fewer bits than the \
instruction's type" 'asm("cvt.u32.u64 %0, %1;" : "=r"(a) : "r"(a));'
says 'a fragment of other registers' "4:inline PTX: mma has another number of registers: its operands are D, A, B and C, in this order" \
    'asm("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0, %0}, {%0, %0}, {%0, %0}, \
{%0, %0};" : "+r"(a));'

says 'a result that is read' "4:inline PTX: %0 is read, and its constraint \"=r\" says that it is \
only written: is the number right? If so, write \"+r\"" 'asm("add.u32 %0, %0, 1;" : "=r"(a));'
says 'sums that are results alone' "5:inline PTX: %0 is read, and its constraint \"=f\" says that it \
is only written: is the number right? If so, write \"+f\"" 'float d = 0;
    asm("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0,%0,%0,%0}, {%1,%1}, {%1}, \
{%0,%0,%0,%0};" : "=f"(d) : "r"(a));'
says 'operands that are numbered from the sums on' "5:inline PTX: the registers of A and B have \
constraint r, and not f: do their numbers begin after those of the sums?" 'float d = 0;
    asm("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0,%0,%0,%0}, {%0,%0}, {%1}, \
{%0,%0,%0,%0};" : "+f"(d) : "r"(a));'
says 'an operand of 64 bits in place of 32' "4:inline PTX: an operand has not the number of bits \
of the instruction's type: constraint l is for 64 bits, r for 32, h for 16" \
    'asm("add.u32 %0, %1, 1;" : "=r"(a) : "l"(8ull));'
says 'a size of 64 bits of a copy' "4:inline PTX: an operand has not the number of bits of the \
instruction's type: constraint l is for 64 bits, r for 32, h for 16" \
    'asm("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(a), "l"(p), "l"(16ull));'
says 'a number of registers that is no multiple of 8' "4:inline PTX: setmaxnreg takes a \
multiple of 8 from 24 to 256" 'asm volatile("setmaxnreg.dec.sync.aligned.u32 28;");'
says 'too many registers' "4:inline PTX: setmaxnreg takes a multiple of 8 from 24 to 256" \
    'asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(264));'
says 'a number of registers that is not constant' "4:inline PTX: setmaxnreg takes a \
constant: a number, or an operand with the constraint n" \
    'asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"r"(a));'

# Statements wherever one may begin, and in macros.
cat >"$scratch/places.cu" <<'END'
#include <stdio.h>
#define ADD(x, n) asm volatile("add.u32 %0, %0, " #n ";" : "+r"(x))
template <int N> __device__ int more(int a)
{
    asm("add.u32 %0, %1, %2;" : "=r"(a) : "r"(a), "n"(N + 1));
    return a;
}
__host__ __device__ int both(int a)
{
#ifdef __CUDA_ARCH__
    asm("add.u32 %0, %0, 1000;" : "+r"(a));
#endif
    return a;
}
__global__ void k(int *p)
{
    int a = 0;
    if (threadIdx.x == 0)
        ADD(a, 1);
    else
        ADD(a, 100);
    for (int i = 0; i < 3; i++)
        asm("add.u32 %0, %0, 10;" : "+r"(a));
    do
        asm("add.u32 %0, %0, 100;" : "+r"(a));
    while (a < 200);
    auto twice = [&] { __asm__ __volatile__("add.u32 %0, %0, %0;" : "+r"(a)::"memory"); };
    twice();
    *p = both(more<3>(a));
}
int main()
{
    int *p, host;
    cudaMalloc(&p, 4);
    k<<<1, 1>>>(p);
    cudaMemcpy(&host, p, 4, cudaMemcpyDeviceToHost);
    printf("%d\n", host);
}
END
"$emucc" -Wall -Wextra "$scratch/places.cu" -o "$scratch/places" >"$scratch/said" 2>&1
is 'statements in all places compile without a word' "$? $(cat "$scratch/said")" '0 '
is '... and are right' "$("$scratch/places")" 1466

# What a result holds before the statement is no value; nor does a deadlock pass in silence.
cat >"$scratch/lost.cu" <<'END'
#include <cstdio>
__global__ void k(float *p)
{
    float kept = 1, lost = 1;
    asm("add.f32 %0, %0, %1;" : "+f"(kept) : "f"(2.0f));
    asm("{ .reg .pred never; setp.ne.s32 never, 0, 0; @never mov.f32 %0, %1; }"
        : "=f"(lost)
        : "f"(2.0f));
    int old = 5, next;
    asm("add.s32 %0, %1, 1;" : "=r"(next) : "r"(old));
    asm("add.s32 %0, %1, 1;" : "=r"(old) : "r"(old));
    p[0] = kept;
    p[1] = lost;
    p[2] = next + old;
}
int main()
{
    float *p;
    cudaMallocManaged(&p, 3 * sizeof *p);
    k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    printf("%g %s %g\n", p[0], p[1] == p[1] ? "kept" : "lost", p[2]);
}
END
"$emucc" "$scratch/lost.cu" -o "$scratch/lost"
is 'a result that is not written is lost' "$("$scratch/lost")" '3 lost 12'
says 'a float in a register of 32 bits' "5:inline PTX: an operand has another type than its \
constraint: h is for 16 bits, r for 32, l for 64 or a pointer, f for float, d for double" \
    'float x = 1;
    asm("mov.b32 %0, %1;" : "=r"(a) : "r"(x));'
says 'a result without =' "4:inline PTX: a result needs = in its constraint, such as \
\"=r\"(x), or + if it is read, too" 'asm("mov.b32 %0, 1;" : "r"(a));'
says 'a 32-bit address in a register of 64' "4:inline PTX: an operand has another type than its \
constraint: h is for 16 bits, r for 32, l for 64 or a pointer, f for float, d for double" \
    'asm("mov.b32 %0, 1;" : "=r"(a) : "l"(a));'
says 'four registers for two matrices' "5:inline PTX: ldmatrix needs a register for each matrix: \
x1, x2 or x4" 'unsigned r[4];
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(a));'
"$emucc" -Iemu/tests emu/tests/deadlock.cu -o "$scratch/deadlock"
like 'a deadlock: the barrier where some have arrived' \
    "$("$scratch/deadlock" 2>&1 >/dev/null | head -n 1)" \
    ':31: BARRIER: thread \(32,0\) waits for phase 0 of full, with 32 of 33 arrivals, '
is 'a deadlock: who waits for what' "$("$scratch/deadlock" 2>&1 >/dev/null | sed 1,2d)" \
    "    empty: phase 0, 0 of 32 arrivals
      32 threads wait, thread (0,0) first, for parity 0, since line 22
    full: phase 0, 32 of 33 arrivals
      32 threads wait, thread (32,0) first, for parity 0, since line 31"
"$emucc" -Iemu/tests emu/tests/BARRIER/setmaxnreg-more-than-the-pool.cu -o "$scratch/pool"
is 'a deadlock: who waits for registers' "$("$scratch/pool" 2>&1 >/dev/null | sed 1,2d)" \
    "    __syncthreads():
      320 threads wait, thread (0,0) first, since line 18
    registers: 512 of 64512 are free
      64 threads wait, thread (320,0) first, for 224 per thread, since line 17"
# A flag that orders, without its .release.
for side in st red; do
    sed "s/$side\\.release/$side.relaxed/" emu/tests/fine/ptx-flag.cu >"$scratch/flag.cu"
    "$emucc" -Iemu/tests "$scratch/flag.cu" -o "$scratch/flag"
    like "a flag without .release: $side" "$("$scratch/flag" 2>&1 >/dev/null)" ': RACE: .* tile\['
done
# A wgmma descriptor has 18 bits of an address: a wrong one reads the same in each run.
cat >"$scratch/window.cu" <<'END'
#include <cstdio>
extern __shared__ char dynamic[];
__global__ void k(unsigned *p)
{
    __shared__ char before[5000], after[300];
    p[blockIdx.x] = (unsigned)__cvta_generic_to_shared(dynamic) % (1u << 18);
    before[0] = after[0] = 0;
}
int main()
{
    unsigned *p;
    cudaMallocManaged(&p, 64 * sizeof *p);
    k<<<64, 1, 100>>>(p);
    cudaDeviceSynchronize();
    for (int i = 0; i < 64; i++)
        if (p[i] != 4096)
            printf("block %d: %u\n", i, p[i]);
}
END
"$emucc" "$scratch/window.cu" -o "$scratch/window"
is 'dynamic shared memory has the same place in the window of every worker' \
    "$("$scratch/window" && EMU_THREADS=3 "$scratch/window" 2>&1)" ''
"$emucc" emu/tests/subset/barriers.cu -o "$scratch/barriers"
is 'barriers of all kinds' "$("$scratch/barriers" 2>&1)" right
done_testing
