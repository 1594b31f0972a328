#!/bin/sh
# Which detectors are on (EMU_CHECKS), reports of all faults (EMU_FAULTS), notes, and
# invalid values of variables.
#
# depends: emu docs/architecture.md
. tests/tap.sh
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
unset EMU_CHECKS EMU_FAULTS EMU_FAULTS_JSON EMU_NOTES EMU_THREADS EMU_TIMEOUT EMU_LEAKS

for program in many outside same; do
    ok "$program compiles" \
        emu/frontend/emucc "emu/tests/checks/$program.cu" -o "$scratch/$program"
done

# told PROGRAM: "LINE KIND" of each fault or note, in order
told() {
    "$scratch/$1" 2>&1 >/dev/null | sed -n "s|^emu/tests/checks/$1.cu:\([0-9]*\): \([A-Z_]*\): .*|\1 \2|p" |
        tr '\n' ';'
}

# --- Only some detectors

is "by default the first fault is reported" "$(told outside)" "8 MISALIGNED;"
is "EMU_CHECKS=bounds" "$(EMU_CHECKS=bounds told outside)" "11 OUT_OF_BOUNDS;"
is "EMU_CHECKS=alignment" "$(EMU_CHECKS=alignment told outside)" "8 MISALIGNED;"
is "EMU_CHECKS=race" "$(EMU_CHECKS=race told outside)" ""
is "EMU_CHECKS=race,bounds" "$(EMU_CHECKS=race,bounds told outside)" "11 OUT_OF_BOUNDS;"
is "EMU_CHECKS=uninitialized: the unset memory that a race hides" \
    "$(EMU_CHECKS=uninitialized told many)" "9 UNINITIALIZED;"
is "EMU_CHECKS=race: the race" "$(EMU_CHECKS=race told many)" "10 RACE;"
is "a program continues after a fault that is not checked" \
    "$(EMU_CHECKS=uninitialized "$scratch/outside" 2>&1)" "no error"

# --- Stores of what was there already: off, unless it is named

is "SAME is off" "$(told same)" ""
is "... and on where it is named" "$(EMU_CHECKS=same told same)" "12 SAME;15 SAME;"
is "... with the others" "$(EMU_CHECKS=default,same told same)" "12 SAME;15 SAME;"
is "... with all" "$(EMU_CHECKS=all told same)" "12 SAME;15 SAME;"
for threads in 1 2 4; do
    is "... counts stores, with $threads OS threads" \
        "$(EMU_THREADS=$threads EMU_CHECKS=same "$scratch/same" 2>&1 | sed -n 's/.*SAME: \(.*\) of stores .*/\1/p' | tr '\n' ';')" \
        '32 of 64 stores;128 of 256 stores;'
done
is "EMU_NOTES=0 silences notes" "$(EMU_NOTES=0 EMU_CHECKS=same "$scratch/same" 2>&1)" right

# The example of docs/architecture.md.
awk '/^```cuda$/ { inside = 1; next } /^```$/ { inside = 0 } inside' docs/architecture.md \
    >"$scratch/twice.cu"
awk '/^.emucc twice.*prints:$/ { found = 1 } found && /^```$/ { if (inside) exit; inside = 1; next } inside' \
    docs/architecture.md >"$scratch/expected"
ok "the worked example compiles" sh -c "cd '$scratch' && '$PWD/emu/frontend/emucc' twice.cu -o twice"
ok "... and has an output in the page" test -s "$scratch/expected"
is "... which it prints" "$(EMU_CHECKS=same "$scratch/twice" 2>&1)" "$(cat "$scratch/expected")"

# --- All faults

is "EMU_FAULTS=all: each distinct fault once" \
    "$(EMU_FAULTS=all told many)" "8 RACE;9 RACE;10 RACE;12 UNINITIALIZED;18 LEAK;"
is "EMU_FAULTS=first: the first of each kind" "$(EMU_FAULTS=first told many)" "10 RACE;12 UNINITIALIZED;"
for threads in 1 3; do
    is "... with how often each came, with $threads OS threads" \
        "$(EMU_THREADS=$threads EMU_FAULTS=all "$scratch/many" 2>&1 |
            sed -n '/^emulator: all faults/,/^emu.*LEAK/p')" \
        "emulator: all faults:
emu/tests/checks/many.cu:8: RACE, 128 times
emu/tests/checks/many.cu:9: RACE, 128 times
emu/tests/checks/many.cu:10: RACE, 252 times
emu/tests/checks/many.cu:12: UNINITIALIZED, 256 times
emu/tests/checks/many.cu:18: LEAK: 1 allocation, 1024 bytes, never freed"
done
is "a fault that a GPU does not survive is the last" \
    "$(EMU_FAULTS=all told outside)" "8 MISALIGNED;"

if command -v jq >/dev/null; then
    EMU_FAULTS_JSON=$scratch/faults.json "$scratch/many" >"$scratch/said" 2>&1
    is "EMU_FAULTS_JSON: the same faults" \
        "$(jq -r '.faults[] | "\(.line) \(.kind) \(.count) \(.launch) \(.kernel)"' "$scratch/faults.json" |
            tr '\n' ';')" \
        '8 RACE 128 1 many;9 RACE 128 1 many;10 RACE 252 1 many;12 UNINITIALIZED 256 1 many;'
    is "... their thread and block" \
        "$(jq -c '.faults[0] | [.thread, .block]' "$scratch/faults.json")" '[[32,0,0],[0,0,0]]'
    is "... total, left out, leaks" \
        "$(jq -c '[.schema, .total, .left_out, .leaks.line, .leaks.allocations, .leaks.bytes]' \
            "$scratch/faults.json")" '[1,764,0,18,1,1024]'
    EMU_FAULTS_JSON=$scratch/ended.json "$scratch/outside" >"$scratch/said" 2>&1
    is "... no leaks, if a fault has ended the work" \
        "$(jq -c '[.total, .leaks]' "$scratch/ended.json")" '[1,null]'
    EMU_FAULTS_JSON=$scratch/none.json "$scratch/same" >"$scratch/said" 2>&1
    is "... of a program without faults" \
        "$(jq -c '[.faults, .total, .leaks]' "$scratch/none.json")" '[[],0,null]'
else
    skip 4 'no jq'
fi
is "a file that cannot be written" \
    "$(EMU_FAULTS_JSON=$scratch/none/x.json "$scratch/same" 2>&1 >/dev/null | sed "s|$scratch||")" \
    'emulator: EMU_FAULTS_JSON=/none/x.json: cannot be written'

# More faults than the list holds: 128 stores on 128 lines, and each of them races.
{
    echo '__global__ void k(int *x) {'
    seq 128 | sed 's/.*/    x[&] = threadIdx.x;/'
    printf '}\nint main() { int *x; cudaMalloc(&x, 4096); k<<<1, 64>>>(x); '
    echo 'cudaDeviceSynchronize(); cudaFree(x); return 0; }'
} >"$scratch/full.cu"
(cd "$scratch" && "$OLDPWD/emu/frontend/emucc" full.cu -o full)
EMU_FAULTS=all "$scratch/full" 2>"$scratch/said"
is "a list that is full: 100 faults" "$(grep -c '^full.cu:.*: RACE: ' "$scratch/said")" 100
is "... and it says so" "$(tail -n 1 "$scratch/said")" \
    'emulator: 1764 more faults of other kinds or at other places: the list is limited to 100'

# Likewise for notes: 70 shuffles from a lane that does not exist.
{
    echo '__global__ void k(int n) {'
    seq 70 | sed 's/.*/    __shfl_sync(0xffffffff, n, 20);/'
    echo '} int main() { k<<<1, 16>>>(1); cudaDeviceSynchronize(); return 0; }'
} >"$scratch/notes.cu"
(cd "$scratch" && "$OLDPWD/emu/frontend/emucc" notes.cu -o notes && ./notes 2>said)
is "64 notes" "$(grep -c ': UNDEFINED: ' "$scratch/said")" 64
is "... and a line that there are more" "$(tail -n 1 "$scratch/said")" \
    'emulator: more than 64 notes: the rest is not printed'

# The program itself cannot switch a detector off.
cat >"$scratch/itself.cu" <<'END'
#include <stdlib.h>
__attribute__((constructor)) static void first()
{
    setenv("EMU_CHECKS", "same", 1);
}
__global__ void k(int *x)
{
    x[64] = 1;
}
int main()
{
    int *x;
    cudaMalloc(&x, 256);
    k<<<1, 1>>>(x);
    cudaDeviceSynchronize();
}
END
(cd "$scratch" && "$OLDPWD/emu/frontend/emucc" itself.cu -o itself)
like "a constructor that sets EMU_CHECKS" "$("$scratch/itself" 2>&1)" '^itself.cu:8: OUT_OF_BOUNDS: '

# --- The time limit is a block's: many blocks that end may take longer

cat >"$scratch/long.cu" <<'END'
#include <cstdio>
__global__ void count(float *p, int n)
{
    for (int i = 0; i < n; i++)
        p[blockIdx.x] += 1;
}
int main()
{
    float *p;
    cudaMallocManaged(&p, 100 * sizeof *p);
    cudaMemset(p, 0, 100 * sizeof *p);
    count<<<100, 1>>>(p, 400000);
    const char *name = cudaGetErrorName(cudaDeviceSynchronize());
    printf("%s %g\n", name, p[99]);
}
END
emu/frontend/emucc "$scratch/long.cu" -o "$scratch/long"
is "blocks that end in time, one after the other" \
    "$(EMU_TIMEOUT=0.5 EMU_THREADS=1 "$scratch/long" 2>&1)" "cudaSuccess 400000"

# --- Invalid values of variables: one line, status 2

bad() { # NAME=VALUE EXPECTED
    said=$(env "$1" "$scratch/same" 2>&1)
    is "$1" "$? $said" "2 emulator: $1: $2"
}
bad EMU_CHECKS=race,bonds \
    "got 'bonds', expected all, default, alignment, bounds, uninitialized, race, shuffle, same"
bad EMU_THREADS=abc 'expected a number of OS threads, 1 to 64'
bad EMU_THREADS=0 'expected a number of OS threads, 1 to 64'
bad EMU_THREADS=65 'expected a number of OS threads, 1 to 64'
bad EMU_THREADS=1.5 'expected a number of OS threads, 1 to 64'
bad EMU_TIMEOUT=soon 'expected seconds of processor time per block, such as 4'
bad EMU_TIMEOUT=-1 'expected seconds of processor time per block, such as 4'
bad EMU_TIMEOUT=4s 'expected seconds of processor time per block, such as 4'
bad EMU_REGISTERS=many 'expected registers per thread, 1 to 255'
bad EMU_NOTES=no 'expected 0 or 1'
bad EMU_LEAKS=yes 'expected 0 or 1'
bad EMU_FAULTS=every 'expected first or all'

done_testing
