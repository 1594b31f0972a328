#!/bin/sh
# Operations other than sgemm(), through the whole harness: saxpy, sgemm_nt, bgemm,
# gemm_bias_relu with its backward pass, weighted_sum with both of its own, latent,
# attention, fgemm, and
# scale_rows, whose files are only in tests/operation. Each PASS.cu passes; compiled with
# a macro that makes it wrong, it gets the verdict and the words below.
. tests/tap.sh
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
emucc=emu/frontend/emucc

if [ ! -f build/lab.o ] || [ ! -f build/cpu/runner.o ]; then
    echo 'build first: make emu build/cpu/runner.o build/lab' >&2
    exit 2
fi
build_lab() { # FOLDER: build/lab with its check, and the operations that lie beside it
    folder=tests/operation/$1 new=
    for source in "$folder"/*.c; do
        object=$scratch/$1.$(basename "$source" .c).o
        gcc -std=c11 -O1 -Wall -Wextra -Werror -Icommon -Iemu/include -Iemu/include/emu -Iemu/include/cuda \
            -I"$folder" -c "$source" -o "$object" || return
        case $source in */call_*) new=$object ;; esac
    done
    gcc "$scratch/$1".*.o build/lab.o -o "$scratch/$1.lab" -ljansson -lm
    name=$(sed -n 's/.*\.lab = "\([^"]*\)".*/\1/p' "$folder/check.c")
}
# report FOLDER [MACRO]: what the check says of its kernel
report() {
    $emucc -Icommon -I"tests/operation/$1" ${2:+"-D$2"} -c "tests/operation/$1/PASS.cu" \
        -o "$scratch/kernel.o" &&
        $emucc "$scratch/kernel.o" build/cpu/runner.o ${new:+"$new"} \
            -o "$scratch/runner" &&
        RUNNER="exec '$scratch/runner'" SEED=1 "$scratch/$1.lab" check "$name" \
            "tests/operation/$1/PASS.cu" | tee "$scratch/report"
}
# wrong FOLDER MACRO VERDICT: its last line; what is said before is in the golden file
wrong() {
    said=$(report "$1" "$2")
    like "$1, $2: $3" "$(echo "$said" | tail -n 1)" "^lab[0-9]*: $3( |$)"
    { echo "=== $1, $2" && echo "$said" | sed -n '/^  what:/,/^$/p'; } >>"$scratch/words"
}
# at_fault FOLDER MACRO: the verdict's line is the one marked // FAULT
at_fault() {
    is "$1, $2: at its line" "$(tail -n 1 "$scratch/report" | sed 's/.*://')" \
        "$(grep -n '// FAULT' "tests/operation/$1/PASS.cu" | cut -d: -f1)"
}

build_lab saxpy
said=$(report saxpy)
like 'saxpy passes' "$(echo "$said" | tail -n 1)" '^lab00: PASS$'
like 'saxpy: a row for each length' "$said" '^ *4097  correct'
wrong saxpy OUT_OF_BOUNDS OUT_OF_BOUNDS
at_fault saxpy OUT_OF_BOUNDS
wrong saxpy WITHOUT_A WRONG
wrong saxpy LAST_MISSING WRONG
wrong saxpy INPUT WRONG

# A check of nothing is none.
sed 's/shapes\[\] = .*/shapes[] = {{0}};/' tests/operation/saxpy/check.c >"$scratch/none.c"
gcc -Icommon -Iemu/include -Iemu/include/emu -Iemu/include/cuda "$scratch/none.c" build/lab.o \
    -o "$scratch/none" -ljansson -lm
is 'a check without shapes' "$(RUNNER="exec '$scratch/runner'" "$scratch/none" check "$name" \
    2>&1 >"$scratch/said"; echo $?)" 'saxpy() has no case to check: set .shapes in check.c,'\
' and .tried with .n_tried in its operation
2'
unlike '... does not pass' "$(cat "$scratch/said")" PASS

build_lab bgemm
said=$(report bgemm)
like 'bgemm passes' "$(echo "$said" | tail -n 1)" '^lab13: PASS$'
wrong bgemm BFLOAT16_SUMS WRONG
wrong bgemm LANES WRONG
wrong bgemm TAIL OUT_OF_BOUNDS
at_fault bgemm TAIL
wrong bgemm PADDING OUT_OF_BOUNDS

build_lab sgemm_nt
said=$(report sgemm_nt)
like 'sgemm_nt passes' "$(echo "$said" | tail -n 1)" '^lab10: PASS$'
wrong sgemm_nt PADDING OUT_OF_BOUNDS
at_fault sgemm_nt PADDING
wrong sgemm_nt SAME OUT_OF_BOUNDS
at_fault sgemm_nt SAME
wrong sgemm_nt TRANSPOSED WRONG
wrong sgemm_nt CONTIGUOUS WRONG

build_lab gemm_bias_relu
said=$(report gemm_bias_relu)
like 'gemm_bias_relu and its backward pass pass' "$(echo "$said" | tail -n 1)" '^lab11: PASS$'
for macro in WITHOUT_RELU WITHOUT_BIAS RELU_FIRST BIAS_OF_ROW READS_Y \
    WITHOUT_MASK MASK_OF_DY MASK_INVERTED NOT_TRANSPOSED DB_TWICE DB_OF_ALL_BLOCKS; do
    wrong gemm_bias_relu $macro WRONG
done
wrong gemm_bias_relu BIAS_PAST_END OUT_OF_BOUNDS
at_fault gemm_bias_relu BIAS_PAST_END
wrong gemm_bias_relu BACKWARD_MISSING COMPILE_ERROR

build_lab weighted_sum
said=$(report weighted_sum)
like 'weighted_sum and both backward passes pass' "$(echo "$said" | tail -n 1)" \
    '^lab12: PASS$'
like 'weighted_sum: each function has a table' "$said" '^weighted_sum_backward_atomic\(\)'
wrong weighted_sum DX_WITHOUT_G WRONG
wrong weighted_sum DW_NOT_WRITTEN WRONG
wrong weighted_sum NOT_CLEARED WRONG
wrong weighted_sum WITHOUT_ATOMICS RACE
at_fault weighted_sum WITHOUT_ATOMICS
wrong weighted_sum ATOMIC_MISSING COMPILE_ERROR

build_lab latent
said=$(report latent)
like 'latent passes' "$(echo "$said" | tail -n 1)" '^lab16: PASS$'
# tokens, D, dc, dr, P, "correct", error
is 'latent: drawn sizes are those that it may have' \
    "$(DRAW=7 RUNNER="exec '$scratch/runner'" SEED=1 "$scratch/latent.lab" check "$name" |
        sed '1,/^drawn: DRAW=7/d' |
        awk '/correct/ { n++; fit += ($2 % 8 + $3 % 8 + $4 % 8 == 0) } END { print fit, n }')" \
    '12 12'
like 'latent: half of a size is no size' "$said" '^tokens +D +dc +dr +P  result'
for macro in COLUMNS NOT_ROTATED HALVES OTHER_WAY BY_TOKEN ROUNDED ONE_OF_A_PAIR; do
    wrong latent $macro WRONG
done
wrong latent ANGLES OUT_OF_BOUNDS
at_fault latent ANGLES

build_lab attention
said=$(report attention)
like 'attention passes' "$(echo "$said" | tail -n 1)" '^lab17: PASS$'
# heads, N, d, causal, "correct", error: each drawn case is short, d is 64 or 128
is 'attention: drawn sizes are those that it may have, and short' \
    "$(DRAW=7 RUNNER="exec '$scratch/runner'" SEED=1 "$scratch/attention.lab" check "$name" |
        sed '1,/^drawn, with scale: DRAW=7/d' |
        awk '/correct/ { n++; fit += ($3 == 64 || $3 == 128) && $4 < 2 && $1 * $2 * $2 * $3 <= 2 ^ 26
                         masked += $4 } END { print fit, n, (masked > 0 && masked < n) }')" \
    '12 12 1'
for macro in UNSCALED UNDIVIDED UNMASKED MASKED WITHOUT_DIAGONAL WITHOUT_MAXIMUM SUM_NOT_RESCALED \
    O_NOT_RESCALED PADDED; do
    wrong attention $macro WRONG
done

build_lab fgemm
said=$(report fgemm)
like 'fgemm passes' "$(echo "$said" | tail -n 1)" '^lab19: PASS$'
wrong fgemm UNSCALED WRONG
wrong fgemm ROUNDED_PRODUCTS WRONG
wrong fgemm TAIL WRONG
wrong fgemm PADDING OUT_OF_BOUNDS

# An operation of two element types and two outputs, of which the course knows nothing.
build_lab scale_rows
said=$(report scale_rows)
like 'scale_rows passes' "$(echo "$said" | tail -n 1)" '^lab99: PASS$'
wrong scale_rows COARSE WRONG
wrong scale_rows NEXT_ROW WRONG
wrong scale_rows Z_WRONG WRONG

# What a learner reads of each.
golden=tests/transcripts/operations.txt
[ -z "${UPDATE-}" ] || cp "$scratch/words" "$golden"
is 'the words for each' "$(diff "$golden" "$scratch/words")" ""
done_testing
