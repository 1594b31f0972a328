#!/bin/sh
# Results of tests by content (tests/recall): a result is taken while all that it depends on is
# the same, in another copy of the course as well, and made again when a header, a rule, the
# emulator or the kernel has changed. In a copy of the course, with a cache of its own.
. tests/tap.sh

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
copy_tree "$work/one tree" && cp -a "$work/one tree" "$work/another" || exit 1
cd "$work/one tree" || exit 1
export XDG_CACHE_HOME="$work/cache" BACKEND=cpu CACHE=''
touch "$work/ran"

# recalled: the verdicts of two labs' solutions, and of lab 01's for lab 02; and how many of
# these kernels were run for that.
# shellcheck disable=SC2016  # a shell of its own expands it
recalled() {
    make -s emu build/lab build/cpu/runner.o >/dev/null 2>&1
    key=$(tests/recall --key lab)
    : >"$work/ran"
    for run in '02_coalesce solutions/01_naive' '02_coalesce solutions/02_coalesce' '03_smem solutions/03_smem'; do
        lab=${run% *} source=${run#* }/kernel.cu
        rm -rf "$work/out"
        RAN=$work/ran tests/recall "$work/out" "$key" "$source" "labs/$lab/check.c" -- sh -c \
            'echo x >>"$RAN"; tools/make/check-kernel "$0" "$1" >"$2/report"; [ $? -le 1 ]' \
            "$lab" "$source" "$work/out"
        tail -n 1 "$work/out/report" | sed 's/^lab[0-9]*: //; s/ .*//'
    done | tr '\n' ' '
    wc -l <"$work/ran"
}
all='TECHNIQUE PASS PASS'
is "at first each kernel is run" "$(recalled)" "$all 3"
is "then none" "$(recalled)" "$all 0"
touch solutions/03_smem/kernel.cu labs/02_coalesce/check.c
is "... by content, not by date" "$(recalled)" "$all 0"
is "CACHE=no runs all of them" "$(CACHE=no recalled)" "$all 3"
(cd "$work/another" && recalled) >"$work/said"
is "another copy of the course, in another folder, runs none" "$(cat "$work/said")" "$all 0"
echo >>docs/gpu.md
echo '/* */' >>view/live/live.css
echo '# more' >>grade/policy/headers.txt
is "a page, a style or the grader's list has changed: none" "$(recalled)" "$all 0"

sed 's/AT_MOST, [0-9.]*/AT_MOST, 1000/; s/AT_LEAST, [0-9.]*/AT_LEAST, 0/' labs/02_coalesce/check.c >"$work/check.c"
cp "$work/check.c" labs/02_coalesce/check.c
is "a rule has changed: the kernels of that lab, and one of them passes now" "$(recalled)" \
    'PASS PASS PASS 2'
echo '/* a kernel */' >>solutions/03_smem/kernel.cu
is "a kernel has changed: that one" "$(recalled)" 'PASS PASS PASS 1'
header=emu/include/emu/emu_builtin.hpp
cp $header "$work/header"
echo '#error changed' >>$header
is "a header of the emulator has changed: all, also what is precompiled" "$(recalled)" \
    'COMPILE_ERROR COMPILE_ERROR COMPILE_ERROR 3'
cp "$work/header" $header
is "... and is as it was: none" "$(recalled)" 'PASS PASS PASS 0'
sed 's/x->counters.global_load_sectors/2 * &/' common/check/check_measure.c >"$work/measure.c"
cp "$work/measure.c" common/check/check_measure.c
like "what judges has changed: all" "$(recalled)" ' 3$'
is "a result whose command fails is not kept" "$(tests/recall "$work/out" k Makefile -- false; echo $?
    tests/recall "$work/out" k Makefile -- true; echo $?)" '1
0'
for i in 1 2 3; do mkdir -p "$work/cache/gemm-labs/results/$i"; done
tests/recall --trim
ok "few results stay" test -d "$work/cache/gemm-labs/results/1"
is "a wrong call" "$(tests/recall 2>&1; echo $?)" 'usage: tests/recall FOLDER KEY FILE... -- COMMAND...
2'
done_testing
