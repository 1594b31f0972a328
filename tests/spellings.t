#!/bin/sh
# Every spelling in the tables of tests/hostile/spellings: it is built as grading builds a
# submission, in the sandbox, and must be refused with the verdict, at the line and for the
# reason of its table. None is run. And every kernel of tests/variants is built so, too, and must
# not be refused.
. tests/tap.sh
make -s grader || exit 1
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
needs_guard "$scratch"
export GRADE_SANDBOX="$PWD/build/grade/sandbox" GRADE_KIT="$PWD/build/grade/kit"
naive=$(wc -l <tests/hostile/naive.cu)

# built_text SOURCE LAB: "VERDICT LINE WHAT", or that it is not refused.
built_text() {
    fresh=$scratch/fresh
    rm -rf "$fresh" "$scratch/out"
    mkdir -p "$fresh/labs/$2" "$scratch/out"
    ln -s "$GRADE_KIT/common" "$GRADE_KIT/emu" "$fresh"
    cp "$1" "$fresh/labs/$2/kernel.cu"
    tools/grading/grade-build "$2" "$fresh" "$scratch/out" '0x5000000 160 160 160' ''
    case $? in
    0) echo 'not refused: the runner is built' ;;
    1) jq -r '"\(.verdict) \(.line) \(.what)"' "$scratch/out/record" ;;
    esac
}

# built TABLE NUMBER LAB: likewise.
built() {
    tests/hostile/spelling "$1" "$2" >"$scratch/spelling.cu"
    built_text "$scratch/spelling.cu" "$3"
}

# spelling TABLE NUMBER WHERE REASON: one test.
spelling() {
    idea=$(basename "$1" .txt)
    lab=$(basename "$(dirname "$1")") above=0
    [ "$lab" != spellings ] || lab=01_naive above=$naive
    line=1
    [ "$3" = 'no line' ] || line=$((above + ${3#line }))
    want="${idea%%-*} $line" got=$(built "$1" "$2" "$lab")
    case $got in
    "$want "*"$4"*) got="$want $4" ;;
    esac
    is "$idea.$2" "$got" "$want $4"
}

# variant SOURCE LAB: nothing, or why it is refused.
variant() {
    built_text "$1" "$2" | sed -n "/^not refused/!s|^|$1: |p"
}
ok "each patch in tests/variants applies" tests/expand
for lab in build/tests/variants/*/; do
    lab=$(basename "$lab")
    is "$lab: every variant is built"         "$(for source in "build/tests/variants/$lab"/*.cu; do variant "$source" "$lab"; done)" ''
done

for table in tests/hostile/spellings/*.txt tests/hostile/spellings/*/*.txt; do
    sed -En 's/^=== ([0-9]+), (line [0-9]+|no line): (.+)/\1\t\2\t\3/p' "$table" >"$scratch/heads"
    is "$(basename "$table" .txt): each head is complete, and has the next number" \
        "$(cut -f 1 "$scratch/heads")" "$(seq "$(grep -c '^===' "$table")")"
    while IFS="$(printf '\t')" read -r number where reason; do
        spelling "$table" "$number" "$where" "$reason" </dev/null
    done <"$scratch/heads"
done
done_testing
