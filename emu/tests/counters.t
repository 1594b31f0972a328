#!/bin/sh
# The emulator's counters, against figures computed by hand and, for the two 512 x 512
# products, read off Nsight Compute on an H200; and the same with any number of cores.
#
# depends: emu common
. tests/tap.sh
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

ok "compiles" emu/frontend/emucc -Icommon emu/tests/counters.cu -o "$scratch/counters"
got=$("$scratch/counters" 2>&1)

expect() { # NAME WANT
    is "$1" "$(printf '%s\n' "$got" | sed -n "s/^$1: //p")" "$2"
}

none='shared loads 0 requests 0 wavefronts, stores 0 0, ideal 0'
global() { # REQUESTS SECTORS BYTES_IN_16 BYTES, loads and stores alike
    echo "global loads $1 requests $2 sectors, stores $1 $2, 16-byte $3 of $4; $none"
}
# 32 lanes, 4 bytes each: 128 bytes are 4 sectors of 32; then each stride doubles them.
expect 'stride 1' "$(global 1 4 0 256)"
expect 'stride 2' "$(global 1 8 0 256)"
expect 'stride 4' "$(global 1 16 0 256)"
expect 'stride 8' "$(global 1 32 0 256)"
expect 'off by one' "$(global 1 5 0 256)"
expect 'float4' "$(global 1 16 1024 1024)"
expect 'four floats' "$(global 4 64 0 1024)"
# Eight rounds: half a warp touches 2 sectors, the whole warp 4.
expect 'ragged' "$(global 16 48 0 3072)"

one='global loads 1 requests 4 sectors, stores 1 4, 16-byte 0 of 256'
for stride in 1 2 4 8 16 32; do # a stride of s words puts s lanes into one bank
    expect "banks $stride" "$one; shared loads 1 requests $stride wavefronts, \
stores 1 $stride, ideal 2"
done
# 512 bytes through 128 bytes a pass.
expect 'banks float4' "global loads 1 requests 1 sectors, stores 1 4, 16-byte 0 of 256; \
shared loads 1 requests 4 wavefronts, stores 1 4, ideal 8"
# 32 reads down a column of 33 words: one pass each; one of a 32-word row: 32 passes.
expect 'padded' "global loads 0 requests 0 sectors, stores 1 4, 16-byte 0 of 128; \
shared loads 33 requests 64 wavefronts, stores 64 64, ideal 97"

# A step loads 8 words of either tile: 2 + 2 wide loads; from a row of odd length, 2 + 8.
ends='; shared loads'
is 'even rows' "$(printf '%s\n' "$got" | sed -n "s/^even rows.*$ends \([0-9]*\) .*/\1/p")" 32
is 'odd rows' "$(printf '%s\n' "$got" | sed -n "s/^odd rows.*$ends \([0-9]*\) .*/\1/p")" 80

# An SM's L1 is 224 KiB here: 448 sets of four lines. Of 256 KiB, 256 sets have five lines,
# which push one another out: 1280 lines are loaded again. (Nsight Compute: 16000 sectors.)
expect '128 KiB twice' '4096 sectors from L2, 131072 bytes from DRAM'
expect '256 KiB twice' "$((8192 + 1280 * 4)) sectors from L2, 262144 bytes from DRAM"
# Two blocks of an SM find each other's lines; 132 SMs have an L1 each, and one L2.
expect '16 KiB by 132 blocks' "$((132 * 512)) sectors from L2, 16384 bytes from DRAM"
expect '16 KiB by 264 blocks' "$((132 * 512)) sectors from L2, 16384 bytes from DRAM"

# 512 * 512 / 32 warps, 2 * 512 + 1 loads each. Nsight Compute, H200, CUDA 13.0.
expect 'naive' "global loads 8396800 requests 138674176 sectors, \
stores 8192 262144, 16-byte 0 of 1075838976; $none"
expect 'coalesced' "$(printf '%s\n%s' "global loads 8396800 requests 21004288 sectors, \
stores 8192 32768, 16-byte 0 of 1075838976; $none" "global loads 8396800 requests \
21004288 sectors, stores 8192 32768, 16-byte 0 of 1075838976; $none")"

want=$("$scratch/counters" 96)
for threads in 1 2 16; do
    is "the same with EMU_THREADS=$threads" \
        "$(EMU_THREADS=$threads "$scratch/counters" 96)" "$want"
done

ok "what warps are for: compiles" emu/frontend/emucc -Icommon emu/tests/roles.cu \
    -o "$scratch/roles"
got=$("$scratch/roles" 2>&1)
# Three blocks of four warps; wmma is by the warps from the second, or third, on.
for how in copies 'bulk copies'; do
    expect "$how, roles" '3 copy, 9 multiply, 0 do both'
    expect "$how by all" '12 copy, 6 multiply, 6 do both'
done
expect nothing '0 copy, 0 multiply, 0 do both'
expect SMs '132, 132'
expect 'SMs of a small GPU' '8, 8'
expect 'SMs again' '132, 132'

done_testing
