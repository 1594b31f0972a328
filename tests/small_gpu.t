#!/bin/sh
# A GPU that cannot run all labs, such as a T4: a lab beyond it is refused in one line, before
# anything is built, and commands for all labs leave it out. The GPU is a fake nvidia-smi, its
# nvcc is emucc.
. tests/tap.sh

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
copy_tree "$work/the course" && cd "$work/the course" || exit 1
rm -rf results build/gpu build/cpu/solutions/14_tma
export BACKEND=gpu

mkdir -p "$work/cuda/bin"
ln -s "$PWD/emu/include/cuda" "$work/cuda/include"
PATH=$work/cuda/bin:$PATH
program() { # NAME: standard input as a program
    { echo '#!/bin/sh' && cat; } >"$work/cuda/bin/$1" && chmod +x "$work/cuda/bin/$1"
}
echo 'exec emu/frontend/emucc "$@"' | program nvcc
gpu() { # NAME COMPUTE-CAPABILITY
    program nvidia-smi <<SH
case "\$*" in
-L) echo 'GPU 0: $1 (UUID: GPU-0)' ;;
*compute_cap,name*) echo '$2, $1' ;;
*compute_cap*) echo '$2' ;;
*name*) echo '$1' ;;
esac
SH
}

# --- which labs

gpu 'Tesla T4' 7.5
is "a T4 lacks" "$(tools/make/gpu-lacks | paste -sd ' ')" "13_tensor 14_tma 15_persistent 16_latent 17_attention 18_hopper_attention 19_fp8"
gpu 'NVIDIA A100-SXM4-40GB' 8.0
is "an A100 lacks" "$(tools/make/gpu-lacks | paste -sd ' ')" "14_tma 15_persistent 16_latent 18_hopper_attention 19_fp8"
gpu 'NVIDIA H200' 9.0
is "an H200 lacks" "$(tools/make/gpu-lacks)" ""
gpu 'NVIDIA B200' 10.0
is "a B200 lacks, which has no wgmma" "$(tools/make/gpu-lacks | paste -sd ' ')" \
    "14_tma 15_persistent 16_latent 18_hopper_attention 19_fp8"
is "... and why" "$(tools/make/gpu-lacks '' 14_tma)" "lab14 needs compute capability 9.0 \
(tensor copies, wgmma), and NVIDIA B200 has 10.0: BACKEND=cpu emulates it"
is "ARCH= comes before the GPU that is there" "$(tools/make/gpu-lacks sm_90a)" ""
is "... of a later generation" "$(tools/make/gpu-lacks sm_120 | paste -sd ' ')" \
    "14_tma 15_persistent 16_latent 18_hopper_attention 19_fp8"
is "... and native is that GPU" "$(tools/make/gpu-lacks native)" "$(tools/make/gpu-lacks)"
program nvidia-smi </dev/null
is "a GPU that does not say what it is lacks nothing" "$(tools/make/gpu-lacks)" ""

# --- a lab that is named

gpu 'Tesla T4' 7.5
why="lab14 needs compute capability 9.0 (tensor copies, wgmma), and Tesla T4 has 7.5: \
BACKEND=cpu emulates it"
for target in lab14 check14 bench14 plot14 profile14 explore14 debug14 watch14 live14 solution14 \
    build/gpu/solutions/14_tma/runner; do
    is "make $target" "$(make "$target" 2>&1 | sed 's/^[A-Za-z/.]*:[0-9]*: //')" "*** $why.  Stop."
done
make check14 FROM=solutions >/dev/null 2>&1
is "... exit status" $? 2
is "... nothing is built, and there is no verdict" \
    "$(ls -d build/gpu build/cpu/solutions/14_tma results 2>/dev/null)" ""
is "lab 13 of a T4" "$(make check13 2>&1 | sed 's/^[A-Za-z/.]*:[0-9]*: //')" "*** lab13 needs \
compute capability 8.0 or later (cp.async, mma.sync of bfloat16), and Tesla T4 has 7.5: \
BACKEND=cpu emulates it.  Stop."
is "... with ARCH=sm_80" "$(make -n check13 ARCH=sm_80 >/dev/null 2>&1; echo $?)" 0
for target in count14 hint14 access14 check14\ BACKEND=cpu check12; do
    # shellcheck disable=SC2086  # a target and a name
    is "make $target is not refused" "$(make -n $target >/dev/null 2>&1; echo $?)" 0
done

# --- all labs

# kernels TEXT: those of the reference that are built for the GPU, one per line
kernels() {
    echo "$1" | grep -o 'build/gpu/solutions/[0-9][0-9]_[a-z0-9]*' | sed 's,.*/,,' | sort -u
}
is "bench-all has the labs up to 12" \
    "$(kernels "$(make -n bench-all FROM=solutions 2>/dev/null)")" \
    "$(cd labs && printf '%s\n' 0[0-9]_* 1[0-2]_*)"
for lab in labs/*; do
    case $lab in */00_saxpy | */14_tma) ;; *) rm -r "$lab" ;; esac
done
said=$(make check-all FROM=solutions 2>&1)
is "check-all" $? 0
like "... checks the others, on the GPU" "$(cat results/gpu/solutions/00_saxpy.check.txt)" \
    '^lab00: PASS$'
like "... counts them alone" "$said" '^1 of 1 labs pass$'
is "... and has one line about each that it leaves out" "$(echo "$said" | grep '^left out')" \
    "left out: $why"
done_testing
