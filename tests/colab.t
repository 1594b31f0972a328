#!/bin/sh
# The notebook for Google Colab: its format, its commands, its Python. (tests/slow/colab.t runs
# its cells.)
. tests/tap.sh
. tests/pages.sh

command -v jq >/dev/null || { echo '1..0 # SKIP no jq: make setup'; exit 0; }
notebook=docs/colab.ipynb
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

# check NAME FILTER: true of the notebook
check() {
    ok "$1" jq -e "$2" "$notebook"
}
check "notebook format 4" '.nbformat == 4 and .nbformat_minor >= 5'
check "Python 3, and a GPU in Colab" \
    '.metadata | .kernelspec.name == "python3" and .accelerator == "GPU"'
check "cells are text or code" \
    '.cells | length > 20 and all(.cell_type == "markdown" or .cell_type == "code")'
check "... lists of lines, each but the last with its end" '.cells | all(.source | length > 0
    and (.[:-1] | all(endswith("\n"))) and (last | endswith("\n") | not))'
check "... each with an id of its own" '[.cells[].id] | all(test("^[a-z0-9-]{1,64}$"))
    and length == (unique | length)'
check "the first lab begins after five cells at most" \
    '[.cells[].id] | index("lab00") | . != null and . <= 5'
for lab in 00 01 02 03; do
    check "lab $lab: it has passed, in the output that is stored" '.cells[] | select(.id == "lab'"$lab"'-run").outputs
        | map(.text // [] | join("")) | join("") | test("(^|\n)lab'"$lab"': PASS\n")'
    check "... with its picture" '.cells[] | select(.id == "lab'"$lab"'-picture").outputs
        | any(.data."image/png" // "" | startswith("iVBOR"))'
done
check "the ladder and the sectors of a warp are stored" '[.cells[] | select(.id == "draw-ladder" or
    .id == "lab02-access").outputs | any(.data."image/png")] == [true, true]'
check "no folder of a machine is stored, and no failure" '[.cells[] | select(.cell_type == "code").outputs[]]
    | all((.output_type != "error") and ((.text // []) | join("") | test("(^|[ \u0027\"])/[a-z]") | not))'
check "no cell has a number" '[.cells[] | select(.cell_type == "code")] | all(.execution_count == null)'
check "text cells have no outputs" \
    '[.cells[] | select(.cell_type == "markdown")] | all(has("outputs") | not)'

# --- the commands and the files that it names

# As a page: its code cells are fenced blocks.
jq -r '.cells[] | if .cell_type == "code"
    then "```\n" + (.source | join("") | gsub("(^|\n) +"; "\n")) + "\n```" else .source | join("") end' \
    "$notebook" >"$work/page.md"
offered_targets >"$work/targets"
is "every target of make is there" "$(dead_targets "$work/targets" "$work/page.md")" ""
sed 's/make lab00$/make lab98/' "$work/page.md" >"$work/wrong.md"
is "... a wrong one would be found" "$(dead_targets "$work/targets" "$work/wrong.md")" \
    "$work/wrong.md: make lab98"
is "every lab from 00 to 03 is made" "$(grep -oE '^!make lab0[0-3]$' "$work/page.md" | sort)" \
    "$(printf '!make lab%s\n' 00 01 02 03)"
is "every file that text names is there" "$(dead_files "$work/page.md")" ""
is "... and every one that code names" "$(jq -r '.cells[] | select(.cell_type == "code").source | join("")' \
    "$notebook" | grep -oE "'(labs|docs|tools)/[^' ]*'?" | tr -d "'" | sort -u |
    while read -r file; do [ -e "$file" ] || echo "$file"; done)" ""

# --- its Python

if command -v python3 >/dev/null; then
    cat >"$work/compile.py" <<'PY'
import ast, json, re, sys
for cell in json.load(open(sys.argv[1]))["cells"]:
    if cell["cell_type"] == "code":
        text = re.sub(r"(?m)^( *)[!%].*$", r"\1pass", "".join(cell["source"]))
        try:
            ast.parse(text)
        except SyntaxError as error:
            print(f"{cell['id']}: {error}")
PY
    is "every cell is Python, commands aside" "$(python3 "$work/compile.py" "$notebook")" ""
else
    skip 1 "no python3"
fi
done_testing
