#!/bin/sh
# A class of hostile and broken submissions, among honest ones: each gets the verdict that
# its name begins with, in any order and any number at one time. None affects another, and
# none leaves a process or a file. Then: a run that is interrupted and continued.
. tests/tap.sh
make -s grader || exit 1
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/tmp" && export TMPDIR="$scratch/tmp"

# students: how many there are.
students() {
    find "$scratch/class" -mindepth 1 -maxdepth 1 -print0 | tr -cd '\0' | wc -c
}
tests/hostile/make "$scratch/class" hostile
hostile=$(students)
tests/hostile/make "$scratch/class" honest
honest=$(($(students) - hostile))
# The same submissions, in the opposite order.
mkdir "$scratch/turned"
find "$scratch/class" -mindepth 1 -maxdepth 1 -print0 | sort -zr >"$scratch/list"
# shellcheck disable=SC2016  # xargs' shell expands it
xargs -0 sh -c 'n=100; for d; do n=$((n + 1)); cp -a "$d" "$0/$n-${d##*/}"; done' \
    "$scratch/turned" <"$scratch/list"

# verdicts OUT: a line a student: what is named, and what it got for the lab that it has
# handed in.
verdicts() {
    cat "$1"/*/grade.json | jq -r '(.student | sub("^[0-9]+-"; "") | @json) as $who |
        (first(.labs[] | select(.file)) // .labs[0]) as $lab |
        "\($who) \($lab.verdict) \(.points)"' | sort
}
# Those whose verdict is not in their name. Of two, FORBIDDEN,TECHNIQUE-case, the witness's
# lot decides.
surprises() {
    verdicts "$1" | awk '{ want = $1; sub(/^"/, "", want); sub(/-.*/, "", want)
            gsub(/,/, "|", want) }
        !match($0, "\" (" want ") [0-9]+$") { print }'
}
# What no lot decides: of a WRONG the points depend on which of the drawn shapes is the
# first that meets it.
settled() {
    verdicts "$1" | grep -v '^"[A-Z_]*,' | sed 's/ WRONG [0-9]*$/ WRONG/'
}

ok 'graded one at a time' tools/grade "$scratch/class" "$scratch/one" 1
ok 'graded four at a time, in the opposite order' \
    tools/grade "$scratch/turned" "$scratch/four" 4
is 'all are graded' "$(verdicts "$scratch/one" | wc -l)" "$((hostile + honest))"
ok "at least 120 are hostile or broken: $hostile" [ "$hostile" -ge 120 ]
ok "at least 60 are honest: $honest" [ "$honest" -ge 60 ]
is 'every verdict is as it must be' "$(surprises "$scratch/one")" ''
is 'and in the other order' "$(surprises "$scratch/four")" ''
is 'verdicts and points are the same' "$(settled "$scratch/four")" \
    "$(settled "$scratch/one")"
ok 'the right ones among them pass' \
    [ "$(verdicts "$scratch/four" | grep -c ' PASS 10$')" -ge 60 ]
is 'no file is left' "$(ls -A "$TMPDIR")" ''
is 'no process is left' "$(find /proc/[0-9]*/cwd /proc/[0-9]*/exe -maxdepth 0 \
    -lname "$scratch/*" 2>/dev/null)" ''
is 'nothing else was written' "$(find "$scratch/one" -type f ! -name grade.json \
    ! -name report.txt | sed 's/.*\///' | sort)" '.pseudonyms
class.html
gradebook.csv
ladder.html'
is 'the gradebook has a row a student and lab' \
    "$(jq -s 'map(.labs | length) | add' "$scratch"/one/*/grade.json)" \
    "$(awk -F '"' '{ quotes += NF - (NF > 0) } quotes % 2 == 0 { rows++ } END { print rows - 1 }' \
        "$scratch/one/gradebook.csv")"

# --- Broken off, taken up, and done already ---------------------------------------------

tests/hostile/make "$scratch/some" honest PASS-crlf PASS-bom PASS-tabs PASS-latin-1 \
    PASS-as-in-the-course PASS-macros PASS-lambdas PASS-grids.1 'PASS-two
lines'
setsid tools/grade "$scratch/some" "$scratch/again" 2 >"$scratch/log" 2>&1 &
pid=$!
sleep 4
kill -TERM "-$pid"
wait "$pid"
sleep 0.5
before=$(find "$scratch/again" -name grade.json | wc -l)
number=$(find "$scratch/some" -mindepth 1 -maxdepth 1 -print0 | tr -cd '\0' | wc -c)
ok "broken off: $before are done" [ "$before" -lt "$number" ]
is 'no process is left then' "$(find /proc/[0-9]*/cwd /proc/[0-9]*/exe -maxdepth 0 \
    -lname "$scratch/*" 2>/dev/null)" ''
ok 'taken up' tools/grade "$scratch/some" "$scratch/again" 2
is 'all are there' "$(verdicts "$scratch/again" | grep -c PASS)" "$number"
dates() { stat -c %y "$scratch/again"/*/grade.json | sort; }
dates >"$scratch/dates"
ok 'once more' tools/grade "$scratch/some" "$scratch/again" 2
is 'nothing is graded again' "$(dates)" "$(cat "$scratch/dates")"
echo 'int x = ;' >>"$scratch/some/PASS-bom/01_naive.cu"
ok 'one has changed' tools/grade "$scratch/some" "$scratch/again" 2
like 'and it alone is graded again' "$(verdicts "$scratch/again")" \
    '^"PASS-bom" COMPILE_ERROR'
is 'the others are not' "$(dates | comm -13 "$scratch/dates" - | wc -l)" 1
done_testing
