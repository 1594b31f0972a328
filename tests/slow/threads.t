#!/bin/sh
# The block scheduler under ThreadSanitizer: launch.c, block.c, race_global.c, memory.c and
# what else the emulator's OS threads share. Kernels are compiled as ever, but their hooks
# are renamed, so that TSan sees the emulator's accesses and not the kernels': theirs race
# as they like. See own_switch.h.
# shellcheck disable=SC2317 # ok calls these functions
. tests/tap.sh
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

compile_emulator() {
    fixed=
    [ "$(uname -m)" != x86_64 ] || fixed=-ffixed-r15 # see emu.h
    for file in common/emu/*.c; do
        case $file in */rewrite*) continue ;; esac
        gnu=$(grep -o -m 1 _GNU_SOURCE "$file" | sed 's/^/-D/')
        # shellcheck disable=SC2086 # $gnu and $fixed may be no argument at all
        gcc -w -std=gnu11 -O1 -g -fno-pie -U_FORTIFY_SOURCE -fsanitize=thread \
            --param tsan-instrument-func-entry-exit=0 $gnu $fixed \
            -include tests/slow/own_switch.h -Icommon -Icommon/emu/include \
            -c "$file" -o "$scratch/$(basename "$file" .c).o" || return 1
    done
    ar rcs "$scratch/libemu.a" "$scratch"/*.o
}

# build FILE.cu: $scratch/program, with the emulator under TSan
build() {
    common/emu/emucc --extended-lambda -Itests/emu -c "$1" -o "$scratch/kernel.o" || return 1
    nm "$scratch/kernel.o" | sed -n 's/.* U __tsan_\(.*\)$/__tsan_\1 emu_hook_\1/p' \
        >"$scratch/names"
    objcopy --redefine-syms="$scratch/names" "$scratch/kernel.o" &&
        g++ -no-pie -fsanitize=thread "$scratch/kernel.o" "$scratch/libemu.a" \
            -lbacktrace -lpthread -lm -o "$scratch/program"
}

ok 'the emulator compiles' compile_emulator
like 'it is instrumented' "$(nm "$scratch/launch.o")" 'U __tsan_write'

export TSAN_OPTIONS="exitcode=0 log_path=$scratch/report handle_segv=0 handle_sigfpe=0 \
handle_abort=0"
for file in tests/slow/blocks.cu tests/emu/launches.cu tests/emu/subset/atomics.cu \
    tests/emu/subset/pipeline.cu tests/emu/subset/print.cu tests/emu/fine/*.cu \
    tests/emu/RACE-*block*.cu tests/emu/RACE-*beside*.cu tests/emu/UNINITIALIZED-*.cu \
    tests/emu/OUT_OF_BOUNDS-after-free.cu tests/emu/CRASH-division-by-zero.cu \
    tests/emu/BARRIER-in-a-branch.cu; do
    name=$(basename "$file" .cu)
    ok "$name compiles" build "$file"
    # What a race leaves in memory is anyone's; what is said of it is not.
    said="$scratch/said"
    case $name in RACE-*) said=/dev/null ;; esac
    EMU_THREADS=1 "$scratch/program" >"$said" 2>"$scratch/errors"
    one=$(cat "$said" "$scratch/errors")
    for threads in 2 4; do
        rm -f "$scratch"/report.*
        EMU_THREADS=$threads EMU_TIMEOUT=20 "$scratch/program" >"$said" \
            2>"$scratch/errors"
        is "$name: no data race with $threads threads" \
            "$(cat "$scratch"/report.* 2>/dev/null | sed -n 's/^SUMMARY: //p' | sort -u)" ''
        is "$name: says the same as one thread" \
            "$(cat "$said" "$scratch/errors")" "$one"
    done
done

done_testing
