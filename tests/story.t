#!/bin/sh
# The story that the explorer opens on: every number of every caption, against the trace; what is
# drawn, at three widths. story.pl has the tests of a page.
. tests/tap.sh
make -s BACKEND=cpu build/explorer build/lab >/dev/null || exit 1
if [ -n "$(perl -Itests -Mbrowser -e 'print browser::missing()')" ]; then
    echo '1..0 # SKIP no Chromium, or no chromedriver'
    exit
fi

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
copy_tree "$work/tree" || exit 1
cd "$work/tree" || exit 1
export BACKEND=cpu
mkdir "$work/pages"

# page NAME MAKE...: make a page, and keep it with the traces, the models and the record that it
# is made from.
page() {
    name=$1
    shift
    make -s "$@" >"$work/said" 2>&1 || cat "$work/said"
    made=$(tail -n 1 "$work/said")
    from=${made%.explorer.html}
    cp "$made" "$work/pages/$name.html"
    for what in life.tsv model.tsv check.json answers.tsv; do
        [ ! -f "$from.$what" ] || cp "$from.$what" "$work/pages/$name.$what"
    done
    rm -f results/cpu-h200/other/*
}
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
