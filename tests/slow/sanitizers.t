#!/bin/sh
# The emulator's and the harness's own C under AddressSanitizer and UBSan: in a copy of the
# course, gcc and g++ are replaced by scripts that add the sanitizers to our code, and the
# emulator's tests are run there again. Kernels are unchanged: the emulator itself checks
# their memory.
#
# ASan does not know of the coroutines' stacks, on which hooks run: of those it looks at
# no local variable (--param asan-stack=0), but at the heap and at variables. Its remarks
# on stacks go to files with the reports; a report says ERROR or "runtime error".
. tests/tap.sh
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
. tests/slow/wrap_compiler.sh

copy_tree "$scratch/tree"
cd "$scratch/tree" || exit 1
rm -rf build emu/build results
wrap_compiler gcc '-fsanitize=address,undefined --param asan-stack=0 -w' always
wrap_compiler g++ '-fsanitize=address,undefined' link
PATH=$scratch/bin:$PATH
mkdir "$scratch/reports"
# Signals are the emulator's to handle; what a program leaves behind at its end is not
# looked for: libbacktrace keeps what it has read.
export ASAN_OPTIONS="detect_leaks=0:handle_segv=0:handle_sigbus=0:handle_sigfpe=0:handle_abort=0:handle_sigill=0:detect_stack_use_after_return=0:exitcode=99:log_path=$scratch/reports/asan"
export UBSAN_OPTIONS="print_stacktrace=1:log_path=$scratch/reports/ubsan"

reports() {
    grep -lE 'ERROR: |runtime error: ' "$scratch"/reports/* 2>/dev/null | while read -r file; do
        grep -v 'WARNING: ASan\|^False positive\|^For details' "$file" | head -n 12
    done
}

ok 'the emulator and the harness compile' make -j2 emu build/cpu/libcommon.a
ok 'they are instrumented' sh -c 'nm emu/build/libemu.a | grep -q __asan_report &&
    nm emu/build/libemu.a | grep -q __ubsan_handle && nm build/cpu/libcommon.a | grep -q __asan_report'

for test in build counters faults subset; do
    said=$(sh "emu/tests/$test.t" 2>&1)
    is "$test.t passes" "$? $(printf '%s\n' "$said" | grep -A6 "^not ok")" '0 '
    is "$test.t: no reports" "$(reports)" ''
done

# A solution passes its check; a wrong kernel gets its verdict.
for lab in 01_naive 03_smem 06_vector; do
    said=$(make "check${lab%%_*}" FROM=solutions 2>&1)
    is "$lab: the solution" "$(printf '%s\n' "$said" | tail -n 1)" "lab${lab%%_*}: PASS"
done
for wrong in RACE-missing-second-barrier OUT_OF_BOUNDS-index-one-past \
    UNINITIALIZED-edge-not-zeroed BARRIER-in-branch CRASH-too-much-shared-memory; do
    said=$(make check03 KERNEL="build/tests/wrong/03_smem/$wrong.cu" 2>&1)
    like "$wrong: its verdict" "$said" "^lab03: ${wrong%%-*}"
done
is 'the checks: no reports' "$(reports)" ''

done_testing
