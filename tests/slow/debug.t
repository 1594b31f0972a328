#!/bin/sh
# debugNN for each verdict: where gdb stops, and in which frame. A quick part is in
# tests/learner.t.
. tests/tap.sh

if ! gdb -batch -ex run true 2>/dev/null | grep -q 'exited normally'; then
    skip 1 "no gdb here that may run a program"
    done_testing
fi
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
copy_tree "$work/the course"
cd "$work/the course" || exit 1
export BACKEND=cpu

# stops SOURCE PATTERN...: what gdb says of the wrong kernel has lines like these.
stops() {
    source=build/tests/wrong/$1.cu
    lab=${1%%_*}
    said=$(timeout 120 make "debug$lab" KERNEL="$source" GDB='gdb -batch' 2>&1)
    shift
    for pattern; do
        like "$source: $pattern" "$said" "$pattern"
    done
}
thread='^thread \(%s\) of block \(%s\)'
at() { # THREAD BLOCK
    # shellcheck disable=SC2059  # the format is ours
    printf "$thread" "$1" "$2"
}

stops 01_naive/OUT_OF_BOUNDS-no-guard "$(at 1,0,0 2,0,0)" 'in naive \(M=65' '^row = 65$' '^k = 0$'
stops 02_coalesce/MISALIGNED-float4-of-b "$(at 0,0,0 0,0,0)" '^k = 1$' 'float4 four ='
stops 03_smem/UNINITIALIZED-edge-not-zeroed "$(at 1,0,0 3,0,0)" '^col = 97$' 'acc \+= As'
stops 03_smem/RACE-syncwarp "$(at 0,0,0 0,0,0)" '^k = 1$' 'acc \+= As'
stops 03_smem/BARRIER-early-return "$(at 0,0,0 3,0,0)" 'smem \(M=65.*:39$' '__syncthreads'
stops 03_smem/CRASH-too-much-shared-memory 'sgemm \(M=32.*:55$' 'smem<<<grid, block, 80000>>>'
stops 01_naive/CRASH-says-pass-and-exits 'exit \((status=0)?\)' 'sgemm \(M=32.*:12$'
stops 01_naive/OUT_OF_BOUNDS-on-the-host 'SIGSEGV' 'sgemm \(M=32.*:11$'
stops 01_naive/TIMEOUT-k-never-grows "^thread \\(" '^k = 0$'
stops 01_naive/RACE-sums-without-atomics "$(at 0,0,0 0,0,3)" 'C\[row \* N \+ col\] \+='
stops 01_naive/WRONG-b-by-columns "$(at 0,0,0 0,0,0)" 'C\[row \* N \+ col\] ='
stops 06_vector/WRONG-store-in-another-order "$(at 0,0,0 0,0,0)" 'store4 \('
stops 07_autotune/RACE-block-of-the-default "$(at 0,1,0 0,0,0)" 'As\[k\]\[r\] = v.x'
stops 13_tensor/RACE-no-barrier "$(at 1,0,0 0,0,0)" '^#[0-9]+ +load_matrices \('
stops 14_tma/UNINITIALIZED-parity-inverted '^stopped where the program first comes' '^#[0-9]+ +multiply \('
stops 14_tma/BARRIER-arrival-missing '^stopped where the program first comes' '^#[0-9]+ +barrier_wait \('
stops 14_tma/RACE-no-final-wait '^thread \(' '^sum = '
done_testing
