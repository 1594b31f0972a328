#!/bin/sh
# Programs and kernels that destroy themselves in every way (misdeeds.h): a kernel's fault
# becomes one line, and the program continues; a check becomes a verdict.
. tests/tap.sh
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

ok 'misdeeds.cu compiles' emu/frontend/emucc -Itests/slow tests/slow/misdeeds.cu \
    -o "$scratch/misdeeds"

# --- A program of its own ---------------------------------------------------------------

# in_kernel NAME KIND: the fault, then the CUDA error, and life goes on.
in_kernel() {
    EMU_TIMEOUT=1 timeout 20 "$scratch/misdeeds" "$1" >"$scratch/out" 2>"$scratch/err"
    is "$1 in a kernel: the program's own status" "$?" 3
    like "$1 in a kernel: says $2" "$(cat "$scratch/err")" \
        "^tests/slow/misdeeds.h:[0-9]+: $2: thread \(33,0\) of block \(0,0\) "
    like "$1 in a kernel: the error" "$(head -n 1 "$scratch/out")" '^cudaError[A-Z]'
    is "$1 in a kernel: another launch" "$(sed -n 2p "$scratch/out")" lived
}
in_kernel aborts CRASH
in_kernel raises-segv CRASH
in_kernel raises-fpe CRASH
in_kernel raises-trap CRASH
in_kernel raises-sys CRASH
in_kernel jumps-wild CRASH
in_kernel smashes-stack CRASH
in_kernel recurses CRASH
in_kernel recurses-in-strides CRASH
in_kernel huge-local CRASH
in_kernel spins TIMEOUT
in_kernel throws '[A-Z_]*'

# Who ends the program leaves no program to go on, but not in silence.
# Both blocks do so; which is first depends on the cores.
for threads in 1 2; do
    EMU_THREADS=$threads timeout 20 "$scratch/misdeeds" exits >"$scratch/out" 2>"$scratch/err"
    is "exits in a kernel, $threads threads: the status" "$?" 1
    is "exits in a kernel, $threads threads: told once" "$(grep -c CRASH "$scratch/err")" 1
    like "exits in a kernel, $threads threads: says so" "$(cat "$scratch/err")" \
        "^tests/slow/misdeeds.h:[0-9]+: CRASH: thread \(33,0\) of block \([01],0\) "
done

# On the host, what would happen without the emulator: NAME STATUS.
on_host() {
    status=$(sh -c 'timeout 2 "$0" "$1" host >"$2" 2>&1; echo $?' \
        "$scratch/misdeeds" "$1" "$scratch/out" 2>"$scratch/err")
    is "$1 on the host: its status" "$status" "$2"
    unlike "$1 on the host: does not go on" "$(cat "$scratch/out")" 'went on'
}
on_host aborts 134
on_host raises-segv 139
on_host raises-fpe 136
on_host raises-trap 133
on_host raises-sys 159
on_host jumps-wild 139
on_host recurses 139
on_host huge-local 139
on_host spins 124
on_host throws 134
on_host frees-twice 134
on_host exits 0

# --- A kernel that is checked -----------------------------------------------------------

copy_tree "$scratch/tree"
cd "$scratch/tree" || exit 1
for misdeed in ABORTS RAISES_SEGV RAISES_FPE RAISES_TRAP RAISES_SYS JUMPS_WILD \
    SMASHES_STACK RECURSES_IN_STRIDES HUGE_LOCAL SPINS THROWS FREES_TWICE EXITS; do
    for where in kernel host; do
        verdict='CRASH|TIMEOUT|OUT_OF_BOUNDS'
        call="commit_in_kernel<<<2, 64>>>($misdeed, library, (int *)C)"
        [ "$where" = kernel ] || call="commit($misdeed, library)"
        cat >"$scratch/kernel.cu" <<KERNEL
#include "sgemm.h"
#include "$PWD/tests/slow/misdeeds.h"

void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    (void)M, (void)N, (void)K, (void)alpha, (void)A, (void)B, (void)beta, (void)C;
    $call;
}
KERNEL
        said=$(timeout 300 make check01 KERNEL="$scratch/kernel.cu" 2>&1)
        is "check of $misdeed in $where: its status" "$?" 2
        like "check of $misdeed in $where: its verdict" \
            "$(printf '%s\n' "$said" | grep -v '^make' | tail -n 1)" \
            "^lab01: ($verdict)( |$)"
    done
done
like 'and the next check is as ever' "$(make check01 FROM=solutions 2>&1)" '^lab01: PASS$'

done_testing
