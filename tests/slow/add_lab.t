#!/bin/sh
# A new lab, as in docs/adding.md: only its own folders, and no change to any other file.
# The toy lab 99 is lab 01 with another name, in a copy of the course.
. tests/tap.sh

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
copy_tree "$work/course" && cd "$work/course" || exit 1
rm -rf results
export BACKEND=cpu

# Every file that the course had, with its content.
sum() {
    find Makefile common grade view docs labs solutions tests tools -type f ! -path '*/99_toy/*' \
        ! -name .skeleton.cu ! -path tests/transcripts/99.txt -exec cksum {} + | sort -k3
}
before=$(sum)

# --- the folders, and what is in them

mkdir labs/99_toy solutions/99_toy tests/wrong/99_toy tests/variants/99_toy
cp solutions/01_naive/kernel.cu solutions/99_toy/
awk '/\/\/ END / { gap = 0 } !gap
    /\/\/ STEP / { gap = 1; print "    // TODO: some lines" }' \
    solutions/99_toy/kernel.cu >labs/99_toy/kernel.cu
for file in check.c bench.c; do
    sed 's/01_naive/99_toy/; s/Lab 01/Lab 99/' labs/01_naive/$file >labs/99_toy/$file
done
printf '# hint 1\nWhich element is this?\n\n# hint 2\nC[row * N + col]\n' \
    >labs/99_toy/hints.txt
printf '# Lab 99: toy\n\n**The question:** what does a new lab take?\n' >labs/99_toy/README.md
sed 's/row < M/row <= M/; s/^\( *acc +=.*\)/\1 \/\/ FAULT/' solutions/99_toy/kernel.cu \
    >tests/wrong/99_toy/OUT_OF_BOUNDS-a-row-too-many.cu
tests/expand --make tests/wrong/99_toy/OUT_OF_BOUNDS-a-row-too-many.cu 'The guard lets row M in.'
cp build/tests/variants/01_naive/*.cu tests/variants/99_toy/
ok "the wrong kernel is an edit of the solution" tests/expand

# --- the lab, as a learner goes through it

like "help names it" "$(make help | sed -n '/^labs: /,/^Begin/p' | paste -sd ' ')" '^labs: .* 99_toy '
like "status has a row for it" "$(make status)" '^99_toy +not checked$'
ok "skeleton and solution do not drift" build/lab drift labs/99_toy/kernel.cu \
    solutions/99_toy/kernel.cu
like "check99 of the skeleton" "$(make check99 2>&1)" \
    '^lab99: INCOMPLETE labs/99_toy/kernel.cu:[0-9]+$'
like "hint99" "$(make hint99)" '^lab99, hint 1 of 2$'
like "hint99 again" "$(make hint99)" '^C\[row \* N \+ col\]$'
for wrong in build/tests/wrong/99_toy/*.cu; do
    said=$(make check99 KERNEL="$wrong" 2>&1 | grep '^lab99: ')
    line=$(expr "$said" : '.*:\([0-9]*\)$')
    like "check99 of ${wrong##*/}" "$said" '^lab99: OUT_OF_BOUNDS '
    like "... at its FAULT" "$(sed -n "${line:-1}p" "$wrong")" '// FAULT$'
done
for variant in build/tests/variants/99_toy/*.cu; do
    is "check99 of ${variant##*/}" "$(make check99 KERNEL="$variant" 2>&1 | tail -n 1)" \
        'lab99: PASS'
done
cp solutions/99_toy/kernel.cu labs/99_toy/kernel.cu
said=$(make lab99 2>&1)
is "lab99: check, bench and plot succeed" $? 0
like "... it passes" "$said" '^lab99: PASS$'
like "... it is timed" "$said" '^ +4096 +4096 +4096 '
table=results/cpu-h200/labs/99_toy.tsv
like "... in a table of its own" "$(cat $table)" '^99_toy	sgemm	cpu	'
like "... and drawn beside the labs before it" "$(cat ${table%.tsv}.plot.txt)" \
    "^from .*07_autotune.tsv .*$table\$"
like "bench99 alone" "$(make bench99)" '^ +4096 +4096 +4096 '
like "plot99 alone" "$(make plot99)" '^99_toy, modelled for'
like "status knows that it passes" "$(make status)" '^99_toy +PASS$'
like "count99" "$(make count99 SIZE=64 2>&1)" 'sectors'
like "solution99" "$(COLUMNS=160 make solution99)" '^labs/99_toy/kernel.cu +solutions/99_toy'
like "reset99" "$(make reset99)" '^labs/99_toy/kernel.cu is the skeleton again$'
ok "... which it is" grep -q 'TODO: some lines' labs/99_toy/kernel.cu
like "its points are those of the row *" "$(make check-all 2>&1)" '^99_toy +INCOMPLETE +[0-9]+/10'

# --- and nothing else has changed

is "no other file was touched" "$(sum)" "$before"
done_testing
