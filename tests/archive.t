#!/bin/sh
# A download of the repository, as by `git archive` and forges: it contains all committed
# files, its links are valid, and lab 01 goes from skeleton to PASS. For the handout, which
# omits files, see handout.t.
. tests/tap.sh
. tests/pages.sh

for tool in git unzip; do
    command -v $tool >/dev/null || { skip 1 "no $tool: make setup"; done_testing; }
done
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
export BACKEND=cpu
build=$PWD/build

commit_tree "$work/course" || exit 1
cd "$work/course" || exit 1
git archive --format=zip --prefix='the course/' -o "$work/course.zip" HEAD
unzip -q "$work/course.zip" -d "$work"
git ls-files | sort >"$work/committed"
unpacked=$work/the\ course
is "all that is committed is in it" \
    "$(cd "$unpacked" && find . -type f | sed 's,^\./,,' | sort | diff "$work/committed" -)" ""
for file in .ci/run solutions/01_naive/kernel.cu tests/tap.sh; do
    ok "... $file" test -f "$unpacked/$file"
done

# With existing build outputs of the same files. tests/slow/handout.t builds it from scratch.
cd "$unpacked" || exit 1
mkdir -p build/cpu
cp -a "$build/../emu/build" emu
cp -a "$build/cpu/common" "$build/cpu/grade" "$build/cpu/libcommon.a" build/cpu

# shellcheck disable=SC2046  # no spaces in their names
set -- $(find ./*.md docs labs -name '*.md')
is "all links lead somewhere" "$(dead_links "$@")" ""
is "all files that are named are there" "$(dead_files "$@")" ""
offered_targets >"$work/targets"
is "all targets that are named are offered" "$(dead_targets "$work/targets" "$@")" ""
make lab01 >"$work/said" 2>&1
is "make lab01 of the skeleton" "$? $(grep '^lab01:' "$work/said")" \
    "2 lab01: INCOMPLETE labs/01_naive/kernel.cu:$(grep -nm 1 TODO labs/01_naive/kernel.cu | cut -d: -f1)"
cp solutions/01_naive/kernel.cu labs/01_naive/kernel.cu
make lab01 >"$work/said" 2>&1
is "make lab01, filled in" "$? $(grep '^lab01:' "$work/said")" "0 lab01: PASS"
done_testing
