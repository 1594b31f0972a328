#!/bin/sh
# Kernels with other constants: tools/make/change, and the traces of such kernels.
. tests/tap.sh

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
copy_tree "$work/the course" && cd "$work/the course" || exit 1
export BACKEND=cpu

cat >kernel.cu <<'CU'
enum E { /* TILE = 1, */ A_TILE = 2, TILE = 3 }; // TILE = 4
void f(const float *A) { const int BM = 5, BN = 6; int BK = 7; BK = 8; }
#define TN 9 // nine
enum { D = 1 };
enum { D = 1, T = D * 2 };
CU
change() {
    tools/make/change "$1" <kernel.cu >changed.cu 2>&1
    diff kernel.cu changed.cu | sed -n 's/^> //p'
}
is "a constant of an enum, and no other" "$(change TILE=32)" \
    'enum E { /* TILE = 1, */ A_TILE = 2, TILE = 32 }; // TILE = 4'
is "two at once, of const int" "$(change BM=128,BN=1)" \
    'void f(const float *A) { const int BM = 128, BN = 1; int BK = 7; BK = 8; }'
is "a macro" "$(change TN=16)" '#define TN 16 // nine'
for name in BK T X; do
    is "$name is no constant with a number" "$(change $name=1; tools/make/change $name=1 \
        <kernel.cu >/dev/null 2>&1; echo $?)" "change: $name is not set to a number in this kernel
1"
done
like "one that is there twice" "$(change D=2)" '^change: D is set to a number more than once'
is "a wrong call" "$(tools/make/change 'A=-1' <kernel.cu 2>&1 | cut -c 1-24; tools/make/change A=b \
    <kernel.cu 2>&1 | tail -n 1)" "usage: tools/make/change
change: 'A=b' is not NAME=VALUE with a whole number"
counted=$(sed -n 's/^counted = //p' common/make/change.mk)
# changed LAB/CHANGE: the trace
changed() {
    make -s "results/cpu-h200/changed/solutions/$1.$counted.tsv" >/dev/null 2>&1
    cat "results/cpu-h200/changed/solutions/$1.$counted.tsv"
}
is "a change that does not compile" "$(changed 04_tile1d/TM-4 | head -n 1)" \
    "# not run: it does not compile: static assertion failed: each thread copies one element of As and one of Bs"
is "... that has a fault" "$(changed 07_autotune/PAD-2 | head -n 1 | sed 's/[0-9]*$//')" \
    "# not run: it does not run to its end: MISALIGNED on line "
is "a change that can be run" "$(changed 03_smem/TILE-16 | head -n 1)" '# lab: 03_smem'
is "... has the lines of the kernel" "$(changed 03_smem/TILE-16 | grep -c '^# code .*kernel.cu:33: float a = row < M')" 1

done_testing
