#!/bin/sh
# A learner's locale. If its numbers have a comma, every number here still has a point, and
# numbers that an earlier version wrote with a comma are repaired. The locale is made here,
# so that the machine need not have it. Works in a copy of the course.
. tests/tap.sh

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

# ASCII, with a decimal comma.
{
    printf '<code_set_name> ASCII\n<comment_char> %%\n<escape_char> /\nCHARMAP\n'
    awk 'BEGIN { for (i = 0; i < 128; i++) printf "<U%04X> /x%02x\n", i, i }'
    echo 'END CHARMAP'
} >"$work/charmap"
printf '%s\n' LC_NUMERIC 'decimal_point ","' 'thousands_sep "."' 'grouping 3;3' \
    'END LC_NUMERIC' >"$work/source"
localedef -c -f "$work/charmap" -i "$work/source" "$work/xx_XX" >/dev/null 2>&1
comma="LOCPATH=$work:/usr/lib/locale LC_ALL=xx_XX LANG=xx_XX"
# with COMMAND...: in that locale
with() {
    # shellcheck disable=SC2086 # two words
    env $comma "$@"
}
if [ "$(with awk 'BEGIN { print 1.5 }')" != 1,5 ]; then
    echo '1..0 # SKIP localedef makes no locale here, or awk has no use for one'
    exit 0
fi

copy_tree "$work/tree" && cd "$work/tree" || exit 1
rm -rf results
export BACKEND=cpu
results=results/cpu-h200/solutions
# Numbers with a comma: digits on both sides, but not a list of indices.
commas() {
    grep -nE '(^|[^0-9(,])-?[0-9]+,[0-9]+([^0-9,)]|$)' "$@"
}

# --- everything that make demo does, for one lab

for lab in labs/[0-9]*; do
    [ "$lab" = labs/01_naive ] || rm -r "$lab" "solutions/${lab#labs/}"
done
said=$(with make demo 2>&1)
is "make demo succeeds" $? 0
like "... and counts the labs" "$said" '^1 of 1 labs pass$'
unlike "... with no word of an error" "$said" '(error|undefined|unexpected)'
is "... and no number has a comma" "$(printf '%s\n' "$said" | commas)" ''
like "a check's time has a point" "$(cat "$results/01_naive.check.json")" \
    '^  "seconds": [0-9]+\.[0-9]+,?$'
is "... and is that of results/grade.json" "$(jq '.labs[0].seconds' results/grade.json)" \
    "$(jq '.seconds * 1000 | round / 1000' "$results/01_naive.check.json")"
is "no number in results/ has a comma" "$(commas "$results"/*.t* results/*.csv)" ''
cp -r "$results" "$work/with comma"
rm -r "$results"
make demo >/dev/null 2>&1
for file in 01_naive.svg 01_naive.plot.txt ladder.svg ladder.plot.txt; do
    ok "$file is the same in C's locale" cmp "$results/$file" "$work/with comma/$file"
done
said=$(with make roofline access01 FROM=solutions 2>&1)
is "make roofline access01" $? 0
is "... no number has a comma" "$(printf '%s\n' "$said" | commas)" ''

# --- without make

said=$(with tools/plot gflops "$work/x" "$results/01_naive.tsv" 2>&1)
is "tools/plot alone" $? 0
is "... no number has a comma" "$(printf '%s\n' "$said" | commas)" ''
echo '__global__ void f() { nonsense; }' >"$work/f.cu"
like "emucc alone: g++ speaks English" \
    "$(LC_ALL='' LANG=de_DE.UTF-8 LANGUAGE=de emu/frontend/emucc "$work/f.cu" 2>&1)" \
    'was not declared in this scope'
done_testing
