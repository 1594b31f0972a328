#!/bin/sh
# Every lab, as it must be judged on the emulator: its skeleton is INCOMPLETE, its solution
# passes, the solution of the lab before has another TECHNIQUE, each kernel of tests/wrong
# gets the verdict that its name begins with, at a line marked // FAULT where it has such
# lines, and each one of tests/variants passes. Skeleton and solution are the same text
# outside the gaps. The labs' README.md quote these reports correctly.
#
# There is no list of labs here: the folders decide.
. tests/tap.sh

ok "each patch in tests/wrong and tests/variants applies" tests/expand || done_testing
wrong=build/tests/wrong variants=build/tests/variants
out=$(mktemp -d) || exit 1
trap 'rm -rf "$out"' EXIT

# check LAB SOURCE: the kernel's report, its record and its exit status, in $out.
# shellcheck disable=SC2016  # xargs' shell expands it
check='report=$0/$1/$2; mkdir -p "${report%/*}"
    SEED=20261121 tools/check-kernel "$1" "$2" "$report.json" >"$report" 2>&1
    echo $? >"$report.status"'

# Every run that is wanted: a lab and a source a line.
runs() {
    before='' function=''
    for lab in labs/[0-9][0-9]_*; do
        lab=${lab#labs/}
        [ "$(build/lab function "$lab")" = "$function" ] || before=
        function=$(build/lab function "$lab")
        for source in "labs/$lab/kernel.cu" "solutions/$lab/kernel.cu" \
            ${before:+"solutions/$before/kernel.cu"} \
            "$wrong/$lab"/*.cu "$variants/$lab"/*.cu; do
            [ ! -f "$source" ] || echo "$lab $source"
        done
        before=$lab
    done
}
runs | xargs -P "$(nproc)" -n 2 sh -c "$check" "$out"

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

# What "stages:" may say, given the verdict, as a regular expression.
stages_of() { # VERDICT
    case $1 in
    PASS) echo 'compiles aligned ragged safe technique' ;;
    TECHNIQUE) echo 'compiles aligned ragged safe' ;;
    INCOMPLETE | COMPILE_ERROR) echo none ;;
    RACE | UNINITIALIZED) echo 'compiles( aligned( ragged)?)?' ;;
    *) echo 'compiles( aligned)?' ;;
    esac
}
# The records whose stages are not their verdict's. In lab 07 any verdict may come of a
# tile, when every shape was right.
wrong_stages() {
    find "$out" -name '*.cu.json' | sort | while read -r record; do
        word=$(build/lab get "$record" verdict)
        case $record in
        */07_autotune/*/*/07_* | */08_pipeline/*/*/08_*) more='|compiles aligned ragged' ;;
        *) more='' ;;
        esac
        found=$(build/lab get "$record" stages | paste -sd ' ')
        printf '%s\n' "${found:-none}" | grep -qxE "$(stages_of "$word")$more" ||
            echo "$record"
    done
}
# stages LAB SOURCE
stages() {
    build/lab get "$out/$1/$2.json" stages | paste -sd ' '
}

# What a record says that its report does not: the verdict, the place, and the stages.
differences() {
    find "$out" -name '*.cu.json' | sort | while read -r record; do
        said=$(build/lab verdict "$record")
        stages=$(build/lab get "$record" stages | paste -sd ' ')
        [ "$(tail -n 3 "${record%.json}" | sed 's/^lab[0-9]*: //' | paste -sd '|')" = \
            "stages: ${stages:-none}||$said" ] || echo "$record: $said"
    done
}

# True if a learner has changed the file.
changed() {
    [ -n "$(git status --porcelain -- "$1" 2>/dev/null)" ]
}

before='' function=''
for lab in labs/[0-9][0-9]_*; do
    lab=${lab#labs/}
    skeleton=labs/$lab/kernel.cu
    solution=solutions/$lab/kernel.cu

    if changed "$skeleton" && ! grep -q TODO "$skeleton"; then
        skip 2 "$skeleton is filled in"
    else
        is "$lab: the skeleton is INCOMPLETE" "$(verdict "$lab" "$skeleton")" INCOMPLETE
        ok "$lab: skeleton and solution differ in the gaps alone" \
            build/lab drift "$skeleton" "$solution"
    fi
    is "$lab: the solution passes" "$(verdict "$lab" "$solution")" PASS
    if [ "$(build/lab function "$lab")" = "${function-}" ]; then
        is "$lab: the solution of $before is another TECHNIQUE" \
            "$(verdict "$lab" "solutions/$before/kernel.cu")" TECHNIQUE
    fi
    function=$(build/lab function "$lab")

    for source in "$wrong/$lab"/*.cu; do
        name=${source##*/}
        is "$source" "$(verdict "$lab" "$source")" "${name%%-*}"
    done
    for source in "$variants/$lab"/*.cu; do
        is "$source" "$(verdict "$lab" "$source")" PASS
    done
    before=$lab
done

is "every run leaves a record" "$(find "$out" -name '*.cu.json' | wc -l)" "$(runs | wc -l)"
is "... that is valid" "$(find "$out" -name '*.cu.json' -exec build/lab validate {} +)" ""
is "... that says what the report says" "$(differences)" ""
is "every record names the stages that its verdict allows" "$(wrong_stages)" ""
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
is "the labs' pages quote what the check says of wrong kernels" \
    "$(tools/snippets --check says "$out")" ""
done_testing
