#!/bin/sh
# Counters of single arrays, against figures computed by hand; blocks in other orders.
#
# depends: emu common
. tests/tap.sh
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

ok "compiles" emu/frontend/emucc -Icommon emu/tests/arrays.cu -o "$scratch/arrays"
got=$("$scratch/arrays" 2>&1)
expect() { # NAME WANT: each is "requests sectors bytes", of loads with
                     # the bytes that count once per request
    is "$1" "$(printf '%s\n' "$got" | sed -n "s/^$1: //p")" "$2"
}
zeros='loads 0 0 0 0, stores 0 0 0, atomics 0 0 0, different 0 0'

# 4 warps: all lanes of a request load x, 4 sectors; of the next, 16 lanes, 2 sectors.
expect 'mixed x' 'loads 8 24 768 768, stores 0 0 0, atomics 0 0 0, different 512 0'
expect 'mixed y' 'loads 4 8 256 256, stores 0 0 0, atomics 0 0 0, different 256 0'
expect 'mixed z' 'loads 0 0 0 0, stores 4 16 512, atomics 0 0 0, different 0 512'
expect 'none' "$zeros"
expect 'outside' "$zeros"
expect 'after a reset' "$zeros"
# Two launches; y is now the first array.
expect 'again y' 'loads 8 16 512 512, stores 0 0 0, atomics 0 0 0, different 256 0'
# 2 warps of 32 float4; each adds to one element.
expect 'sums x' 'loads 2 32 1024 1024, stores 0 0 0, atomics 0 0 0, different 1024 0'
expect 'sums y' 'loads 0 0 0 0, stores 2 32 1024, atomics 0 0 0, different 0 1024'
expect 'sums z' 'loads 0 0 0 0, stores 0 0 0, atomics 2 2 8, different 4 4'
# 32 lanes need 16 different floats of x, and 8 of y, one of each float4.
expect 'shared x' 'loads 1 2 128 64, stores 0 0 0, atomics 0 0 0, different 64 0'
expect 'shared y' 'loads 1 4 128 32, stores 0 0 0, atomics 0 0 0, different 32 0'

# Each of 4 blocks loads 32 neighbours of x: of 8, 16 or 32 columns all, of 64 one half.
is "readers of the columns" "$(printf '%s\n' "$got" | grep '^readers of')" \
'readers of 8 columns: 4, of too many: 0
readers of 16 columns: 4, of too many: 0
readers of 32 columns: 4, of too many: 0
readers of 64 columns: 2, of too many: 0'
# A launch of 2 blocks is the largest of the three.
is "... of one launch" "$(printf '%s\n' "$got" | grep '^readers in')" \
'readers in three launches: 2
readers in two phases of a grid: 4'
is "... of which one loads half" "$(printf '%s\n' "$got" | grep '^readers that')" \
    'readers that load unequally: 2'
# An H200 has 132 SMs, each with room for 32 blocks, of 32 elements each. fill() runs as a
# whole, the second launch of copies() not at all.
is "the first wave alone" "$(printf '%s\n' "$got" | grep '^the first')" \
    'the first wave stores 4224 rows, 32 columns, its last block there, the next missing'
is "... and of each block the first result" "$(printf '%s\n' "$got" |
    grep '^blocks that')" 'blocks that compute more store 8 rows'

sums() {
    printf '%s\n' "$got" | sed -n "s/^$1: //p"
}
is "an atomic sum over blocks depends on their order" "$(sums '32 x 32' | head -n 3 |
    sort -u | wc -l)" 3
is "... over warps on theirs" "$(sums '1 x 1024' | sort -u | wc -l)" 3
is "... in one order it is always the same" "$(sums '32 x 32' | tail -n 2 | sort -u | wc -l)" 1
is "every order has every block once, and is another one" \
    "$(printf '%s\n' "$got" | grep ' ran \|always')" '1 blocks run always in one order'
is "the same with EMU_THREADS=1" "$(EMU_THREADS=1 "$scratch/arrays" 2>&1)" "$got"
done_testing
