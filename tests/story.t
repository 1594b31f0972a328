#!/bin/sh
# The story that the explorer opens on: every number of every caption, against the trace; what is
# drawn, at three widths. story.pl has the tests of a page.
. tests/explorer_pages.sh

for lab in labs/[0-9][0-9]_*; do
    case $lab in
    */0[23]_* | */14_*) quick='' ;; # with questions, and what the model says
    *) quick=1 ;;
    esac
    page "right-${lab#labs/}" "explore$(basename "$lab" | cut -c 1-2)" FROM=solutions QUICK=$quick
done
variant() { # LAB KERNEL: another right kernel
    page "other-$1-$2" "explore${1%%_*}" KERNEL="build/tests/variants/$1/$2.cu" QUICK=1
}
for kernel in 02_coalesce/grid-stride 05_tile2d/double-buffer 08_pipeline/five-stages \
    13_tensor/through-registers 14_tma/persistent; do
    variant "${kernel%/*}" "${kernel#*/}"
done
for wrong in 01_naive/OUT_OF_BOUNDS-no-guard 03_smem/RACE-missing-first-barrier \
    03_smem/RACE-missing-second-barrier 04_tile1d/BARRIER-early-return \
    03_smem/UNINITIALIZED-edge-not-zeroed 03_smem/WRONG-tile-of-b-transposed \
    08_pipeline/RACE-fills-the-stage-in-use 01_naive/RACE-sums-without-atomics; do
    page "wrong-${wrong%/*}-${wrong#*/}" "explore${wrong%%_*}" KERNEL="build/tests/wrong/$wrong.cu"
done
# The models of kernels before, which were made after their own pages.
for model in results/cpu-h200/solutions/*.model.tsv; do
    cp "$model" "$work/pages/right-${model##*/}"
done
perl -Itests tests/story.pl "$work/pages"
