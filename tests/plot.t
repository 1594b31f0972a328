#!/bin/sh
# The plots: each is a picture of the right size, with the right series under the right
# names, which do not overlap. Tables are made here.
. tests/tap.sh
make -s BACKEND=cpu build/view >/dev/null || exit 1

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
results=$work/results/cpu-h200
mkdir -p "$results/labs" "$results/solutions" "$results/other" "$work/docs"

# table FILE LAB SOURCE GFLOPS SIZE...: a table, and GFLOPS at every size.
table() {
    file=$work/$1 name=$2 source=$3 gflops=$4
    shift 4
    {
        printf '# made up by tests/plot.t\n# bottleneck M=256,N=256,K=256: nothing\n'
        printf 'lab\tbackend\tdevice\tsource\tsizes\treps\tms_median\tms_min\tgflops\tpct_peer\n'
        for size; do
            printf '%s\tcpu\tNVIDIA H200\t%s\tM=%s,N=%s,K=%s\t1\t1\t1\t%s\t-\n' \
                "$name" "$source" "$size" "$size" "$size" "$gflops"
        done
        printf '%s\tcpu\tNVIDIA H200\t%s\tM=64,N=32,K=9999\t1\t1\t1\t99999\t-\n' "$name" "$source"
    } >"$file"
}
for lab in 01_naive:500 02_coalesce:4900 03_smem:8000; do
    table "results/cpu-h200/labs/${lab%:*}.tsv" "${lab%:*}" modelled "${lab#*:}" 256 1024
    table "results/cpu-h200/solutions/${lab%:*}.tsv" "${lab%:*}" modelled "${lab#*:}" 256 1024
done
table results/cpu-h200/other/03_smem.tsv 03_smem modelled 7777 256 1024
table docs/cublas.tsv cuBLAS measured 51000 256 512 1024 8192
table docs/03_smem.tsv 03_smem measured 31000 256

# words FILE.svg: the words in a picture, a label a line.
words() {
    sed -n 's/.*<!\[CDATA\[\(.*\)\]\].*/\1/p; s/.*<text>\(.*\)<\/text>.*/\1/p' "$1"
    sed 's/<[^>]*>//g; s/^[ \t]*//' "$1"
}
# picture NAME BASE: an SVG that is well formed and a PNG, both 900 by 540.
picture() {
    if command -v xmllint >/dev/null; then
        ok "$1: the SVG is well formed" xmllint --noout "$2.svg"
    else
        ok "$1: the SVG can be drawn" rsvg-convert -o "$work/drawn.png" "$2.svg"
    fi
    like "$1: the SVG is 900 by 540" "$(tr '\n' ' ' <"$2.svg")" 'width="900" height="540"'
    like "$1: the PNG is 900 by 540" "$(file "$2.png")" 'PNG image data, 900 x 540,'
}

if ! command -v gnuplot >/dev/null; then
    echo '1..0 # SKIP no gnuplot'
    exit 0
fi

# --- GFLOP/s over size

said=$(tools/plot gflops "$results/labs/03_smem" "$work/docs/cublas.tsv" \
    "$work/docs/03_smem.tsv" "$results/solutions/01_naive.tsv" \
    "$results/labs/02_coalesce.tsv" "$results/labs/03_smem.tsv" 2>&1)
is "gflops is drawn" $? 0
picture gflops "$results/labs/03_smem"
text=$(words "$results/labs/03_smem.svg")
like "the title says that it is a model" "$text" '^03_smem, modelled for NVIDIA H200'
like "your own table has the lab's name" "$text" '^02_coalesce  4[.]90'
like "the reference's is marked" "$text" '^01_naive \(reference\)  0[.]50'
like "the subject" "$text" '^03_smem  8[.]00'
like "cuBLAS says where it was measured" "$text" \
    '^cuBLAS \(measured on NVIDIA H200\)  51[.]0'
like "the FP32 peak of the profile" "$text" '^FP32 peak 66[.]9 TFLOP/s'
like "sizes are the tics" "$text" '^1024'
unlike "a size that no lab has is none" "$text" '^(512|8192)'
unlike "other rows of docs/ and oblong matrices are not drawn" "$text" '31000|99999'
lines=$(grep -c 'gnuplot_plot_[0-9]' "$results/labs/03_smem.svg")
is "four lines" "$lines" 4
like "text: the subject's mark" "$said" ' 3 +3 03_smem  8[.]00$'
like "text: cuBLAS above, out of scale" "$said" ' c cuBLAS \(measured\)  51[.]0, not to scale$'
is "text: 78 columns at most" \
    "$(echo "$said" | grep -v -e '^from ' -e "$work" | awk 'length > 78')" ""

before=$(stat -c %y "$results/labs/03_smem.png")
again=$(tools/plot gflops "$results/labs/03_smem" "$work/docs/cublas.tsv" \
    "$work/docs/03_smem.tsv" "$results/solutions/01_naive.tsv" \
    "$results/labs/02_coalesce.tsv" "$results/labs/03_smem.tsv")
is "drawn again: the same text" "$again" "$said"
is "... and nothing is drawn" "$(stat -c %y "$results/labs/03_smem.png")" "$before"

tools/plot gflops "$results/solutions/02_coalesce" "$results/solutions/01_naive.tsv" \
    "$results/solutions/02_coalesce.tsv" >/dev/null
text=$(words "$results/solutions/02_coalesce.svg")
unlike "the reference among itself is not marked" "$text" 'reference'
like "a peak out of scale is in the title, and the errors of its bars" "$text" \
    '^02_coalesce, modelled for NVIDIA H200, ± [0-9]+( to [0-9]+)? % \(median\), FP32 peak 66.9 TFLOP/s'

# A table from before the kernel's last change is marked, until it is made again.
touch -d '1 Jan 2001' "$results/labs/03_smem.tsv"
like "of an earlier kernel: it says so" \
    "$(tools/plot gflops "$results/labs/earlier" "$results/labs/03_smem.tsv")" \
    '^03_smem \(earlier kernel\), modelled'
touch "$results/labs/03_smem.tsv"
unlike "of this kernel: it does not" \
    "$(tools/plot gflops "$results/labs/earlier" "$results/labs/03_smem.tsv")" 'earlier kernel'

# Several functions of one lab, at sizes that are not square, in bytes per second.
{
    printf 'lab\tfunction\tdevice\tsource\tsizes\tgflops\tgbytes_s\n'
    row='21_sums\t%s\tNVIDIA H200\tmodelled\trows=%s,D=%s,ldx=%s%s\t%s\t%s\n'
    # shellcheck disable=SC2059 # a row of the table
    printf "$row$row$row$row$row" sum 99 7 7 '' 1 77777 sum 512 256 256 '' 1 3000 \
        sum 4096 256 256 '' 1 4000 grad 512 256 256 ,lddx=256 1 2000 grad 4096 256 256 \
        ,lddx=256 1 2500
} >"$results/labs/21_sums.tsv"
said=$(tools/plot gflops "$results/labs/21_sums" "$results/labs/03_smem.tsv" \
    "$results/labs/21_sums.tsv")
text=$(words "$results/labs/21_sums.svg")
like "several functions: each is a line" "$said" ' a +a sum  4,000$'
like "... with its own mark" "$said" ' b +b grad  2,500$'
like "... under the lab's name" "$text" '^21_sums, modelled for NVIDIA H200'
like "... over the first size" "$text" '^rows, D = 256$'
unlike "... without other sizes, and labs of other functions" "$said" '77777|03_smem  '

# Measured, with the model's line beside it.
mkdir -p "$work/results/gpu/labs"
table results/gpu/labs/03_smem.tsv 03_smem measured 9000 256 1024
tools/plot gflops "$work/results/gpu/labs/03_smem" "$results/labs/03_smem.tsv" \
    "$work/results/gpu/labs/03_smem.tsv" >/dev/null
text=$(words "$work/results/gpu/labs/03_smem.svg")
like "both lines: the title is the measured one's" "$text" '^03_smem, measured on NVIDIA H200'
like "... which is the subject" "$text" '^03_smem  9[.]00'
like "... and the other says what it is" "$text" '^03_smem \(modelled\)  8[.]00'

# On a GPU, a table has the rows of cuBLAS between its own.
{
    sed '$d' "$results/labs/03_smem.tsv"
    sed -n '/^cuBLAS/p' "$work/docs/cublas.tsv"
    sed '1,4d; s/1024/2048/g' "$results/labs/03_smem.tsv"
} >"$results/other/04_mixed.tsv"
sed -i 's/03_smem/04_mixed/' "$results/other/04_mixed.tsv"
tools/plot gflops "$results/labs/mixed" "$results/other/04_mixed.tsv" >/dev/null
is "rows of another lab between its own do not break a line: three points, two lines" \
    "$(awk '/gnuplot_plot_1"/ { mine = 1 } mine && /<path/ { print gsub(/L/, ""); exit }' \
        "$results/labs/mixed.svg")" 2

KERNEL="$work/my_kernel.cu" tools/plot gflops "$results/other/03_smem" \
    "$results/other/03_smem.tsv" >/dev/null
like "KERNEL= is named" "$(words "$results/other/03_smem.svg")" \
    '^03_smem \(my_kernel\.cu\)  7[.]78'

# --- names of lines that end close together keep apart, and in their order

for lab in 01_a 02_b 03_c 04_d 05_e 06_f 07_g; do
    table "results/cpu-h200/labs/$lab.tsv" "$lab" measured "10${lab%_?}" 256
done
places=$(BASE=x awk -v what=gflops -f view/plots/source.awk -f view/plots/sizes.awk -f view/plots/settings.awk emu/gpus/*.tsv \
    "$results"/labs/0[1-7]_?.tsv | sed -n 's/.*; place\[\(.*\)\] = \(.*\)/\2/p')
is "seven names, none within 0.05 of the next, none outside" "$(echo "$places" |
    awk 'NR > 1 && $1 - last < 0.0499 { close_by++ } $1 > 1 || $1 < 0 { out++ }
        { last = $1 } END { print NR, close_by + 0, out + 0 }')" "7 0 0"
tools/plot gflops "$results/labs/07_g" "$results"/labs/0[1-7]_?.tsv >/dev/null
like "a measurement says so" "$(words "$results/labs/07_g.svg")" \
    '^07_g, measured on NVIDIA H200'

# --- the ladder

said=$(tools/plot ladder "$results/labs/ladder" "$results/solutions/01_naive.tsv" \
    "$results/labs/02_coalesce.tsv" "$results/labs/03_smem.tsv" "$work/docs/cublas.tsv")
is "the ladder is drawn" $? 0
picture ladder "$results/labs/ladder"
text=$(words "$results/labs/ladder.svg")
like "its title has the size that all share" "$text" \
    '^TFLOP/s at M = N = K = 1024, modelled for NVIDIA H200'
for name in '01_naive \(reference\)' 02_coalesce 03_smem \
    'cuBLAS \(measured on NVIDIA H200\)'; do
    like "its bar $name" "$text" "^$name"
done
like "its figure" "$text" '^4[.]90'
like "text: a bar" "$said" '^ +03_smem \|=+ 8[.]00$'

# --- products of any type: one panel per type

mkdir -p "$work/tens"
table tens/01_naive.tsv 01_naive measured 500 256 1024
table tens/13_tensor.tsv 13_tensor measured 499600 1024 2048
sed -i '1a # problem: C = A*B^T, bfloat16, seed 1' "$work/tens/13_tensor.tsv"
table tens/cublas.tsv cuBLAS measured 51000 1024
said=$(tools/plot rungs "$results/labs/rungs" "$work/tens/01_naive.tsv" "$work/tens/13_tensor.tsv" \
    "$work/tens/cublas.tsv")
is "rungs are drawn" $? 0
picture rungs "$results/labs/rungs"
text=$(words "$results/labs/rungs.svg")
like "its title has the largest size that all share" "$text" \
    '^TFLOP/s at M = N = K = 1024, measured on NVIDIA H200'
for name in '01  one thread computes one element' '13  bfloat16 by tensor cores' cuBLAS \
    '01  the fastest in FP32'; do
    like "its bar $name" "$text" "^$name"
done
like "its figure, rounded" "$text" '^500$'
like "how many times as fast as the bar before" "$text" '^× 999$'
is "text: FP32 first, its library, then bfloat16 after the fastest of FP32" \
    "$(echo "$said" | sed -n 's/^\([^ ]*\) *=* \([0-9.]*\) *\(×.*\)*$/\1 \2 \3/p' | sed 's/ *$//')" \
    '01_naive 0.50
cuBLAS 51.0
01_naive 0.50
13_tensor 500 × 999'
is "tables without a size in common" \
    "$(tools/plot rungs "$work/x" "$work/tens/01_naive.tsv" "$work/docs/03_smem.tsv" \
        "$work/tens/13_tensor.tsv" 2>&1; echo $?)" \
    'plot: these tables have no square size in common
2'

# --- the map of a tuner's search

# trial M VERDICT GFLOPS BM BN BK TM TN: a row of its record, for M = N = K.
trial() {
    printf 'NVIDIA H200\tmodelled\tM=%s,N=%s,K=%s\t%s\t%s\t%s\t%s\t%s\t%s\t1\t%s\tnote\n' \
        "$1" "$1" "$1" "$4" "$5" "$6" "$7" "$8" "$2" "$3"
}
{
    printf '# made up by tests/plot.t\ndevice\tsource\tsizes\tBM\tBN\tBK\tTM\tTN\t'
    printf 'verdict\tms\tgflops\tnote\n'
    trial 256 right 111 64 64 8 4 4
    trial 256 right 112 128 64 8 8 4
    for size in 512 1024; do
        trial $size right $((size + 107)) 128 64 8 8 4
        trial $size right $((size + 213)) 64 64 8 4 4
        trial $size right $((size + 319)) 64 64 16 4 4
        trial $size right 9999 32 32 8 4 4
    done
    trial 2048 WRONG 0 32 32 8 4 4
    trial 2048 right 2222 64 64 8 4 4
} >"$results/labs/07.search.tsv"
said=$(tools/plot tune "$results/labs/07.tiles" "$results/labs/07.search.tsv")
is "the map is drawn" $? 0
picture map "$results/labs/07.tiles"
text=$(words "$results/labs/07.tiles.svg")
like "its title: the largest of the shapes that most tiles were tried on" "$text" \
    '^GFLOP/s of 3 tiles at M = N = K = 1024, modelled for NVIDIA H200'
for name in 64x64 128x64 4x4 8x4; do
    like "its names: $name" "$text" "^$name"
done
like "a cell has the best of its BK" "$text" '^1343'
like "... another cell" "$text" '^1131'
unlike "... and no other figure, nor a tile that was wrong" "$text" \
    '^(1237|9999|32x32|2222|831|11[12])'
like "text: the cells of a row" "$said" '^ +4x4 \| +1\.34$'
like "text: the other row" "$said" '^ +8x4 \| +1\.13$'
sed 's/right/WRONG/' "$results/labs/07.search.tsv" >"$work/wrong.tsv"
is "a search without a right tile" \
    "$(tools/plot tune "$work/x" "$work/wrong.tsv" 2>&1; echo $?)" \
    "plot: no tile in this search came through
2"
is "a table that is no search" \
    "$(tools/plot tune "$work/x" "$work/docs/cublas.tsv" 2>&1; echo $?)" \
    "plot: '$work/docs/cublas.tsv': line 3: no header row with verdict, BK and gflops
2"

# --- bad calls

is "a table that is not there" "$(tools/plot ladder "$work/x" no.tsv 2>&1; echo $?)" \
    "plot: 'no.tsv': no such file
2"
echo 'no table' >"$work/bad.tsv"
is "a file that is no table" "$(tools/plot ladder "$work/x" "$work/bad.tsv" 2>&1; echo $?)" \
    "plot: '$work/bad.tsv': line 1: no header row with lab, sizes and gflops
2"
table bad.tsv 01_naive modelled fast 256
is "a speed that is no number" "$(tools/plot ladder "$work/x" "$work/bad.tsv" 2>&1; echo $?)" \
    "plot: '$work/bad.tsv': line 4: gflops is 'fast'
2"
is "... and nothing is drawn" "$(ls "$work"/x* 2>/dev/null)" ""
done_testing
