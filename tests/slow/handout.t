#!/bin/sh
# A handout, a download of the repository, and Gradescope's autograder on their own: unpacked
# elsewhere, with nothing built and nothing set, they build all that they need.
. tests/tap.sh

for tool in git zip unzip jq; do
    command -v $tool >/dev/null || { skip 1 "no $tool: make setup"; done_testing; }
done
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
solutions=$PWD/solutions
commit_tree "$work/course" || exit 1
(cd "$work/course" && make handout gradescope.zip) >/dev/null 2>&1

# --- the handout

mkdir "$work/a learner"
tar xzf "$work/course/results/handout.tar.gz" -C "$work/a learner"
cd "$work/a learner/sgemm-labs" || exit 1
alone() { # make, in an environment of nothing
    env -i PATH="$PATH" HOME="$work" make BACKEND=cpu "$@" 2>&1
}
said=$(alone -j2 lab01)
is "make lab01: built, checked" "$? $(echo "$said" | grep -c '^lab01: INCOMPLETE')" "2 1"
for lab in 01_naive 03_smem 07_autotune; do
    cp "$solutions/$lab/kernel.cu" "labs/$lab/kernel.cu"
    said=$(alone -j2 "lab${lab%%_*}")
    is "make lab${lab%%_*}, filled in" "$? $(echo "$said" | grep -c "^lab${lab%%_*}: PASS")" "0 1"
    if command -v gnuplot >/dev/null; then
        ok "... with its picture" test -s "results/cpu-h200/labs/$lab.svg"
    else
        skip 1 "no gnuplot"
    fi
done
labs=$(find labs -maxdepth 1 -name "[0-9][0-9]_*" | wc -l)
said=$(alone check-all)
is "make check-all" "$? $(echo "$said" | grep '^total' | tr -s ' ')" "2 total 30/$((10 * labs))"
is "make report" "$(alone report >/dev/null; echo $?)" 0
ok "... one page" test -s results/cpu-h200/labs/report.html
if { command -v clang-format && command -v shellcheck && command -v cppcheck; } >/dev/null; then
    said=$(alone lint)
    is "make lint" "$? $said" "0 lint: nothing found"
else
    skip 1 'make lint has no clang-format, shellcheck or cppcheck: make setup lint'
fi

# --- a download of the repository

mkdir "$work/a visitor"
git -C "$work/course" archive HEAD | tar -xf - -C "$work/a visitor"
cd "$work/a visitor" || exit 1
said=$(alone setup demo)
is "make setup demo in an archive" "$? $(echo "$said" | grep -c '^[0-9].* PASS ')" "0 $labs"
like "... with the ladder" "$said" '^ *07_autotune .* [0-9]+([.][0-9]+)?$'
said=$(alone lab01)
is "make lab01 there: built, checked" "$? $(echo "$said" | grep -c '^lab01: INCOMPLETE')" "2 1"

# --- Gradescope

mkdir -p "$work/autograder/submission/labs/01_naive"
unzip -q "$work/course/gradescope.zip" -d "$work/autograder/source"
cp "$solutions/01_naive/kernel.cu" "$work/autograder/submission/labs/01_naive"
cp "$solutions/02_coalesce/kernel.cu" "$work/autograder/submission/02_coalesce.cu"
cd "$work/autograder" || exit 1
export AUTOGRADER="$work/autograder"
ok "setup.sh" ./source/setup.sh
if [ -x source/tools/grade-one ]; then
    ok "run_autograder" ./source/run_autograder
    is "... results.json" "$(jq -c '[.score, .tests[0].status, .tests[1].status,
        .tests[2].status]' results/results.json)" '[20,"failed","passed","passed"]'
else
    skip 2 "no tools/grade-one"
fi
done_testing
