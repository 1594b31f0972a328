#!/bin/sh
# The subset of CUDA C that the emulator has, each item against its definition. What it
# refuses: emu/tests/refused.t
#
# depends: emu
. tests/tap.sh
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
emucc=$PWD/emu/frontend/emucc
subset=emu/tests/subset

# --- What is there: programs that print "right" --------------------------------------

flags='-Wall -Wextra --extended-lambda'
for file in "$subset"/[!p]*.cu "$subset"/pipeline.cu "$subset"/ptx_*.cu "$subset/host.c"; do
    echo "$(basename "${file%.*}") right $file $flags EMU_NOTES=0"
done >"$scratch/list"
for file in "$subset"/faults/*.cu; do
    name=$(basename "$file" .cu)
    echo "$name ${name%%-*} $file $flags EMU_NOTES=0 EMU_TIMEOUT=1"
    echo "$name.twin right $file $flags -DTWIN EMU_NOTES=0 EMU_TIMEOUT=1"
done >"$scratch/faults"
cat "$scratch/list" "$scratch/faults" | emu/tests/run "$scratch"

while read -r name _; do
    got=$(cat "$scratch/$name/compiled" "$scratch/$name/said" "$scratch/$name/printed")
    want=$(echo 0 && echo right)
    if [ "${ON-}" = wasm ] && grep -q "^$name	" "$subset/wasm.tsv"; then
        is "$name: not right on WebAssembly" "$([ "$got" = "$want" ] || echo wrong)" wrong
    else
        is "$name compiles without a word, and is right" "$got" "$want"
    fi
done <"$scratch/list"

# The rest is not of the system that they run on.
[ "${ON-}" != wasm ] || done_testing

compile() { # NAME FLAGS...
    name=$1
    shift
    # shellcheck disable=SC2086 # words
    "$emucc" $flags "$@" -o "$scratch/$name" \
        >"$scratch/$name.said" 2>&1
    echo $? >"$scratch/$name.status"
}

is 'every error code has a name of its own' "$(cat >"$scratch/errors.c" <<'END'
#include <cuda_runtime.h>
#include <stdio.h>
int main(void)
{
    for (int i = 0; i <= 10000; i++)
        printf("%s\n", cudaGetErrorName((cudaError_t)i));
}
END
    "$emucc" "$scratch/errors.c" -o "$scratch/errors" && "$scratch/errors" |
        grep '^cuda[A-Z][A-Za-z]*$' | sort -u | wc -l)" \
    "$(grep -c '^ *E(cuda' emu/include/emu/emu_errors.h)"

# --- printf ---------------------------------------------------------------------------

compile print "$subset/print.cu"
is 'print compiles without a word' "$(cat "$scratch/print.status" "$scratch/print.said")" 0
want=$(echo before
    for block in $(seq 0 63); do
        printf 'block %d thread 0\nblock %d thread 1\n' "$block" "$block"
        echo "end of block $block,  1.50|text|c|ff  |1099511627776|%"
    done
    printf 'between\nblock 0 thread 0\nafter\n')
for threads in 1 2 7; do
    is "what kernels print, with $threads threads" \
        "$(EMU_THREADS=$threads "$scratch/print")" "$want"
done
compile print_fault "$subset/print_fault.cu"
want=$(for block in 0 1 2; do
    printf 'block %d begins\nblock %d ends\n' "$block" "$block"
done
echo 'block 3 begins'
echo cudaErrorIllegalAddress)
for threads in 1 2 7; do
    is "what a stopped kernel printed, with $threads threads" \
        "$(EMU_THREADS=$threads "$scratch/print_fault" 2>"$scratch/errors.txt")" "$want"
done
like 'the fault is printed as well' "$(cat "$scratch/errors.txt")" \
    "^$subset/print_fault.cu:9: OUT_OF_BOUNDS: "
said=$(EMU_TIMEOUT=1 "$scratch/print_fault" forever 2>&1 >"$scratch/much")
like 'endless printing is cut' "$said" \
    '^emulator: block 0 printed more than 1 MiB: the rest is lost$'
like 'endless printing is stopped' "$said" "^$subset/print_fault.cu:16: TIMEOUT: "
is 'what is kept of it' "$(head -c 1048576 "$scratch/much" | tr -d 0)" ''

# --- Leaks and notes --------------------------------------------------------------------

compile print_leaks "$subset/print_leaks.cu"
is 'print_leaks compiles without a word' \
    "$(cat "$scratch/print_leaks.status" "$scratch/print_leaks.said")" 0
is 'leaks are printed with EMU_LEAKS=1' "$(EMU_LEAKS=1 "$scratch/print_leaks" 2>&1)" "end
$subset/print_leaks.cu:15: LEAK: 3 allocations, 12288 bytes together, never freed; this is \
the first
  every cudaMalloc needs its cudaFree before the program ends"
is 'and only then' "$("$scratch/print_leaks" 2>&1)" end
is 'no leaks' "$(EMU_LEAKS=1 "$scratch/print_leaks" free 2>&1)" end
"$emucc" emu/tests/API/double-free.cu -o "$scratch/fault"
is 'EMU_NOTES=0 silences notes, and no error' "$(EMU_NOTES=0 "$scratch/fault" 2>&1)" \
    cudaErrorInvalidValue

# --- Faults of what is here, beside twins without ---------------------------------------

for file in "$subset"/faults/*.cu; do
    name=$(basename "$file" .cu)
    kind=${name%%-*} fault=$scratch/$name twin=$scratch/$name.twin
    is "$name: fault and twin compile" "$(tail -qn 1 "$fault/compiled" "$twin/compiled")" '0
0'
    like "$name: says $kind" "$(head -n 1 "$fault/said")" "^$file:[0-9]+: $kind: "
    line=$(sed -n "1s|^$file:\([0-9]*\):.*|\1|p" "$fault/said")
    like "$name: names the line" "$(sed -n "${line:-0}p" "$file" 2>&1)" '// FAULT'
    is "$name: silent about the twin" "$(cat "$twin/said" "$twin/printed")" right
done

done_testing
