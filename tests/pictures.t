#!/bin/sh
# Pictures of accesses, banks and tiles: the trace agrees with the emulator's counters, and
# the pictures with the trace. The roofline's tables are made here.
. tests/tap.sh
make -s BACKEND=cpu build/view >/dev/null || exit 1

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
copy_tree "$work/tree" || exit 1
cd "$work/tree" || exit 1
results=results/cpu-h200
export BACKEND=cpu

# svg NAME FILE: it is well formed.
svg() {
    if command -v xmllint >/dev/null; then
        ok "$1: well formed" xmllint --noout "$2"
    else
        ok "$1: can be drawn" rsvg-convert -o "$work/drawn.png" "$2"
    fi
}
# total FILE SPACE [WARP]: the loads of a trace and what they cost; with WARP, that warp's
# of A and B alone. All rows must have 18 columns.
total() {
    awk -F '\t' -v space="$2" -v warp="${3-}" '/^#/ { next } NF != 18 { bad = 1 }
        $7 == "load" && $8 == space && (warp == "" || $2 == warp && $9 != "C") {
            n++
            cost += $15
        }
        END { print bad ? "bad row" : n + 0 " " cost + 0 }' "$1"
}

make -s access02 touched01 banks03 touched03 FROM=solutions >"$work/said" 2>&1
is "pictures are drawn" $? 0
said=$(cat "$work/said")

# --- the trace: its block, times the blocks, is what the counters count. Shared loads that
# nvcc makes one are joined by two pieces of code, which must agree.

for number in 01 02 03 04 05 06; do
    lab=$(basename labs/${number}_*)
    trace=$results/solutions/$lab.trace.tsv
    make -s "$trace" FROM=solutions >/dev/null 2>&1
    blocks=$(sed -n 's/^# all blocks: \([0-9]*\),.*/\1/p' "$trace")
    is "$lab: requests, sectors and wavefronts are those of the counters" \
        "$(for space in global shared; do
            total "$trace" $space
        done | awk -v n="$blocks" '{ print $1 * n, $2 * n }' | tr '\n' ' ')" \
        "$(sed -n 's/^# all blocks: //p' "$trace" | awk '{ print $4, $6; print $10, $12 }' |
            tr '\n' ' ')"
done
is "lab 01: 33 sectors for two loads, lab 02: 5, as README.md says" \
    "$(total $results/solutions/01_naive.trace.tsv global 0), \
$(total $results/solutions/02_coalesce.trace.tsv global 0)" \
    "256 $((128 * 33)), 256 $((128 * 5))"
for threads in 1 3; do
    RUNNER="exec build/cpu/solutions/03_smem/runner" EMU_THREADS=$threads \
        build/lab trace 03_smem "$work/$threads.tsv"
done
ok "the trace is the same with other threads" cmp "$work/1.tsv" "$work/3.tsv"

# --- access

like "access: lab 01 moves 32 sectors of A" "$said" \
    '^  load A: 32 sectors, 1024 bytes moved, 128 used$'
like "... one lane a row" "$said" '^ +A\[192\]\[0\]  #\.{7} +lane 0$'
like "... lab 02 one, and four of B" "$said" '^  load B: 4 sectors, 128 bytes moved, 128 used$'
like "... which are full" "$said" \
    '^ +B\[0\]\[256\]  #{8}  #{8}  #{8}  #{8}  lanes 0-31$'
like "the title: before, after, and who counted" "$said" \
    '^01_naive, then 02_coalesce: .* counted by the emulator \(NVIDIA H200\)$'
like "the line of source" "$said" '^ +acc \+= A\[row \* K \+ k\] \* B\[k \* N \+ col\];$'
picture=$results/solutions/02_coalesce.access.svg
svg access $picture
is "a box for each sector that moves" "$(grep -c '<title>a sector that moves' $picture)" \
    $((32 + 1 + 1 + 4))
is "a mark for each word asked for" "$(grep -c '<title>[ABC]\[' $picture)" $((32 + 1 + 1 + 32))
is "text: 78 columns at most, except paths and titles" "$(awk 'length > 78' "$work/said" |
    grep -v -e '^from ' -e "$results" -e 'counted by')" ""
if command -v rsvg-convert >/dev/null; then
    like "the PNG is 900 wide" "$(file "${picture%svg}png")" 'PNG image data, 900 x'
else
    skip 1 "no rsvg-convert"
fi

line=$(grep -n 'C\[row \* N + col\] = ' solutions/01_naive/kernel.cu | cut -d: -f1)
like "LINE= chooses" "$(make -s access01 FROM=solutions LINE="$line" 2>&1)" \
    '^  store C: 32 sectors, 1024 bytes moved, 128 used$'
like "a line without an access is reported, with those that have one" \
    "$(make access01 FROM=solutions LINE=1 2>&1)" \
    "line 1 of 01_naive has no request to global memory; these have: .* $line"
is "LINE= must be a number" "$(LINE=foo tools/plot banks "$work/x" Makefile 2>&1)" \
    "plot: LINE=foo is not possible: give the number of a line of the kernel"
like "a lab that does not exist" "$(make access99 2>&1)" 'there is no access99: the labs are 00'

# --- banks

# Each lane reads four neighbours, eight words from the next lane's.
cat >"$work/strided.cu" <<'CU'
#include "sgemm.h"
__global__ void k(int N, const float *B, float *C)
{
    __shared__ __align__(16) float Bs[256];
    float sum = 0;
    for (int i = 0; i < 8; i++)
        Bs[i * 32 + threadIdx.x] = B[i * 32 + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 4; j++)
        sum += Bs[threadIdx.x * 8 + j];
    C[(blockIdx.y * N) + blockIdx.x * 32 + threadIdx.x] = sum;
}
void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    k<<<dim3(N / 32, M), 32>>>(N, B, C);
}
CU
bad=$(make -s banks05 KERNEL="$work/strided.cu" 2>&1)
like "banks: the line with the conflict is found" "$bad" '^    sum \+= Bs\[threadIdx.x \* 8 \+ j\];$'
like "... and what it costs" "$bad" \
    '^  load Bs, 16 bytes (a|per) lane: 8 wavefronts, 2-way bank conflict$'
like "... in one request of four" "$bad" 'made by nvcc of 4 loads'
like "... every other four banks, eight lanes at a time" "$bad" \
    '^ +lanes 8-15  1111\.{4} 1111\.{4} 1111\.{4} 1111\.{4}$'
svg banks $results/other/05_tile2d.banks.svg
is "... 8 rows of 16 words" \
    "$(grep -c '<title>Bs + ' $results/other/05_tile2d.banks.svg)" $((8 * 16))
like "a lab without shared memory" "$(make banks01 FROM=solutions 2>&1)" \
    '01_naive does not use shared memory'

# A tile that is written by columns; with and without a padding of one.
column() { # column FILE ROW
    cat >"$1" <<CU
#include "sgemm.h"
__global__ void k(int N, int K, const float *A, float *C)
{
    __shared__ float As[32][$2];
    As[threadIdx.x][threadIdx.y] = A[threadIdx.y * K + threadIdx.x];
    __syncthreads();
    C[(blockIdx.y * 32 + threadIdx.y) * N + blockIdx.x * 32 + threadIdx.x] =
        As[threadIdx.x][threadIdx.y];
}
void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    k<<<dim3(N / 32, M / 32), dim3(32, 32)>>>(N, K, A, C);
}
CU
}
column "$work/column.cu" 32
column "$work/padded.cu" 33
like "a column of a tile: 32 ways" "$(make -s banks03 KERNEL="$work/column.cu" 2>&1)" \
    '^  store As, 4 bytes (a|per) lane: 32 wavefronts, 32-way bank conflict$'
bad=$(make -s banks03 KERNEL="$work/padded.cu" 2>&1)
like "... padded: none" "$bad" '^  store As, 4 bytes (a|per) lane: 1 wavefront, no bank conflict$'
like "KERNEL= is named" "$bad" '^03_smem \(padded\.cu\): a warp in shared memory'

# --- tiles

like "tiles: lab 01's block loads each element of A 32 times" "$(echo "$said" | tr '\n' ' ')" \
    '  A: rows 192-223, columns 0-127, 4096 elements +loaded by 32 requests each '
like "... lab 03's once, in four steps" "$said" '^  11335577   \.{16}88\.{14}$'
like "... and has its elements of C" "$said" \
    '^  C: rows 192-223, columns 256-287, 1024 elements$'
svg tiles $results/solutions/03_smem.touched.svg
is "... drawn as four tiles of A, four of B, one of C" \
    "$(grep -c '<title>[ABC]: rows' $results/solutions/03_smem.touched.svg)" 9
like "... from left to right" \
    "$(sed -n 's/.*<title>A: .*, columns \([0-9-]*\),.*/\1/p' \
        $results/solutions/03_smem.touched.svg | tr '\n' ' ')" \
    '^0-31 32-63 64-95 96-127 $'

make -s touched10 FROM=solutions >"$work/transposed" 2>&1
like "an array that is N x K is drawn transposed" "$(tr '\n' ' ' <"$work/transposed")" \
    '  W\^T: rows 0-127, columns 256-383, 16384 elements +loaded by one request each '
is "... each tile as wide as the block's" \
    "$(sed -n 's/.*<title>W^T: .*, columns \([0-9-]*\),.*/\1/p' \
        $results/solutions/10_layout.touched.svg | sort -u)" 256-383

# --- tiles of the copy engine

said=$(make -s tile14 FROM=solutions 2>&1)
is "a tile of lab 14 is drawn" $? 0
like "the tensor map: a box that reaches out of the matrix" "$(echo "$said" | tr '\n' ' ')" \
    'matrix   200 rows of 149, 304 bytes .* box      128 rows of 64, from row 128 and k = 64 on: 16384 bytes   outside  7168 bytes'
like "... as a picture" "$said" '^  row  208 +0{16}$'
like "the swizzle: row 5 has piece p at p ^ 5" "$said" \
    '^  row    5    40-47   32-39   56-63   48-55    8-15     0-7   24-31   16-23$'
like "the descriptor: 32 bytes on for k step 1" "$said" '^  start    byte 32 of the tile$'
like "... and row 5 is read where it is" "$said" '^  byte  640 +\. +\. +\. +\. +\. +\. +5b +5a$'
is "... all 128 pieces" "$(echo "$said" | grep -c '!')" 0
svg tile $results/solutions/14_tma.tile.svg
is "... 16 x 8 places in the one grid, 32 in the other are read" "$(grep -c 'fill="#5b93c7"' \
    $results/solutions/14_tma.tile.svg)" 17
is "text: 78 columns at most, of tiles" "$(echo "$said" | awk 'length > 78')" ""
sed 's/    swizzle = CU_TENSOR_MAP_SWIZZLE_128B;/    swizzle = CU_TENSOR_MAP_SWIZZLE_NONE;/' \
    solutions/14_tma/kernel.cu >"$work/plain.cu"
said=$(make -s tile14 KERNEL="$work/plain.cu" 2>&1)
like "a map without a swizzle, and a descriptor with one" "$said" '! 112 of 128 pieces are not what they are taken for$'
like "... rows as they are" "$said" '^  row    5      0-7    8-15   16-23   24-31   32-39   40-47   48-55   56-63$'
sed 's/stride = 8 \* BK/stride = 4 * BK/' solutions/14_tma/kernel.cu >"$work/stride.cu"
like "groups that are too near" "$(make -s tile14 KERNEL="$work/stride.cu" 2>&1)" '! 10a'
said=$(make tile13 FROM=solutions 2>&1)
is "a kernel without tensor copies" $? 2
like "... gets one line" "$said" '^plot: 13_tensor makes no tensor copies: there is no tile to show$'
like "a line without a wgmma" "$(make tile14 FROM=solutions LINE=1 2>&1)" 'line 1 of 14_tma has no wgmma'

like "what the copy engine loads is touched, each element once" \
    "$(make -s touched14 FROM=solutions 2>&1 | tr '\n' ' ')" \
    'A: rows 0-127, columns 0-1012, 129664 elements +loaded by one request each +B\^T: rows 0-1012, columns 256-511, 259328 elements +loaded by one'

# --- traces that are damaged

trace=$results/solutions/03_smem.trace.tsv
row=$(grep -n "^launch" $trace | cut -d: -f1)
row=$((row + 1)) # of the first request: warp 0 loads one row of A
damaged() { # damaged SED-SCRIPT VIEW: what is said, without the file's name, and the status
    sed "$1" $trace >"$work/damaged.tsv"
    build/view "$2" text "$work/damaged.tsv" 2>&1 >/dev/null | sed "s,$work/,,"
    build/view "$2" text "$work/damaged.tsv" >/dev/null 2>&1
    echo $?
}
is "an empty file" "$(damaged d touched)" \
    "plot: 'damaged.tsv': line 1: not the header of a trace
2"
is "a header that lacks a column" "$(damaged 's/^launch.*/launch\twarp/' banks)" \
    "plot: 'damaged.tsv': line $((row - 1)): not the header of a trace
2"
is "a row that is cut off" "$(damaged "${row}s/\t[^\t]*\$//" access)" \
    "plot: 'damaged.tsv': line $row: a row of 17 cells, expected 18
2"
is "a word for a number" "$(damaged "${row}s/98304/x/" access)" \
    "plot: 'damaged.tsv': line $row: 'x' is not possible as offset
2"
is "a lane too few" "$(damaged "${row}s/98304,//" access)" \
    "plot: 'damaged.tsv': line $row: offset of 31 lanes, expected 32
2"
is "wavefronts that were not counted" \
    "$(damaged "/load\tshared\tBs/s/\t1\t1\t\([0-9]*\t0,4,\)/\t1\t9\t\1/" banks)" \
    "plot: line $(grep -n ' Bs\[k\]\[tx\]' solutions/03_smem/kernel.cu | cut -d: -f1): 1 wavefronts drawn, 9 counted
2"
is "sizes that are none" "$(damaged 's/M=384/M=0/' touched)" \
    "plot: 'damaged.tsv': M=, N= and K= are not in its problem, or not from 1 to 8192
2"
is "a matrix of another size" "$(damaged 's/M=384/M=385/' touched)" \
    "plot: 'damaged.tsv': A is 384 x 128, expected 385 x 128
2"
is "another array than the first lane's is left out" \
    "$(damaged "${row}s/98304,98308,/98304,99999996,/" touched)" 0
is "a kind of picture that there is not" "$(build/view banks png $trace 2>&1; echo $?)" \
    "plot: 'png' is not a kind of picture: it is text or svg
2"
like "a wrong call" "$(build/view banks text 2>&1)" '^ +view banks text\|svg TRACE$'

# --- counts: their figures are held by text.t, against the pages that quote them

like "count: a size that is none" "$(make count01 SIZE=1e3 FROM=solutions 2>&1)" \
    '^SIZE=1e3 is not possible: give a number from 1 to 1024$'
like "... a ragged size" "$(make count02 SIZE=1 FROM=solutions 2>&1)" \
    '^global loads +3 +3 +1\.00$'
like "... a skeleton" "$(make count01 2>&1)" \
    '^the kernel never touches global memory: is a STEP still empty\?$'
said=$(make -s count03 KERNEL=build/tests/wrong/03_smem/BARRIER-in-branch.cu SIZE=33 2>/dev/null)
is "... a kernel with a fault" $? 2
like "... which is reported" "$said" \
    '^lab03: BARRIER build/tests/wrong/03_smem/BARRIER-in-branch.cu:[0-9]+$'

# --- kernels that do not come that far

like "a skeleton" "$(make -s access01 2>&1)" 'loads or stores global memory itself: is a STEP still empty'
sed 's/if (row < M && col < N)/if (true)/; s/A\[row/A[1000 + row/' \
    solutions/01_naive/kernel.cu >"$work/outside.cu"
bad=$(make -s access01 KERNEL="$work/outside.cu" 2>&1)
like "a fault is reported with its line" "$bad" "^lab01: OUT_OF_BOUNDS .*outside\.cu:[0-9]+$"
ok "... and there is no trace" [ ! -e $results/other/01_naive.trace.tsv ]

# --- counts, as a picture; 08 is no octal number

if command -v gnuplot >/dev/null; then
    said=$(make -s plot08 FROM=solutions 2>&1)
    is "plot08: the counts of lab 08 are drawn" $? 0
    like "... with a row of it" "$(cat results/cpu-h200/solutions/08_pipeline.counts.svg)" \
        '08_pipeline'
fi

# --- the roofline

if ! command -v gnuplot >/dev/null; then
    skip 9 "no gnuplot"
    done_testing
fi
mkdir -p "$work/r/labs" "$work/r/solutions"
# lab WHO NAME SOURCE L1_BYTES GFLOPS, for one product of 4096.
lab() {
    printf '# made up\nlab\tsizes\tflops\tl1_bytes\tl2_bytes\tdram_bytes\n%s\tM=4096,N=4096,K=4096\t%s\t%s\t2000\t2000\n' \
        "$2" 1000000 "$4" >"$work/r/$1/$2.traffic.tsv"
    printf 'lab\tbackend\tdevice\tsource\tsizes\treps\tms_median\tms_min\tgflops\tpct_peer\n' \
        >"$work/r/$1/$2.tsv"
    printf 'cuBLAS\tgpu\tNVIDIA H200\t%s\tM=4096,N=4096,K=4096\t1\t1\t1\t99999\t-\n' "$3" \
        >>"$work/r/$1/$2.tsv"
    printf '%s\tgpu\tNVIDIA H200\t%s\tM=4096,N=4096,K=4096\t1\t1\t1\t%s\t-\n' "$2" "$3" "$5" \
        >>"$work/r/$1/$2.tsv"
}
lab labs 01_naive measured 2000000 8000
lab solutions 08_pipeline measured 50000 20000
roof() {
    tools/plot roofline "$work/r/labs/roofline" "$work/r/labs/01_naive.traffic.tsv" \
        "$work/r/labs/01_naive.tsv" "$work/r/solutions/08_pipeline.traffic.tsv" \
        "$work/r/solutions/08_pipeline.tsv" 2>&1
}
said=$(roof)
is "the roofline is drawn" $? 0
like "its title" "$said" '^Roofline at M = N = K = 4096, measured on NVIDIA H200$'
# 1e6 / 2e6 = 0.5 per byte of L1, of a roof of 16727; 1e6 / 2000 = 500, of the peak, 66908.
like "operations per byte, and the share of the roof there" "$said" \
    '^01_naive +8\.00 +0\.50 +48% +500\.00 +12% +500\.00 +12%$'
like "the reference is marked" "$said" '^08_pipeline \(reference\) +20\.0 +20\.00 '
svg roofline "$work/r/labs/roofline.svg"
is "two points per lab, with their values" \
    "$(grep -c '<title>0[18]_.*operations per byte of L[12]' "$work/r/labs/roofline.svg")" 4
sed -i 's/NVIDIA H200/GPU of mine/' "$work"/r/*/*.tsv
like "no roofs for a GPU without a profile" "$(roof)" "no profile .* is of 'GPU of mine'"

done_testing
