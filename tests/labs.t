#!/bin/sh
# Every lab, as it must be judged on the emulator: its skeleton is INCOMPLETE, its solution
# passes, the solution of the lab before has another TECHNIQUE, each kernel of tests/wrong
# gets the verdict that its name begins with, at a line marked // FAULT where it has such
# lines, with the cases that grading draws for a number where it says // DRAW 7, with advice
# that matches the text after // TRY, with words for what happened that match the one after
# // WHAT, and each one of tests/variants passes. Skeleton and solution are the same text
# outside the gaps. The labs' README.md quote these reports correctly.
#
# There is no list of labs here: the folders decide. 'make test' leaves out the kernels of
# tests/test-all.tsv.
. tests/tap.sh

ok "each patch in tests/wrong and tests/variants applies" tests/expand || done_testing
wrong=build/tests/wrong variants=build/tests/variants
out=$(mktemp -d) || exit 1
trap 'rm -rf "$out"' EXIT

# checked OUT KEY LAB SOURCE VERDICT: the kernel's report, its record and its exit status, in
# OUT. What is not as it must be is not kept for another time. Of a kernel without the lab's
# technique, this is measured first.
# shellcheck disable=SC2016  # a shell of its own expands it
run='SEED=20261121 DRAW=$(sed -n "s|.*// DRAW \([0-9]*\).*|\1|p" "$2") \
    tools/make/check-kernel "$1" "$2" "$0/record" >"$0/report" 2>&1
    echo $? >"$0/status"
    [ "$(build/lab get "$0/record" verdict 2>/dev/null)" = "$3" ]'
# shellcheck disable=SC2016
checked='
    set -- "$0/$2/$3" "$@"
    [ "$5" != TECHNIQUE ] || export COUNTS_FIRST=yes
    tests/recall "$1.d" "$2" "$4" $(find "labs/$3" -name "[bct]*.c" -o -name tiles.tsv) \
        -- sh -c "$RUN" "$1.d" "$3" "$4" "$5"
    mv "$1.d/report" "$1"; mv "$1.d/record" "$1.json"; mv "$1.d/status" "$1.status"'

# Every run that is wanted: a lab, a source, and the verdict that it must get, a line.
runs() {
    before='' function=''
    for lab in labs/[0-9][0-9]_*; do
        lab=${lab#labs/}
        [ "$(build/lab function "$lab")" = "$function" ] || before=
        function=$(build/lab function "$lab")
        echo "$lab labs/$lab/kernel.cu INCOMPLETE"
        echo "$lab solutions/$lab/kernel.cu PASS"
        [ -z "$before" ] || echo "$lab solutions/$before/kernel.cu TECHNIQUE"
        for source in "$wrong/$lab"/*.cu; do
            name=${source##*/}
            source=${source%.cu}
            is_left_out "${source#build/}" || echo "$lab $source.cu ${name%%-*}"
        done
        for source in "$variants/$lab"/*.cu; do
            source=${source%.cu}
            is_left_out "${source#build/}" || echo "$lab $source.cu PASS"
        done
        before=$lab
    done
}
runs >"$out/runs"
RUN=$run xargs -P "$(nproc)" -n 3 sh -c "$checked" "$out" "$(tests/recall --key lab)" <"$out/runs"

# marked SOURCE: the lines that it marks // FAULT. Debug information does not always tell
# the lines of one asm statement apart: a mark in it is one of all its lines.
marked() {
    awk '/asm volatile\(/ { first = NR; fault = 0 }
        /\/\/ FAULT/ { fault = 1; if (!first) print NR }
        first && /;[^"]*$/ { for (i = first; fault && i <= NR; i++) print i; first = 0 }' "$1"
}

# verdict LAB SOURCE: the word; and, where the source marks lines // FAULT and none of
# these is named, where the verdict points instead; and an exit status that is not the
# word's.
verdict() {
    record=$out/$1/$2.json
    word=$(build/lab get "$record" verdict)
    line=$(build/lab get "$record" line)
    lines=$(marked "$2")
    printf %s "$word"
    if [ -n "$lines" ] && ! echo "$lines" | grep -qx "$line"; then
        printf ' at line %s, which has no FAULT' "${line:-?}"
    fi
    [ "$word" = PASS ] && want=0 || want=1
    status=$(cat "$out/$1/$2.status")
    [ "$status" = "$want" ] || printf ' with exit status %s' "$status"
}

# stages LAB SOURCE: those that hold, tried as where points are given.
stages() {
    POINTS=1 SEED=20261121 tools/make/check-kernel "$1" "$2" "$out/points" >"$out/said"
    build/lab get "$out/points" stages | paste -sd ' '
}

# What a record says that its report does not: the verdict, and the place.
differences() {
    find "$out" -name '*.cu.json' | sort | while read -r record; do
        said=$(build/lab verdict "$record")
        [ "$(tail -n 1 "${record%.json}" | sed 's/^lab[0-9]*: //')" = "$said" ] ||
            echo "$record: $said"
    done
}
# The lines of reports about stages that no report may have: the first fault ends a check.
wrong_stages() {
    find "$out" -name '*.cu' -exec grep -H '^stages: ' {} + | grep -vE ": (none passed\
|compiles passed; aligned failed; ragged, safe, technique not finished\
|compiles passed; aligned not finished; ragged failed; safe, technique not finished\
|compiles passed; aligned, ragged not finished; safe failed; technique not finished\
|compiles passed; aligned, ragged, safe not finished; technique failed\
|compiles, aligned, ragged passed; safe failed; technique not finished\
|compiles, aligned, ragged, safe passed; technique failed\
|compiles, aligned, ragged, safe, technique passed)$"
}

# True if a learner has changed the file.
changed() {
    [ -n "$(git status --porcelain -- "$1" 2>/dev/null)" ]
}

for lab in labs/[0-9][0-9]_*; do
    lab=${lab#labs/}
    if changed "labs/$lab/kernel.cu" && ! grep -q TODO "labs/$lab/kernel.cu"; then
        skip 1 "labs/$lab/kernel.cu is filled in"
    else
        ok "$lab: skeleton and solution differ in the gaps alone" \
            build/lab drift "labs/$lab/kernel.cu" "solutions/$lab/kernel.cu"
    fi
done
while read -r lab source want; do
    case $source in
    labs/*) ! changed "$source" || { skip 1 "$source is filled in" && continue; } ;;
    esac
    is "$lab: $source" "$(verdict "$lab" "$source")" "$want"
    for mark in TRY WHAT; do
        words=$(sed -n "s|.*// $mark ||p" "$source") field=$(echo $mark | tr '[:upper:]' '[:lower:]')
        [ -z "$words" ] || like "... its '$field'" \
            "$(build/lab get "$out/$lab/$source.json" "$field" | paste -sd ' ')" "$words"
    done
done <"$out/runs"

is "what 'make test' leaves out has the verdict of a kernel that it has" "$(sed -n \
    's,^tests/wrong/\([^/]*\)/\([A-Z_]*\)-.*the message of \([^,]*\)\, .*,\1 \2 \3,p' tests/test-all.tsv |
    while read -r lab word like; do
        [ -f "$wrong/$lab/$like.cu" ] && [ "${like%%-*}" = "$word" ] &&
            ! grep -q "^tests/wrong/$lab/$like	" tests/test-all.tsv || echo "$lab $word $like"
    done)" ""
is "... and each of its rows names something" "$(sed '/^#/d; s/	.*//' tests/test-all.tsv |
    while read -r name; do
        # shellcheck disable=SC2086 # a pattern
        [ -n "$(ls -d $name $name.* 2>/dev/null)" ] || echo "$name"
    done)" ""
is "... a kernel that it names is not checked" "$(grep -c 'OUT_OF_BOUNDS-guard-le.cu OUT' "$out/runs")" \
    "$([ -z "${ALL-}" ] && echo 1 || echo 2)"
is "every run leaves a record" "$(find "$out" -name '*.cu.json' | wc -l)" "$(wc -l <"$out/runs")"
is "... that is valid" "$(find "$out" -name '*.cu.json' -exec build/lab validate {} +)" ""
is "... that says what the report says" "$(differences)" ""
is "every report says which stages were tried" "$(wrong_stages)" ""
field() { # NAME LAB MISTAKE
    build/lab get "$out/$2/$wrong/$2/$3.cu.json" "$1" | paste -sd ' '
}
is "a fault as data: the thread" "$(field thread 01_naive OUT_OF_BOUNDS-no-guard)" '1 0 0'
is "... the block" "$(field block 01_naive OUT_OF_BOUNDS-no-guard)" '2 0 0'
is "... the kernel" "$(field kernel 01_naive OUT_OF_BOUNDS-no-guard)" naive
is "... the array and the index" "$(field array 01_naive OUT_OF_BOUNDS-no-guard) $(field indices \
    01_naive OUT_OF_BOUNDS-no-guard)" 'A 4550'
is "... of two dimensions" "$(field array 03_smem RACE-missing-second-barrier) $(field indices \
    03_smem RACE-missing-second-barrier)" 'As 0 0'
is "... the call" "$(field sizes 01_naive OUT_OF_BOUNDS-no-guard)" 'M=65 N=97 K=70 alpha=1 beta=0'
is "... the tile of lab 07" "$(field tile 07_autotune WRONG-grid-of-the-default)" \
    'BM=32 BN=32 BK=16 TM=4 TN=4'
is "a wrong element as data" "$(field array 07_autotune WRONG-grid-of-the-default) $(field \
    indices 07_autotune WRONG-grid-of-the-default), $(field got 07_autotune \
    WRONG-grid-of-the-default)" 'C 0 32, nan'
like "... what it must be" "$(field expected 07_autotune WRONG-grid-of-the-default)" '^-0[.]69725'
like "... and how near" "$(field bound 07_autotune WRONG-grid-of-the-default)" '^1[.]7.*e-05$'
is "a wrong call whose beta was left out to find the cause" \
    "$(field sizes 01_naive WRONG-c-changed-before-it-is-read)" 'M=32 N=32 K=32 alpha=0.5 beta=3'
rule() { # FIELD: of lab 01's kernel, handed in for lab 02
    build/lab get "$out/02_coalesce/solutions/01_naive/kernel.cu.json" "$1"
}
is "a broken rule as data" "$(rule rule): $(rule relation) $(rule limit)" \
    'sectors per load request: at most 4.5'
like "... and the value" "$(rule value)" '^16.5'
is "stages: right where M, N and K are multiples of the tile, then a missing guard" \
    "$(stages 01_naive $wrong/01_naive/OUT_OF_BOUNDS-no-guard.cu)" 'compiles aligned'
is "... the same where the first shape of all is no multiple" \
    "$(stages 05_tile2d $wrong/05_tile2d/WRONG-k-tail-ignored.cu)" 'compiles aligned'
is "... wrong everywhere" "$(stages 05_tile2d $wrong/05_tile2d/WRONG-beta-dropped.cu)" compiles
is "... a race whose result is right by luck" \
    "$(stages 03_smem $wrong/03_smem/RACE-syncwarp.cu)" 'compiles aligned ragged'
is "... a race that spoils the result" \
    "$(stages 03_smem $wrong/03_smem/RACE-missing-first-barrier.cu)" compiles
is "... a tile of lab 07 that is wrong, while every shape is right" \
    "$(stages 07_autotune $wrong/07_autotune/WRONG-grid-of-the-default.cu)" \
    'compiles aligned ragged'
like "the first fault ends a check" "$(cat "$out/01_naive/$wrong/01_naive/OUT_OF_BOUNDS-no-guard.cu")" \
    '^stages: compiles passed; aligned not finished; ragged failed; safe, technique not finished$'
is "the labs' pages quote what the check says of wrong kernels" \
    "$(tools/pages/snippets --check says "$out")" ""
done_testing
