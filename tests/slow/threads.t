#!/bin/sh
# The block scheduler under ThreadSanitizer: launch.c, block.c, race_global.c, memory.c and
# the other code that the emulator's OS threads share. Kernels are compiled as usual, but
# their hooks are renamed, so that TSan sees the emulator's accesses and not the kernels',
# which may race. See own_switch.h.
# shellcheck disable=SC2317 # ok calls these functions
. tests/tap.sh
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# The hooks get other names, since TSan's have these.
compile_emulator() {
    make -s emu && nm emu/build/libemu.a |
        sed -n 's/.* T __tsan_\(.*\)/#define __tsan_\1 emu_hook_\1/p' >"$scratch/hooks.h" &&
        make -s -C emu BUILD="$scratch/emu" EXTRA="-w -O1 -fsanitize=thread -D_GNU_SOURCE \
--param tsan-instrument-func-entry-exit=0 -include $PWD/tests/slow/own_switch.h -include $scratch/hooks.h" \
        "$scratch/emu/libemu.a"
}

# build FILE.cu: $scratch/program, with the emulator under TSan
build() {
    emu/frontend/emucc --extended-lambda -Iemu/tests -c "$1" -o "$scratch/kernel.o" || return 1
    nm "$scratch/kernel.o" | sed -n 's/.* U __tsan_\(.*\)$/__tsan_\1 emu_hook_\1/p' \
        >"$scratch/names"
    # shellcheck disable=SC2046 # a list of words
    objcopy --redefine-syms="$scratch/names" "$scratch/kernel.o" &&
        g++ -no-pie -fsanitize=thread "$scratch/kernel.o" "$scratch/emu/libemu.a" \
            $(cat "$scratch/emu/libraries") -o "$scratch/program"
}

ok 'the emulator compiles' compile_emulator
like 'it is instrumented' "$(nm "$scratch/emu/engine/launch.o")" 'U __tsan_write'

export TSAN_OPTIONS="exitcode=0 log_path=$scratch/report handle_segv=0 handle_sigfpe=0 \
handle_abort=0"
for file in tests/slow/blocks.cu emu/tests/launches.cu emu/tests/subset/atomics.cu \
    emu/tests/subset/pipeline.cu emu/tests/subset/print.cu emu/tests/fine/*.cu \
    emu/tests/RACE/*block*.cu emu/tests/RACE/*beside*.cu emu/tests/UNINITIALIZED/*.cu \
    emu/tests/OUT_OF_BOUNDS/after-free.cu emu/tests/CRASH/null-function.cu \
    emu/tests/BARRIER/in-a-branch.cu; do
    name=$(echo "${file#emu/tests/}" | tr / -)
    ok "$name compiles" build "$file"
    # What a race leaves in memory is anyone's; what is said of it is not.
    said="$scratch/said"
    case $name in RACE-*) said=/dev/null ;; esac
    # What a bulk copy of such a kernel does is done by the emulator's memcpy().
    case $name in RACE-bulk-*) kernels='/ in \(emu_box_move\|memcpy\)$/d' ;; *) kernels='' ;; esac
    # Which block is the last one depends on the threads.
    case $name in RACE-last-block-*) places='s/[0-9]*,0)/n,0)/g; s/\[[0-9]*\]/[n]/g' ;; *) places='' ;; esac
    EMU_THREADS=1 "$scratch/program" >"$said" 2>"$scratch/errors"
    one=$(sed "$places" "$said" "$scratch/errors")
    for threads in 2 4; do
        rm -f "$scratch"/report.*
        EMU_THREADS=$threads EMU_TIMEOUT=60 "$scratch/program" >"$said" \
            2>"$scratch/errors"
        is "$name: no data race with $threads threads" \
            "$(cat "$scratch"/report.* 2>/dev/null | sed -n 's/^SUMMARY: //p' |
                sed "$kernels" | sort -u)" ''
        is "$name: says the same as one thread" \
            "$(sed "$places" "$said" "$scratch/errors")" "$one"
    done
done

done_testing
