#!/bin/sh
# make predictNN: the answers are counts of the kernel that is given. In a copy of the course.
. tests/tap.sh

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
copy_tree "$work/the course" && cd "$work/the course" || exit 1
rm -rf results
export BACKEND=cpu
results=results/cpu-h200

# answers LAB WHO: "id answer" of each question, in one line
answers() {
    awk -F '\t' '!/^#/ && NR > 2 { printf "%s%s %s", n++ ? ", " : "", $1, $3 }' \
        "$results/$2/$1.answers.tsv"
}
# of_kernel LAB FILE: the same for another kernel
of_kernel() {
    make -s KERNEL="build/tests/variants/$1/$2.cu" "$results/other/$1.answers.tsv" >/dev/null 2>&1
    answers "$1" other
}

# --- the reference kernels: counts by hand, for M = 384, N = 512, K = 128

# shellcheck disable=SC2046  # a list of words
make -s FROM=solutions $(for lab in labs/*; do
    echo "$results/solutions/${lab#labs/}.answers.tsv"
done) >/dev/null 2>&1
# A trace need not have barriers.
barriers() {
    grep -qs "	barrier	" "$results"/solutions/03_smem.*.tsv && echo "$1" || echo -
}

# The second block of 256 threads has elements 256 to 383, 128 of them; loads of x and of y;
# 32 floats are 128 bytes, 4 sectors; of 48 threads, the warps have 32 and 16, 24 on average.
is "lab 00" "$(answers 00_saxpy solutions)" "guard 128, requests 2, sectors 4, block48 24"
# 32 rows of A, a sector each; one float of B, one sector: 33 sectors = 32 + 1. Each of the 32
# columns of the block is a warp that loads the same column of A. 32 threads of a 16 x 16 block
# are 16 rows in 2 columns.
is "lab 01" "$(answers 01_naive solutions)" "a_sectors 32, b_sectors 1, a_reuse 32, block16 16"
# 32 neighbours of B: 128 / 32 sectors; one float of A; 8 rows of the block, a warp each; 4 rows
# of 8 floats are 4 whole sectors; 16 rows.
is "lab 02" "$(answers 02_coalesce solutions)" \
    "b_sectors 4, a_sectors 1, b_reuse 8, cols8 4, rows16 16"
# One load per tile and element; a float of A serves 32 columns; 32 neighbours, one per bank;
# 2 barriers for each of 128 / 32 tiles; 16 columns.
is "lab 03" "$(answers 03_smem solutions)" \
    "a_reuse 1, fmas 32, bs 1, barriers $(barriers 8), tile16 16"
# 8 + 1 words for 8 FMAs; 8 of these with one word of Bs; 32 lanes are 4 rows of 8 floats; 16 + 1
# words for 16 FMAs; 8 rows of 4 floats.
is "lab 04" "$(answers 04_tile1d solutions)" \
    "words 1.125, bs_reuse 8, a_sectors 4, tm16 1.0625, bk4 8"
# 8 + 8 words for 64 FMAs; 8 lanes at a time are 8 words apart, which is 2 words in each of 16
# banks: 32 / 8 * 2; 4 words apart, there is no conflict: 32 / 8; lanes 8 floats apart; 128 x 8
# elements by 256 threads, 4 each, in 128 / 8 tiles: 64.
is "lab 05" "$(answers 05_tile2d solutions)" \
    "words 0.25, bs 8, tn4 4, c_sectors 32, a_requests 64"
# A quarter of 64; 16 rows of 8 floats; 8 lanes at a time without a conflict; without padding the
# rows k = 0 and 4 of As are in one bank; with BK = 16 the rows 0, 4, 8, 12 begin 16 banks apart,
# so two of them are in one bank.
is "lab 06" "$(answers 06_vector solutions)" \
    "a_requests 16, a_sectors 16, bs 4, pad0 2, bk16 2"
# 4 + 4 words for 16 FMAs; 4 different float4 for 32 lanes, 16 lanes at a time; 128 columns use a
# float of A; 2 barriers for each of 128 / 32 tiles; 8 + 8 words for 64 FMAs.
is "lab 07" "$(answers 07_autotune solutions)" \
    "words 0.5, as 2, tile128 128, bk32 $(barriers 8), tn8 0.25"
is "all counts in a why are numbers" "$(grep -l '[{}]' $results/solutions/*.answers.tsv)" ""
is "... and each exists" "$(awk -F '\t' '!/^#/ && $3 != "-" && $6 == "-"' \
    $results/solutions/*.answers.tsv)" ""

# --- other right kernels have other answers

# A warp is 2 rows of 16 columns: 2 sectors of B, 2 of A; 16 rows, two per warp; no COLS, no ROWS.
is "lab 02 with blocks of 16 x 16" "$(of_kernel 02_coalesce block-16x16)" \
    "b_sectors 2, a_sectors 2, b_reuse 8, cols8 -, rows16 -"
like "... says why not" "$(cat $results/other/02_coalesce.answers.tsv)" \
    'not asked: with COLS=8: COLS is not set to a number in this kernel$'
# 16 x 16 tiles: a float of A serves 16 columns.
is "lab 03 with tiles of 16 x 16" "$(of_kernel 03_smem tile-16 | sed 's/barriers [-0-9]*, //')" \
    "a_reuse 1, fmas 16, bs 1, tile16 16"
# A thread's columns are 16 apart, so lanes load neighbours: 16 words per request, 1 wavefront; a
# store is 2 rows of 16 floats, 2 sectors each.
is "lab 05 without bank conflicts" "$(of_kernel 05_tile2d interleaved)" \
    "words 0.25, bs 1, tn4 1, c_sectors 4, a_requests 64"
# Tiles of 66 x 72 do not divide C: the FMAs of one block are not known.
is "lab 05 with tiles that do not divide C, and of another name" \
    "$(of_kernel 05_tile2d dynamic-shared-memory | cut -c 1-24)" "words -, bs -, tn4 -, c_"
said=$(cat $results/other/05_tile2d.answers.tsv)
like "... says that" "$said" 'not asked: how many FMAs a block does is not known'
like "... and the name that is missing" "$said" \
    'not asked: the kernel has no load from Bs in shared memory$'
# Two launches, and each block of the second one has only half of K.
like "lab 07 with K split" "$(of_kernel 07_autotune split-k)" '^words -, '

# --- asking

cp solutions/02_coalesce/kernel.cu labs/02_coalesce/kernel.cu
record=$results/labs/02_coalesce.predictions.tsv
# ask LINES [NAME=value]: what make predict02 prints if these are typed
ask() {
    # shellcheck disable=SC2059,SC2086  # \n, and words
    printf "$1" | make -s predict02 ${2-} 2>&1
}
# kept: the record, a row a line, without the checksum
kept() {
    sed 1d "$record" | cut -f 1-4 | tr '\t' ' '
}
for target in predict99 predict1; do
    like "make $target" "$(make $target 2>&1)" "there is no $target: the labs are 00 01"
done
like "help names it" "$(make help)" '^  predictNN +predict'
said=$(ask '32\n1\n\nnothing\n4.0\n')
is "right, wrong and skipped" "$(echo "$said" | grep -oE '(right|not right): .*|skipped|Type a number')" \
    'not right: the count is 4
right: the count is 1
skipped
Type a number
right: the count is 4'
like "each question" "$said" '^  1 of 5: How many sectors does one load request of B move\?$'
like "the reason has this kernel's counts" "$said" 'The request uses 8 of the 8 floats of$'
is "no line is long" "$(echo "$said" | awk 'length > 80')" ""
like "the end of the input ends it" "$(echo "$said" | tail -n 3)" '^  5 of 5: '
is "the record" "$(kept)" 'b_sectors 32 4 no
a_sectors 1 1 yes
cols8 4.0 4 yes'
is "... with the kernel" "$(sed -n 2p "$record" | cut -f 5)" \
    "$(cksum <labs/02_coalesce/kernel.cu | cut -d ' ' -f 1)"
is "what is met is not asked again" "$(ask '4\nq\n' | grep -oE '^  [0-9] of 5:')" '  1 of 5:
  3 of 5:'
is "a later answer replaces the first one" "$(kept)" 'a_sectors 1 1 yes
cols8 4.0 4 yes
b_sectors 4 4 yes'
ask '8\n16.0\n' >/dev/null
like "all are met" "$(ask '')" '^All predictions are met. make predict02 AGAIN=1 asks again.$'
like "AGAIN=1 asks all" "$(ask 'q\n' AGAIN=1)" '^  1 of 5:'
like "status: met of those that were made" "$(make -s status)" '^predictions met: lab 02 5 of 5$'
ask '9\nq\n' AGAIN=1 >/dev/null
like "... and one is not met" "$(make -s status)" '^predictions met: lab 02 4 of 5$'
# With 16 rows each element of B is needed by 16 warps; what was met for 8 is asked again.
sed -i 's/ROWS = 8/ROWS = 16/' labs/02_coalesce/kernel.cu
like "a count that has changed is asked again" "$(ask '4\n16\n')" '^  3 of 5: '
is "... with the new count" "$(kept | grep b_reuse)" 'b_reuse 16 16 yes'

# judged TYPED COUNT
judged() {
    echo "$1" | awk -v expected="$2" -f view/predict/judge.awk
}
while read -r typed expected want; do
    is "'$typed' for $expected" "$(judged "$typed" "$expected")" "$want"
done <<'NUMBERS'
4 4 met
4.0 4 met
5 4 not met
1/8 0.125 met
.13 0.125 met
0.1 0.125 not met
1,024 1024 met
1.024 1024 not met
1020 1024 met
1018 1024 not met
2.67 2.6667 met
3 2.6667 not met
0,125 0.125
1/0 4
four 4
-4 4
NUMBERS

# --- kernels that cannot be asked about

like "a skeleton" "$(make -s predict03 2>&1)" '^No question can be asked of this kernel: is a STEP'
echo 'int x' >kernel.cu
is "one that does not compile" "$(make -s predict03 KERNEL=kernel.cu 2>&1 | sed -n 2p)" \
    "predict03: the kernel does not run to its end: COMPILE_ERROR kernel.cu:1; see make check03"
like "one with a race" "$(make -s predict03 \
    KERNEL=build/tests/wrong/03_smem/RACE-missing-second-barrier.cu 2>&1)" \
    '^predict03: the kernel does not run to its end: RACE build/'
mv labs/01_naive/questions.tsv "$work"
is "a lab without questions" "$(make -s predict01 2>&1 | head -n 1)" \
    "predict01: lab 01 has no questions: 'labs/01_naive/questions.tsv' is missing"
mv "$work/questions.tsv" labs/01_naive
rm -rf solutions tests
cp labs/02_coalesce/kernel.cu kernel.cu
like "without solutions and tests, as in a handout" \
    "$(printf 'q\n' | make -s predict02 KERNEL=kernel.cu 2>&1)" '^  1 of 5: '
done_testing
