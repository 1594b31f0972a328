#!/bin/sh
# On a machine with a GPU: every solution passes there, kernels that are wrong get the
# verdict that their names begin with, and the benchmark measures.
. tests/tap.sh

if ! nvidia-smi -L >/dev/null 2>&1 ||
    ! { command -v nvcc || [ -x /usr/local/cuda/bin/nvcc ]; } >/dev/null; then
    echo '1..0 # SKIP there is no GPU here, or no nvcc'
    exit 0
fi
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
copy_tree "$work/the course"
cd "$work/the course" || exit 1
export BACKEND=gpu

said=$(make -s check-all FROM=solutions 2>&1)
is "check-all of the solutions" $? 0
labs=$(($(find labs -maxdepth 1 -name '[0-9][0-9]_*' | wc -l) - $(tools/make/gpu-lacks | wc -l)))
like "... all of them pass" "$said" "^$labs of $labs labs pass\$"
like "... on the GPU" "$(cat results/gpu/solutions/03_smem.check.txt)" '\(GPU\), seed'

for kernel in build/tests/wrong/03_smem/*.cu; do
    word=$(basename "$kernel" .cu)
    is "lab 03: $word" \
        "$(make -s check03 KERNEL="$kernel" 2>&1 | sed -n 's/^lab03: \([A-Z_]*\).*/\1/p')" \
        "${word%%-*}"
done

# alone KERNEL: its verdict on the GPU alone, as it is without g++ for the emulator.
alone() {
    make -s "check${1%%_*}" CXX=none KERNEL="build/tests/wrong/$1.cu" 2>&1 |
        sed -n 's/^lab[0-9]*: \([A-Z_]*\).*/\1/p'
}
if tools/make/gpu-lacks | grep -q 14_tma; then
    skip 9 "not a GPU of compute capability 9.0"
else
    # Some of these do not end there.
    for word in BARRIER-expects-elements BARRIER-last-tile-not-copied UNINITIALIZED-parity-of-the-tile; do
        is "lab 14 on the GPU alone: $word is ended" "$(alone "14_tma/$word")" TIMEOUT
    done
    # A loop over tiles that is wrong shows where a block has several, of all the GPU's SMs.
    for kernel in 15_persistent/WRONG-one-tile-per-block 15_persistent/WRONG-steps-by-blocks \
        15_persistent/WRONG-sums-not-reset 15_persistent/WRONG-one-tile-per-block-of-128-columns \
        15_persistent/WRONG-same-rows-of-both-parts 16_latent/WRONG-one-tile-per-cluster; do
        is "on the GPU alone: $kernel" "$(alone "$kernel")" WRONG
    done
fi

said=$(make -s bench03 FROM=solutions 2>&1)
is "bench03" $? 0
is "its rows are measured, cuBLAS beside each" \
    "$(grep -v '^#' results/gpu/solutions/03_smem.tsv | cut -f 1,3,5 | sort -u)" \
    "$(printf '03_smem\tgpu\tmeasured\ncuBLAS\tgpu\tmeasured\nlab\tbackend\tsource')"

if tools/make/gpu-lacks | grep -q 17_attention; then
    skip 2 "this GPU cannot run lab 17"
else
    said=$(make -s bench17 FROM=solutions 2>&1)
    is "bench17" $? 0
    last=$(grep -v '^#' results/gpu/solutions/17_attention.tsv | cut -f 1 | grep '^cu' | sort -u | tail -n 1)
    like "... its speed is a share of cuDNN's, where that is installed" "$said" "% of ${last:-none}\$"
fi

# How far the model is off on a GPU is measured another way (docs/model.md).
grep -v '^#\|^model_error' emu/gpus/h200.tsv | cut -f 1 | sort -u >"$work/h200"
make -s profile-gpu >emu/gpus/mine.tsv 2>"$work/said"
is "profile-gpu" $? 0
like "... says how fast it is" "$(cat emu/gpus/mine.tsv)" '^fp32_lanes.[1-9][0-9.]*.FMA/cycle/SM.measured'
is "a profile of this GPU is one like the others" "$(cut -f 1 emu/gpus/mine.tsv | grep -v '^#' |
    sort -u | comm -13 - "$work/h200" | paste -sd ' ')" ""
like "... and can be modelled" "$(make -s bench03 BACKEND=cpu GPU=mine FROM=solutions 2>&1)" \
    '^at M = N = K = 4096: [a-zA-Z0-9 -]+: [0-9.]+ of [0-9.]+ GFLOP/s$'
done_testing
