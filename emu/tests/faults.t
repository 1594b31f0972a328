#!/bin/sh
# Every detector: emu/tests/KIND-name.cu has the fault, and the same file with -DTWIN has
# not. The emulator must name the kind, and a line that carries the mark FAULT, for the
# one and stay silent about the other.
. tests/tap.sh
scratch=$(mktemp -d)
export EMU_KERNEL_BEFORE=1 # only for launches that may overlap
trap 'rm -rf "$scratch"' EXIT

# The kind of fault in what a program says, if there is one.
kind_of() {
    printf '%s\n' "$1" | sed -n 's/^[^:]*:[0-9]*: \([A-Z_]*\): .*/\1/p'
}

for file in emu/tests/[A-Z]*-*.cu; do
    name=$(basename "$file" .cu)
    kind=${name%%-*}
    emu/frontend/emucc -Iemu/tests "$file" -o "$scratch/fault" &
    emu/frontend/emucc -Iemu/tests -DTWIN "$file" -o "$scratch/twin"
    twin=$?
    wait $!
    is "$name: fault and twin compile" "$?$twin" 00
    # The shell's own word for a program that a signal ends is of no use here.
    said=$({ EMU_TIMEOUT=1 "$scratch/fault" 2>&1 >/dev/null | head -n 1; } 2>/dev/null)
    like "$name: says $kind" "$said" "^$file:[0-9]+: $kind: "
    line=$(printf '%s\n' "$said" | sed -n "s|^$file:\([0-9]*\):.*|\1|p")
    like "$name: names the line" "$(sed -n "${line:-0}p" "$file" 2>&1)" '// FAULT'
    twin=$(EMU_TIMEOUT=20 "$scratch/twin" 2>&1)
    is "$name: silent about the twin" "$twin" right
    printf '%s\t%s\t%s\n' "$name" "$(kind_of "$said")" "$(kind_of "$twin")" \
        >>"$scratch/kinds"
done

# What to try where both accesses are on one line.
advice() { # FILE
    emu/frontend/emucc -Iemu/tests "emu/tests/$1.cu" -o "$scratch/race" &&
        "$scratch/race" 2>&1 >/dev/null | sed -n 2p
}
like "a race of two stores on one line: the index that they differ in" \
    "$(advice RACE-two-writers)" \
    '^  both threads access one element, and differ only in threadIdx\.x: use it in the index'
like "of two blocks: likewise" "$(advice RACE-device-variable)" \
    '^  both threads access one element, and differ only in blockIdx\.x: use it in the index'
like "of threads that differ in several indices: those" "$(advice RACE-byte-of-a-word)" \
    '^  both threads access one element, and differ in threadIdx\.x and blockIdx\.x: '
like "of blocks that add to one element: an atomic operation" \
    "$(advice RACE-blocks-write-one-element)" '^  if several threads must add .*atomicAdd'
like "of a reduction on one line: a barrier" "$(advice RACE-reduction-without-barriers)" \
    '^  a thread reads what another thread stores on the same line: put a __syncthreads'
like "a race of a store and a read on two lines: a barrier is" \
    "$(advice RACE-missing-barrier)" '^  put a __syncthreads\(\) between '

# The page's table says the same. Else: tools/fault-table build/fault-kinds.tsv --write
mkdir -p build && cp "$scratch/kinds" build/fault-kinds.tsv
is 'docs/emulator.md has this table' \
    "$(sed -n '/^<!-- fault table/,/^<!-- end of/p' docs/emulator.md | grep '^|')" \
    "$(tools/fault-table build/fault-kinds.tsv)"

# Programs that look faulty and are not.
for file in emu/tests/fine/*.cu; do
    name=$(basename "$file" .cu)
    ok "$name compiles" emu/frontend/emucc -Iemu/tests "$file" -o "$scratch/fine"
    # A fence orders blocks in ways that are not tracked: only that is printed.
    note=$(sed -n 's|.*// UNSEEN$|&|p' "$file")
    said=$(EMU_TIMEOUT=20 "$scratch/fine" 2>"$scratch/notes")
    is "$name: right" "$said" right
    if [ -n "$note" ]; then
        is "$name: one note" "$(grep -c ': UNSEEN: ' "$scratch/notes") $(wc -l <"$scratch/notes")" '1 2'
        line=$(sed -n "s|^$file:\([0-9]*\): UNSEEN: .*|\1|p" "$scratch/notes")
        like "$name: ... at its line" "$(sed -n "${line:-0}p" "$file" 2>&1)" '// UNSEEN$'
    else
        is "$name: silence" "$(cat "$scratch/notes")" ''
    fi
done

done_testing
