#!/bin/sh
# Every detector: emu/tests/KIND/name.cu has the fault, and the same file with -DTWIN has
# not. The emulator must name the kind, and a line that carries the mark FAULT, for the
# one and stay silent about the other.
#
# depends: emu docs/emulator.md tools/pages/fault-table
. tests/tap.sh
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Launches may overlap in some of them.
# name_of FILE: KIND-name
name_of() { echo "$1" | sed 's,emu/tests/\([A-Z_]*\)/\(.*\)\.cu$,\1-\2,'; }
for file in emu/tests/[A-Z]*/*.cu; do
    name=$(name_of "$file") flags=-Iemu/tests
    case $name in OVERFLOW-*) flags="$flags -fsanitize=signed-integer-overflow" ;; esac
    echo "$name ${name%%-*} $file $flags EMU_KERNEL_BEFORE=1 EMU_TIMEOUT=1"
    echo "$name.twin right $file $flags -DTWIN EMU_KERNEL_BEFORE=1 EMU_TIMEOUT=20"
done >"$scratch/list"
for file in emu/tests/fine/*.cu; do
    echo "$(basename "$file" .cu) right $file -Iemu/tests EMU_KERNEL_BEFORE=1 EMU_TIMEOUT=20"
done >>"$scratch/list"
emu/tests/run "$scratch" <"$scratch/list"

# The kind of fault in what a program says, if there is one.
kind_of() {
    sed -n '1s/^[^:]*:[0-9]*: \([A-Z_]*\): .*/\1/p' "$1"
}
for file in emu/tests/[A-Z]*/*.cu; do
    name=$(name_of "$file")
    kind=${name%%-*} fault=$scratch/$name twin=$scratch/$name.twin
    is "$name: fault and twin compile" "$(tail -qn 1 "$fault/compiled" "$twin/compiled")" '0
0'
    like "$name: says $kind" "$(head -n 1 "$fault/said")" "^$file:[0-9]+: $kind: "
    line=$(sed -n "1s|^$file:\([0-9]*\):.*|\1|p" "$fault/said")
    like "$name: names the line" "$(sed -n "${line:-0}p" "$file" 2>&1)" '// FAULT'
    is "$name: silent about the twin" "$(cat "$twin/said" "$twin/printed")" right
    printf '%s\t%s\t%s\n' "$name" "$(kind_of "$fault/said")" "$(kind_of "$twin/said")" \
        >>"$scratch/kinds"
done

# The rest is not of the system that they run on.
[ "${ON-}" != wasm ] || done_testing

# Dynamic shared memory as structs, and what has no names: a struct with functions, with
# bits; no struct; two views; a struct without a name and a member.
emu/frontend/emucc -Iemu/tests emu/tests/members.cu -o "$scratch/members"
is 'members of structs in dynamic shared memory' "$(for i in 0 1 2 3 4 5 6 7 8 9 10 11 12 14 15 16; do
    "$scratch/members" "$i" 2>&1 | sed -n 's/.* reads \(.*\), which was never set.*/\1/p'
done)" 'stages[1].A[5][3]
spare.B[2]
last[2][1][0]
empty[1]
tiles[2].B[1]
a[22]
A[1][0]
byte 12 of dynamic shared memory
byte 4 of dynamic shared memory
value
byte 8 of dynamic shared memory
byte 128 of dynamic shared memory
byte 28 of dynamic shared memory
ring[1].deep[1].y
other.V[1]
byte 4 of dynamic shared memory'

like 'past the end of a ring of structs' "$("$scratch/members" 13 2>&1)" \
    ' reads tiles\[3\]\.B\[1\], past the end of dynamic shared memory \(432 bytes\)'

# What to try where both accesses are on one line.
advice() { # NAME
    sed -n 2p "$scratch/$1/said"
}
like "a race of two stores on one line: the index that they differ in" \
    "$(advice RACE-two-writers)" \
    '^  both threads access one element, and differ only in threadIdx\.x: is it in the index, '
like "of two blocks: likewise" "$(advice RACE-device-variable)" \
    '^  both threads access one element, and differ only in blockIdx\.x: is it in the index, '
like "of threads that differ in several indices: those" "$(advice RACE-byte-of-a-word)" \
    '^  both threads access one element, and differ in threadIdx\.x and blockIdx\.x: '
like "of blocks that add to one element: an atomic operation" \
    "$(advice RACE-blocks-write-one-element)" '^  if several threads must add .*atomicAdd'
like "of threads that count by ++, on two lines: likewise" \
    "$(advice RACE-histogram-without-atomics)" '^  if several threads must add .*atomicAdd'
like "of a reduction on one line: a barrier" "$(advice RACE-reduction-without-barriers)" \
    '^  a thread reads what another thread stores on the same line: put a __syncthreads'
like "a race of a store and a read on two lines: a barrier is" \
    "$(advice RACE-missing-barrier)" '^  put a __syncthreads\(\) between '

like "a lock without fences: fences" "$(advice RACE-lock-without-fences)" \
    '^  if the thread.s atomicCAS\(\) takes a lock: put a __threadfence\(\) after it'
like "memory that was freed: no word of rows and columns" "$(advice OUT_OF_BOUNDS-after-free)" \
    '^  free memory after the last kernel that uses it'
like "before an array: the sign" "$(advice OUT_OF_BOUNDS-global-write-before-start)" \
    '^  the index is negative: '
like "past dynamic shared memory: what the launch gives" "$(advice OUT_OF_BOUNDS-dynamic-shared)" \
    '^  copy is launched on line 20 with 128 bytes of dynamic shared memory'
like "in one warp: __syncwarp()" "$(advice RACE-unrolled-reduction)" \
    '^  put a __syncthreads\(\) between .*; or a __syncwarp\(\), if only the lanes of one warp '
like "the last block reads without a fence: where it goes" \
    "$(advice RACE-last-block-without-a-fence)" '^  if an atomic operation tells which block is the last'
like "two blocks that fences do not order: what does" \
    "$(advice RACE-fence-after-the-counter)" '^  the fences of pass do not order the two: '
like "memory that was set in part: by which line" "$(advice UNINITIALIZED-size-of-a-pointer)" \
    '^  line 17 sets 8 of its 256 bytes: is 8 the size of a pointer'
like "an address without memory: the index" "$(advice OUT_OF_BOUNDS-wild-pointer)" \
    '^  the index may be far outside, or an int that overflowed'
like "a pitch that counts elements: it is in bytes" "$(advice OUT_OF_BOUNDS-pitch-counts-elements)" \
    '^  the array has a pitch of 512 bytes \(cudaMallocPitch\)'

# The page's table says the same. Else: tools/pages/fault-table build/fault-kinds.tsv --write
mkdir -p build && cp "$scratch/kinds" build/fault-kinds.tsv
is 'docs/emulator.md has this table' \
    "$(sed -n '/^<!-- fault table/,/^<!-- end of/p' docs/emulator.md | grep '^|')" \
    "$(tools/pages/fault-table build/fault-kinds.tsv)"

# Programs that look faulty and are not.
for file in emu/tests/fine/*.cu; do
    name=$(basename "$file" .cu)
    is "$name compiles" "$(cat "$scratch/$name/compiled")" 0
    is "$name: right" "$(cat "$scratch/$name/printed")" right
    is "$name: silence" "$(cat "$scratch/$name/said")" ''
done

done_testing
