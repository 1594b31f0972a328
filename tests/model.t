#!/bin/sh
# The model: its input for a launch, on every GPU that has a profile, and its result.
# docs/model.md has its error (tools/measure/model-error).
. tests/tap.sh

tests/expand || exit 1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
make -s BACKEND=cpu build/cpu/product.o || exit 1

# program KERNEL NAME [FLAGS]: one product by that kernel.
program() {
    kernel=$1 name=$2
    shift 2
    emu/frontend/emucc -Icommon "$@" "$kernel" build/cpu/product.o -o "$work/$name"
}
# row NAME PROGRAM [SIZE]: what it prints in the row of that name.
row() {
    "$work/$2" "${3:-256}" "${3:-256}" "${3:-256}" |
        awk -F '\t' -v name="$1" '$1 == name { print $2 }'
}

# --- What waits for what, at 256: blocks of 32 x 32, 64 x 64 or 128 x 128.

program solutions/01_naive/kernel.cu naive || exit 1
program solutions/03_smem/kernel.cu smem || exit 1
program solutions/04_tile1d/kernel.cu tile1d || exit 1
program solutions/06_vector/kernel.cu vector || exit 1
program solutions/07_autotune/kernel.cu ahead -DBM=128 -DBN=128 -DBK=8 -DTM=8 -DTN=8 || exit 1
is "a loop: a round for four of its 256 steps, a block" "$(row rounds naive)" $((64 * 64))
is "... and no tile" "$(row tiles naive)" 0
is "loads, a barrier, and then their stores: a round for each of 8 tiles, and C" \
    "$(row rounds smem)" $((64 * 9))
is "tiles: 256 / 8 a block" "$(row tiles tile1d)" $((16 * 32))
is "... and C: each of 8 rows" "$(row rounds tile1d)" $((16 * 8))
is "none ahead" "$(row 'tiles ahead' tile1d)" 0
is "16-byte loads: A's is waited for before B's" "$(row rounds vector)" $((4 * (32 + 16)))
is "ahead: all tiles but the first" "$(row 'tiles ahead' ahead)" $((4 * 31))
is "... which is waited for" "$(row tiles ahead)" 4

program solutions/14_tma/kernel.cu ring || exit 1
sed 's/STAGES = 4/STAGES = 1/' solutions/14_tma/kernel.cu >"$work/stage.cu"
program "$work/stage.cu" stage || exit 1
of_bgemm() { # NAME PROGRAM
    "$work/$2" bgemm 256 | awk -F '\t' -v name="$1" '$1 == name { print $2 }'
}
is "tiles by tensor copies, a ring: the first of each block is waited for" "$(of_bgemm tiles ring)" 2
is "... and the others are ahead" "$(of_bgemm 'tiles ahead' ring)" 6
is "one stage: each is waited for" "$(of_bgemm tiles stage)" 8
is "... and none is ahead" "$(of_bgemm 'tiles ahead' stage)" 0

# --- Blocks per SM.

registers() { # N PROGRAM: blocks per SM, and what limits them
    EMU_REGISTERS=$1 row 'blocks per SM' "$2" 128
    EMU_REGISTERS=$1 row limit "$2" 128
}
is "few registers: as many as there are threads for" "$(registers 32 smem)" "2
threads"
is "one more: by the warp, 256 at a time" "$(registers 33 smem)" "1
registers"
is "128 a thread, 256 threads" "$(registers 128 vector)" "2
registers"
is "129" "$(registers 129 vector)" "1
registers"
is "nonsense is not a number of registers" "$(EMU_REGISTERS=many row 'blocks per SM' smem 2>&1)" \
    'emulator: EMU_REGISTERS=many: expected registers per thread, 1 to 255'
# Of the last four, 16 bytes of stack more or less give at least one other blocks.
program build/tests/variants/04_tile1d/tile-32.cu tile32 || exit 1
program build/tests/variants/03_smem/four-results-a-thread.cu four || exit 1
program build/tests/variants/03_smem/double-buffer.cu twice || exit 1
program build/tests/variants/06_vector/tile-64.cu vector64 || exit 1
# (Program, blocks per SM, and registers per thread by nvcc. The stack frames of g++ 12 give
# all of these numbers of blocks; other versions have other frames.)
case $("${CXX:-g++}" -dumpversion) in
12 | 12.*) same=yes ;;
*) same='' ;;
esac
estimated=$(for p in smem:2:32 vector:2:118 ahead:2:127 naive:2:32 tile32:6:40 four:6:40 \
    twice:8:32 vector64:4:51; do
    name=${p%%:*} nvcc=${p##*:} blocks=${p%:*}
    if [ -n "$same" ]; then
        [ "$(row 'blocks per SM' "$name")" = "${blocks#*:}" ] || echo "$p"
    else
        registers=$(row registers "$name")
        [ $((2 * registers)) -le $((3 * nvcc)) ] && [ $((3 * registers)) -ge $((2 * nvcc)) ] ||
            echo "$p: $registers"
    fi
done)
if [ -n "$same" ]; then
    is "as many by the estimate as by nvcc" "$estimated" ""
else
    is "the estimate, by another g++, is at most half off" "$estimated" ""
fi

# What the emulator puts on the stack when a thread stops is not the kernel's, wherever it
# stops: with a full log, at a barrier, in a shuffle, at a barrier and in an atomic.
cat >"$work/stops.cu" <<'END'
#include "sgemm.h"
__global__ void stops(int how, float *C)
{
    float sums[200] = {0};
    for (int i = 0; i < (how == 1 ? 1000 : 100); i++)
        sums[i % 200] += C[i];
    if (how == 2 || how == 4)
        __syncthreads();
    if (how == 3)
        sums[0] = __shfl_xor_sync(0xffffffff, sums[0], 1);
    for (int i = 0; how == 4 && i < 1000; i++)
        atomicAdd(C, 1.0f);
    C[threadIdx.x] = sums[threadIdx.x];
}
void sgemm(int, int, int, float, const float *, const float *, float beta, float *C)
{
    stops<<<1, 32>>>((int)beta, C);
}
END
program "$work/stops.cu" stops || exit 1
registers_by=$(for how in 1 2 3 4; do
    "$work/stops" 32 32 32 $how | sed -n 's/^registers\t//p'
done | sort -u)
ok "one number of registers, wherever threads stop" test "$registers_by" -gt 100

# --- Every profile.

constants=$(sed -n 's/^ *{*{"\([a-z0-9_]*\)", &profile.*/\1/p; s/.*fields\[\] = {{"\([a-z]*\)".*/\1/p' \
    emu/base/profile.c | sort -u)
ok "constants are found" test "$(echo "$constants" | wc -l)" -gt 20
make -s BACKEND=cpu build/cpu/solutions/03_smem/runner >/dev/null || exit 1
for profile in emu/gpus/*.tsv; do
    gpu=$(basename "$profile" .tsv)
    lacks=$(for name in $constants; do
        awk -F '\t' -v name="$name" '$1 == name && $2 != "" && $4 != "" { found = 1 }
            END { if (!found) print name }' "$profile"
    done)
    is "$gpu: each constant, with unit and source" "$lacks" ""
    RUNNER="exec build/cpu/solutions/03_smem/runner" EMU_GPU=$gpu \
        build/lab bench 03_smem "$work/table" >"$work/said" 2>&1
    like "$gpu: a bottleneck in words" "$(cat "$work/said")" \
        '^at M = N = K = 4096: [a-zA-Z0-9 -]+: [0-9.]+ of [0-9.]+ GFLOP/s$'
    like "$gpu: blocks per SM" "$(cat "$work/said")" '^an SM holds [0-9]+ blocks? of 1024 threads, with 32 registers per thread'
    peak=$(sed -n 's/.* of \([0-9.]*\) GFLOP.*/\1/p' "$work/said")
    # shellcheck disable=SC2016
    ok "$gpu: below its peak" awk -F '\t' -v peak="$peak" '
        /^#/ || $1 == "lab" { next }
        { rows++; bad += !($11 > 0 && $11 < peak) }
        END { exit bad || rows != 5 }' "$work/table"
done

like "a GPU's article" "$(RUNNER='exec build/cpu/solutions/03_smem/runner' EMU_GPU=t4 \
    build/lab check 03_smem solutions/03_smem/kernel.cu)" \
    '^lab03 on the CPU emulator as a Tesla T4 \(modelled\), seed'
like "... another's" "$(RUNNER='exec build/cpu/solutions/03_smem/runner' EMU_GPU=rtx4090 \
    build/lab check 03_smem solutions/03_smem/kernel.cu)" \
    '^lab03 on the CPU emulator as an NVIDIA GeForce RTX 4090 \(modelled\), seed'

# --- A kernel that cannot be better than memory.

cat >"$work/copy.cu" <<'END'
#include "sgemm.h"
__global__ void copy(int n, const float *A, float *C)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        C[i] = A[i];
}
void sgemm(int M, int N, int, float, const float *A, const float *, float, float *C)
{
    copy<<<(M * N + 255) / 256, 256>>>(M * N, A, C);
}
END
program "$work/copy.cu" copy || exit 1
is "a copy: each byte from DRAM once" "$(row 'DRAM bytes read' copy)" $((256 * 256 * 4))
is "... and back" "$(row 'DRAM bytes' copy)" $((2 * 256 * 256 * 4))

# --- make regsNN

if command -v nvcc >/dev/null || [ -x /usr/local/cuda/bin/nvcc ]; then
    said=$(make -s regs05 FROM=solutions 2>&1)
    like "regs: registers" "$said" '^  tile2d: [0-9]+ registers per thread, 8192 bytes of shared memory'
    like "... a block" "$said" '^a block: 256 threads, 8 warps, 8192 bytes'
    like "... an SM" "$said" '^an SM holds 2 blocks, 16 of 64 warps \(occupancy 25 %\), limited by registers$'
    sed 's/^__global__ void .*launch_bounds__(THREADS, 2)/__global__ void __launch_bounds__(THREADS, 4)/' \
        solutions/05_tile2d/kernel.cu >"$work/spill.cu"
    like "... spills" "$(make -s regs05 KERNEL="$work/spill.cu" 2>&1)" \
        '^    spilled: [1-9][0-9]* bytes stored to and [1-9]'
else
    skip 4 "no nvcc"
fi
# --- nvcc's program

if command -v nvcc >/dev/null || [ -x /usr/local/cuda/bin/nvcc ]; then
    # modelled PROGRAM [CUBIN]: ms at 4096
    modelled() {
        RUNNER="exec '$work/$1.runner'" EMU_CUBIN=${2-} build/lab bench 05_tile2d "$work/table" >/dev/null
        awk -F '\t' '/^#/ { next } /^lab/ { for (i = 1; i <= NF; i++) at[$i] = i } $at["sizes"] ~ /=4096/ { print $at["ms_median"] }' "$work/table"
    }
    percent() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%d", 100 * a / b }'; }
    cubin() { tools/make/registers --cubin "$work/$1.cubin" "$2"; }
    program solutions/05_tile2d/kernel.cu tile2d && cubin tile2d solutions/05_tile2d/kernel.cu
    is "nvcc's registers" "$(EMU_CUBIN=$work/tile2d.cubin row registers tile2d)" 128
    # Its tile's size is not a constant, so that nvcc does not unroll its loops.
    variant=build/tests/variants/05_tile2d/dynamic-shared-memory.cu
    cubin variant $variant
    emu/frontend/emucc -Icommon $variant build/cpu/runner.o -o "$work/variant.runner" || exit 1
    ratio=$(percent "$(modelled variant "$work/variant.cubin")" "$(modelled variant)")
    ok "loops that nvcc does not unroll take longer than their accesses show ($ratio %)" test "$ratio" -gt 120
    bytes=$(wc -c <"$work/tile2d.cubin")
    wrong=$(for part in 0 1 30 63 64 100 1000 $((bytes / 2)) $((bytes * 3 / 4)) $((bytes - 1)); do
        head -c "$part" "$work/tile2d.cubin" >"$work/part.cubin"
        [ -n "$(EMU_CUBIN=$work/part.cubin row time tile2d)" ] || echo "$part bytes"
    done)
    is "a cubin that is cut off: as none" "$wrong" ""
    is "the code of another kernel: its way is none of this one's" \
        "$(EMU_CUBIN=$work/tile2d.cubin row time smem)" "$(EMU_REGISTERS=128 row time smem)"
else
    skip 4 "no nvcc"
fi
is "no such file" "$(EMU_CUBIN=$work/none row registers smem 2>&1)" \
    "emulator: EMU_CUBIN=$work/none: expected a file that nvcc -cubin wrote"

mkdir "$work/bin"
for tool in sh dirname awk sed mktemp rm cat basename true; do
    ln -s "$(command -v $tool)" "$work/bin/$tool"
done
if [ -x /usr/local/cuda/bin/nvcc ]; then
    skip 2 "nvcc is where it is looked for"
else
    PATH=$work/bin tools/make/registers --cubin "$work/empty" solutions/05_tile2d/kernel.cu
    is "without nvcc, no machine code" "$(cat "$work/empty")" ""
    like "... and a line that says why" "$(PATH=$work/bin tools/make/registers solutions/05_tile2d/kernel.cu 2>&1)" \
        '^registers: nvcc is missing'
fi
is "no such lab" "$(make regs99 2>&1 | sed 's/.*\*\*\* //')" \
    "there is no regs99: the labs are $(find labs -maxdepth 1 -name "[0-9]*" | sed "s,labs/,,; s/_.*//" | sort | paste -sd " ").  Stop."
like "no GPU to measure" "$(make microbench BACKEND=cpu 2>&1)" 'microbench measures a GPU, and there is none here'
like "... nor a profile of it" "$(make profile-gpu BACKEND=cpu 2>&1)" 'profile-gpu measures a GPU'
# The tables of docs/model.md are those of docs/measured/modelled.tsv, and the bars of pictures are
# the errors of kernels that were held out, rounded up.
ok "docs/model.md is up to date" tools/measure/model-error --check
# kinds COLUMN: "KIND PERCENT" of each group of bottlenecks.
kinds() {
    awk -F ' *[|] *' -v column="$1" '
        /<!-- table: kinds/ { inside = 1 }
        /<!-- end of table/ { inside = 0 }
        inside && split($column, part, /[ %,()]+/) == 5 {
            sub(/:.*/, "", $2)
            printf "%s %d\n", $2, part[1] + 0.999
        }' docs/model.md | sort
}
bars() {
    awk -F '\t' '/^model_error_/ { print substr($1, 13), $2 }' "emu/gpus/$1.tsv" | sort
}
is 'the bars are the median errors of kernels that were held out, without nvcc' "$(bars h200)" "$(kinds 4)"
is '... also for an H100' "$(bars h100)" "$(kinds 4)"
higher=$({ kinds 5; kinds 4 | sed 's/^/bar /'; } | awk '
    $1 == "bar" { if (measured[$2] > $3) print $2; next } { measured[$1] = $2 }')
is '... whose errors, with nvcc, are no higher' "$higher" ""
# pairs COLUMN LINE: "RIGHT ALL"; columns 3 and 5 are H200 and H100 with nvcc's program, 4 is H200 with an estimate
pairs() {
    awk -F ' *[|] *' -v i="$1" -v line="$2" 'index($2, line) { split($i, part, " of "); print part[1], part[2] }' docs/model.md
}
# shellcheck disable=SC2317 # by ok
right() { # PERCENT PAIRS: true if so many of them are in the right order
    echo "$2" | tr ',' '\n' | awk -v least="$1" '{ bad += 100 * $1 < least * $2; all += $2 } END { exit bad || !all }'
}
for column in 3 5; do
    ok 'neighbours on the ladder are in the right order' right 100 "$(pairs $column 'labs 06 to 09')"
    # Lab 03 at 256 is 20 % too slow in the model, and lab 07 is not.
    ok '... all kernels that differ by 10 %, but one pair' right 99 "$(pairs $column 'reference kernels: 10 %')"
done
ok 'without nvcc, most neighbours' right 84 "$(pairs 4 'labs 06 to 09')"
ok '... and all that differ by 10 %' right 100 "$(pairs 4 'reference kernels: 10 %')"
done_testing
