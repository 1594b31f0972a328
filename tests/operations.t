#!/bin/sh
# Operations beside sgemm(), through the whole harness: saxpy, sgemm_nt, weighted_sum with
# both backward passes, and scale_rows, whose files are in tests/operation alone. Each
# PASS.cu passes; compiled with a macro that makes it wrong, it gets the verdict and the
# words below.
. tests/tap.sh
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
emucc=emu/frontend/emucc

if [ ! -f build/cpu/operations.o ] || [ ! -f build/judge/01_naive ]; then
    echo 'build first: make emu build/cpu/runner.o build/cpu/operations.o' \
        'build/cpu/libcommon.a build/judge/01_naive' >&2
    exit 2
fi
# The course's judges have these objects, without a lab's own.
judge_o=$(printf 'build/cpu/common/runner/%s.o ' remote_start remote_print remote_cuda \
    remote_call remote_supervise remote_kernel judge_main wire)
finding_o=$(find build/cpu/common/finding -name '*.o')
build_judge() { # FOLDER: its check, and the operations that lie beside it
    folder=tests/operation/$1 new=
    for source in "$folder"/*.c; do
        object=$scratch/$1.$(basename "$source" .c).o
        gcc -std=c11 -O1 -Wall -Wextra -Werror -Icommon -Iemu/include -Iemu/include/cuda \
            -I"$folder" -c "$source" -o "$object" || return
        case $source in */call_*) new=$object ;; esac
    done
    # shellcheck disable=SC2086 # a list of files
    gcc "$scratch/$1".*.o $judge_o $finding_o build/cpu/operations.o \
        build/cpu/libcommon.a -o "$scratch/$1.judge" -ljansson -lm
}
# report FOLDER [MACRO]: what the check says of its kernel
report() {
    $emucc -Icommon -I"tests/operation/$1" ${2:+"-D$2"} -c "tests/operation/$1/PASS.cu" \
        -o "$scratch/kernel.o" &&
        $emucc "$scratch/kernel.o" build/cpu/runner.o ${new:+"$new"} \
            -o "$scratch/runner" &&
        RUNNER="exec '$scratch/runner'" SEED=1 "$scratch/$1.judge" \
            "tests/operation/$1/PASS.cu" | tee "$scratch/report"
}
# wrong FOLDER MACRO VERDICT WORDS: its last line, and a pattern of what is said before
wrong() {
    said=$(report "$1" "$2")
    like "$1, $2: $3" "$(echo "$said" | tail -n 1)" "^lab[0-9]*: $3( |$)"
    like "$1, $2: in words" "$(echo "$said" | tr -s '\n ' ' ')" "$4"
}
# at_fault FOLDER MACRO: the verdict's line is the one marked // FAULT
at_fault() {
    is "$1, $2: at its line" "$(tail -n 1 "$scratch/report" | sed 's/.*://')" \
        "$(grep -n '// FAULT' "tests/operation/$1/PASS.cu" | cut -d: -f1)"
}

build_judge saxpy
said=$(report saxpy)
like 'saxpy passes' "$(echo "$said" | tail -n 1)" '^lab00: PASS$'
like 'saxpy: a row for each length' "$said" '^ *4097  right'
wrong saxpy OUT_OF_BOUNDS OUT_OF_BOUNDS \
    'x has 1 element here, and this would be index 1: let a thread touch x\[i\] only where i < n'
at_fault saxpy OUT_OF_BOUNDS
wrong saxpy WITHOUT_A WRONG 'the factor a is missing'
wrong saxpy LAST_MISSING WRONG 'first at index 255: it is .* \(never written\)'
wrong saxpy INPUT WRONG 'the input x was overwritten, first at index 0.* write to y alone: x'

# A check of nothing is none.
sed 's/shapes\[\] = .*/shapes[] = {{0}};/' tests/operation/saxpy/check.c >"$scratch/none.c"
# shellcheck disable=SC2086 # a list of files
gcc -Icommon -Iemu/include -Iemu/include/cuda "$scratch/none.c" $judge_o $finding_o \
    build/cpu/operations.o build/cpu/libcommon.a -o "$scratch/none" -ljansson -lm
is 'a check without shapes' "$(RUNNER="exec '$scratch/runner'" "$scratch/none" \
    2>&1 >"$scratch/said"; echo $?)" 'saxpy() has no case to check: set .shapes in check.c,'\
' and .tried with .n_tried in its operation
2'
unlike '... does not pass' "$(cat "$scratch/said")" PASS

build_judge sgemm_nt
said=$(report sgemm_nt)
like 'sgemm_nt passes' "$(echo "$said" | tail -n 1)" '^lab10: PASS$'
wrong sgemm_nt PADDING OUT_OF_BOUNDS 'wrote between the rows of O, after row 0'
at_fault sgemm_nt PADDING
wrong sgemm_nt TRANSPOSED WRONG 'of O (is|are) wrong'
wrong sgemm_nt CONTIGUOUS WRONG 'M=.*ldh=[0-9]+, ldw=[0-9]+, ldo=[0-9]+\)'

build_judge weighted_sum
said=$(report weighted_sum)
like 'weighted_sum and both backward passes pass' "$(echo "$said" | tail -n 1)" \
    '^lab12: PASS$'
like 'weighted_sum: each function has a table' "$said" '^weighted_sum_backward_atomic\(\)'
wrong weighted_sum DX_WITHOUT_G WRONG 'elements? of dX .*in: weighted_sum_backward\('
wrong weighted_sum DW_NOT_WRITTEN WRONG 'of dw .*\(never written\)'
wrong weighted_sum NOT_CLEARED WRONG 'in: weighted_sum_backward_atomic\('
wrong weighted_sum WITHOUT_ATOMICS RACE 'dw\['
at_fault weighted_sum WITHOUT_ATOMICS
wrong weighted_sum ATOMIC_MISSING COMPILE_ERROR \
    'defines no weighted_sum_backward_atomic\(\) as common/weighted_sum.h declares it'

# An operation of two element types and two outputs, of which the course knows nothing.
build_judge scale_rows
said=$(report scale_rows)
like 'scale_rows passes' "$(echo "$said" | tail -n 1)" '^lab99: PASS$'
wrong scale_rows COARSE WRONG 'elements? of Y (is|are) wrong|the one element of Y is wrong'
wrong scale_rows NEXT_ROW WRONG 'of Y (is|are) wrong'
wrong scale_rows Z_WRONG WRONG 'of Z (is|are) wrong|the one element of Z'

done_testing
