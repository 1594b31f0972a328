#!/bin/sh
# The archives for teachers and learners: the handout, which has no solutions and works
# without them; the learner's kernels; Gradescope's autograder.
. tests/tap.sh
. tests/pages.sh

for tool in git zip unzip; do
    command -v $tool >/dev/null || { skip 1 "no $tool: make setup"; done_testing; }
done
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
export BACKEND=cpu

course="$work/the course"
build=$PWD/build
commit_tree "$course" || exit 1
cd "$course" || exit 1

# --- handout

said=$(make handout 2>&1)
is "make handout" $? 0
like "... says where it is, and what is not in it" "$said" \
    '^results/handout\.tar\.gz: [0-9]+ files in sgemm-labs/, [0-9]+ KiB, without solutions/ and tests/$'
mkdir "$work/learner"
tar xzf results/handout.tar.gz -C "$work/learner"
handout=$work/learner/sgemm-labs
is "... all of the course but solutions and tests" \
    "$(cd "$handout" && find . -type f | sort)" \
    "$(git ls-files | grep -v -e '^solutions/' -e '^tests/' -e '^emu/tests/' -e '^\.ci/' -e '^\.debs/' \
        -e '^CONTRIBUTING\.md$' -e '^CHANGELOG\.md$' -e '^SECURITY\.md$' -e '^\.github/' \
        -e '^docs/\(classroom\.yml\|adding\.md\|teaching\.md\)$' -e '^tools/pages/notebook$' |
        sed 's/^/.\//' | sort)"
cp results/handout.tar.gz "$work/first.tar.gz"
make handout >/dev/null 2>&1
ok "... the same again" cmp results/handout.tar.gz "$work/first.tar.gz"

refuses() { # what 'make handout' says of a course that must not get out
    commit
    said=$(make handout 2>&1)
    echo "$? $said" | head -n 1
    git reset -q --hard HEAD~1
}
cp solutions/05_tile2d/kernel.cu labs/05_tile2d/kernel.cu
is "a skeleton that is filled in" "$(refuses)" \
    '2 handout: labs/05_tile2d/kernel.cu is filled in: commit the skeleton'
cp solutions/03_smem/kernel.cu docs/smem.txt
is "a solution under another name" "$(refuses)" \
    '2 handout: docs/smem.txt is the same as solutions/03_smem/kernel.cu'
printf '%s\n' '<!-- handout only' '<!-- repository only -->' '-->' >>docs/gpu.md
is "marks inside one another" "$(refuses)" \
    "2 handout: docs/gpu.md:$(($(wc -l <docs/gpu.md) + 2)): a mark inside another"
echo '<!-- end of repository only -->' >>README.md
is "an end of nothing" "$(refuses)" \
    "2 handout: README.md:$(($(wc -l <README.md) + 1)): this ends nothing"
echo '<!-- repository only -->' >>docs/model.md
is "a mark without an end" "$(refuses)" \
    "2 handout: docs/model.md:$(($(wc -l <docs/model.md) + 1)): this mark has no end"
echo >>README.md
like "what is not committed" "$(make handout 2>&1)" '^what is not committed is not in it$'
git checkout -q README.md

# --- in the handout; with what is built already, of the same files. tests/slow/handout.t
# --- builds it from scratch.

mkdir -p "$handout/build/cpu"
cp -a "$build/../emu/build" "$handout/emu"
cp -a "$build/cpu/common" "$build/cpu/grade" "$build/cpu/libcommon.a" "$handout/build/cpu"
for lab in 01_naive 02_coalesce; do
    cp "solutions/$lab/kernel.cu" "$work/$lab.cu"
done
cd "$handout" || exit 1

# Its pages: all of them, with two faults put in to see that they are found.
all_pages() {
    find README.md docs labs common grade view tools -name '*.md' | sort
}
offered_targets >"$work/targets"
wrong_in_pages() {
    # shellcheck disable=SC2046  # no spaces in their names
    set -- $(all_pages)
    dead_links "$@"
    dead_files "$@"
    dead_targets "$work/targets" "$@"
    grep -nE 'FROM=solutions|(solutions|tests)/|^-->|<!--' "$@"
}
is "its pages name nothing that is not there" "$(wrong_in_pages)" ""
is "... all of the course's but those for teachers and authors" "$(all_pages)" \
    "$(cd "$course" && all_pages | grep -vx -e docs/adding.md -e docs/teaching.md)"
unlike "... nor does make help" "$(make help)" 'solution|  (test|demo +the whole|handout|grade) '
cp docs/gpu.md "$work/gpu.md"
# shellcheck disable=SC2016  # backticks, as they are
printf '%s\n' '[x](../CONTRIBUTING.md) `make solution01`, `tests/tap.sh`' '```' 'make test' '```' \
    >>docs/gpu.md
is "... what is not there would be found" "$(wrong_in_pages)" 'docs/gpu.md: ../CONTRIBUTING.md
docs/gpu.md: tests/tap.sh
docs/gpu.md: make solutionNN
docs/gpu.md: make test
'"docs/gpu.md:$(($(wc -l <"$work/gpu.md") + 1)):[x](../CONTRIBUTING.md) \`make solution01\`, \`tests/tap.sh\`"
cp "$work/gpu.md" docs/gpu.md
# Every target that is offered has a rule in make's data base. (Only lab 07 can be tuned.)
make -pq help 2>/dev/null | sed -n 's/^\([a-z][-.a-z0-9]*\):.*/\1/p' | sort -u >"$work/rules"
is "... all that is offered has a rule" "$(sed 's/^tuneNN$/tune07/; s/NN$/01/' "$work/targets" |
    grep -vxFf "$work/rules")" ""
# README's first command. Nothing is to be installed for a test.
mkdir "$work/bin"
printf '#!/bin/sh\n' >"$work/bin/apt-get"
cp "$work/bin/apt-get" "$work/bin/sudo"
chmod +x "$work/bin/apt-get" "$work/bin/sudo"
first=$(fenced README.md | sed -n 's/ *$//; /make/{ p; q; }')
is "README's first command" "$first" "make setup demo"
said=$(PATH=$work/bin:$PATH && $first 2>&1)
is "... succeeds" $? 0
if command -v gnuplot >/dev/null; then
    reached() { # LAB: the reference's TFLOP/s at 8192, as docs/measured has it
        awk -F '\t' -v lab="$1" '$1 == lab && $7 == "M=8192,N=8192,K=8192" {
            printf $11 < 10000 ? "%.2f" : "%.1f", $11 / 1000 }' "docs/measured/h200/$1.tsv"
    }
    for lab in 01_naive 07_autotune; do
        like "... shows what $lab reached" "$said" "^ *$lab \|=* $(reached $lab)\$"
    done
    like "... says where that is from" "$said" '^TFLOP/s at M = N = K = 8192, measured on NVIDIA H200$'
    ok "... has a picture" test -s results/reference/ladder.svg
else
    skip 4 "no gnuplot"
fi

make lab01 >"$work/said" 2>&1
is "make lab01 in a handout" "$? $(grep '^lab01:' "$work/said")" \
    "2 lab01: INCOMPLETE labs/01_naive/kernel.cu:$(grep -nm 1 TODO labs/01_naive/kernel.cu | cut -d: -f1)"
is "make ladder, before any lab" "$(make ladder roofline 2>&1)" \
    'no lab has been timed yet: begin with make lab01
no lab has been timed yet: begin with make lab01'
cp "$work/01_naive.cu" labs/01_naive/kernel.cu
cp "$work/02_coalesce.cu" labs/02_coalesce/kernel.cu
make lab01 >"$work/said" 2>&1
is "make lab01, filled in" "$? $(grep '^lab01:' "$work/said")" "0 lab01: PASS"
hint=$(while make hint01 | grep 'One more'; do :; done >"$work/hints"; make hint01)
is "the last hint names what is there" "$(echo "$hint" | grep -o '[^ ]*deeper.md')" \
    labs/01_naive/deeper.md
like "... a part of it" "$(cat labs/01_naive/deeper.md)" '^## The usual mistakes$'
unlike "... no solution" "$hint" 'solution'
if command -v gnuplot >/dev/null; then
    said=$(make ladder)
    like "make ladder: your lab, modelled" "$said" '^ *01_naive \| [0-9]+[.][0-9]+$'
    like "... and the reference's, recorded" "$said" \
        '^ *07_autotune \(reference, measured\) \|=+ [0-9]+[.][0-9]+$'
    like "... says whose times yours are" "$said" 'modelled for NVIDIA H200(,|$)'
else
    skip 3 "no gnuplot"
fi
make lab02 >"$work/said" 2>&1
is "make lab02, beside lab 01" "$? $(grep '^lab02:' "$work/said")" "0 lab02: PASS"
if command -v gnuplot >/dev/null; then
    ok "... with its picture" test -s results/cpu-h200/labs/02_coalesce.svg
    like "... of both" "$(cat "$work/said")" '01_naive +[0-9]+[.][0-9]+$'
else
    skip 2 "no gnuplot"
fi
bad() { # TARGET...: make's only line
    make "$@" 2>&1 | sed 's/^[A-Za-z/.]*:[0-9]*: //'
}
for target in test test-all test-slow bench-emu; do
    is "make $target in a handout" "$(bad $target)" "*** this is a handout, without the\
 reference kernels that make $target needs: begin with make lab01.  Stop."
done
is "make solution01 in a handout" "$(make solution01 2>&1 | head -n 1)" \
    "solution01: 'solutions/01_naive/kernel.cu' is not in this copy of the course"
is "FROM=solutions in a handout" "$(bad check01 FROM=solutions)" \
    "*** FROM=solutions: this is a handout, without the reference kernels.  Stop."
is "make handout in a handout" "$(make handout 2>&1 | head -n 1)" \
    'handout: there are no solutions here: this is a handout already'

# --- submit, there

rm -r labs/07_autotune/kernel.cu
touch labs/02_coalesce/kernel.cu
mkdir -p results/cpu-h200/labs
printf 'id\tgot\texpected\tmet\tkernel\n' >results/cpu-h200/labs/01_naive.predictions.tsv
said=$(make submit 2>&1)
is "make submit" $? 0
like "... says how the last check went" "$said" '^  labs/01_naive/kernel.cu +[0-9]+ bytes  PASS$'
like "... or that it is out of date" "$said" \
    '^  labs/02_coalesce/kernel.cu +[0-9]+ bytes  not checked as it is now: make check02$'
like "... and what is missing" "$said" '^  labs/07_autotune/kernel.cu +is not there, and left out$'
labs=$(find labs -maxdepth 1 -name '[0-9]*' | wc -l)
is "... and where it is" "$(echo "$said" | tail -n 1)" \
    "$((labs - 1)) of $labs kernels are in results/submission.zip: hand in that file"
mkdir "$work/submission"
unzip -q results/submission.zip -d "$work/submission"
is "... which holds the kernels, the predictions and nothing else" \
    "$(cd "$work/submission" && find . -type f | sort)" \
    "$(find . -path ./labs/\*/kernel.cu | sort
    echo ./predictions/01_naive.tsv)"
ok "... predictions as they are" cmp results/cpu-h200/labs/01_naive.predictions.tsv \
    "$work/submission/predictions/01_naive.tsv"
ok "... as they are" cmp labs/01_naive/kernel.cu "$work/submission/labs/01_naive/kernel.cu"

# --- Gradescope's autograder

cd "$course" || exit 1
said=$(make gradescope.zip 2>&1)
is "make gradescope.zip" "$? $said" \
    "0 gradescope.zip: upload it under Configure Autograder; docs/grading.md says more"
mkdir "$work/source"
unzip -q gradescope.zip -d "$work/source"
cd "$work/source" || exit 1
ok "... has setup.sh and run_autograder, which can be run" \
    test -x setup.sh -a -x run_autograder
ok "... and what they call" test -x tools/setup -a -x tools/grade-format -a -f Makefile
is "... no solution, no test" "$(ls -d solutions tests 2>/dev/null)" ""
ok "... and builds: at least make thinks so" make -n grader
git -C "$course" status --porcelain >"$work/said"
is "... and is ignored by git" "$(cat "$work/said")" ""

rm -rf "$course/.git"
cd "$course" || exit 1
is "without git's folder" "$(make handout 2>&1 | head -n 1)" \
    'only what is committed is packed, and this is no git repository of the course'
done_testing
