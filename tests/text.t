#!/bin/sh
# The text of the course: its pages quote the tools correctly, their links are valid, the
# files and targets that they name exist, and every lab's page has all its parts. (labs.t
# runs the checks, and compares the quotes of checks.)
. tests/tap.sh
. tests/pages.sh

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
copy_tree "$work/tree" && cp ./*.md CITATION.cff "$work/tree" || exit 1
cd "$work/tree" || exit 1
export BACKEND=cpu
pages=$(ls ./*.md docs/*.md labs/*/*.md)

# --- quotes

# One false quote among the true ones.
cat >docs/false.md <<'MD'
<!-- prints: echo eight; echo '  LINK    build/cpu/x'; echo got 1.5 -->
```
nine
got 2.5
```
<!-- end -->
MD
# Quotes of the pages that this run leaves out are taken for none.
for page in $pages; do
    ! is_left_out "$(dirname "$page")" || sed -i 's/^<!-- prints:/<!-- was:/' "$page"
done
# Modelled times are those of nvcc's instructions.
command -v nvcc >/dev/null || sed -i 's/^<!-- prints: make -s bench/<!-- was: make -s bench/' labs/*/*.md
said=$(tools/pages/snippets --check prints)
is "a false quote is found" $? 1
is "... and all the others are true" "$(echo "$said" | grep '^[-+]' | grep -v '^+++ ')" \
    '--- docs/false.md
-nine
-got 2.5
+eight
+got 1.5'
sed -i 's/nine/eight/' docs/false.md
for page in $pages; do sed -i -E 's/^<!-- (prints|says):/<!-- was:/' "$page"; done
ok "a value that changes with the seed is not compared" tools/pages/snippets --check prints
sed -i 's/eight$/ten/' docs/false.md
tools/pages/snippets
is "quotes are written again" "$(sed -n '3,4p' docs/false.md)" 'eight
got 1.5'
is "a quote without an end" "$(echo '<!-- prints: true -->' >docs/false.md
    tools/pages/snippets --check prints 2>&1; echo $?)" \
    'quotes: docs/false.md: a quote without <!-- end -->
2'
rm docs/false.md
is "a wrong call" "$(tools/pages/snippets now 2>&1; echo $?)" \
    'usage: tools/pages/snippets [--check prints | --check says [RECORDS]]
2'

# --- links, files and targets

offered_targets >"$work/targets"
cat >bad.md <<'MD'
# Bad things
[a](no.md) [b](#bad-things) [c](#good) `tools/nothing`, `make check44`, `make nonsense`,
`make clean`, `KERNEL=tests/x.cu`
```
SEED=1 make -j2 setup nothing # make clean
ls && make check45
```
MD
is "a link that leads nowhere is found" "$(dead_links bad.md)" 'bad.md: no.md
bad.md: #good'
is "... a file that is not there" "$(dead_files bad.md)" 'bad.md: tools/nothing
bad.md: tests/x.cu'
is "... a target that make does not know" "$(dead_targets "$work/targets" bad.md)" \
    'bad.md: make check44
bad.md: make check45
bad.md: make nonsense
bad.md: make nothing'
rm bad.md
# shellcheck disable=SC2086  # no spaces in their names
{
    is "all links lead somewhere" "$(dead_links $pages)" ""
    is "all files that are named exist" "$(dead_files $pages)" ""
    is "all targets that are named exist" "$(dead_targets "$work/targets" $pages)" ""
}

# A step of the story, or a pane, that a page tells to choose is one that explorer.md names.
# chosen PAGE...: those, a line each.
chosen() { tr '\n' ' ' <"$1" | grep -oE 'make explore[0-9]{2}[^|;.]*\*[A-Z][^*]+\*' | sed 's/.*\*\(.*\)\*/\1/'; }
named=$(sed -n 's/^\*\*\([A-Z][A-Za-z ]*\)[.,:].*/\1/p; s/^| \([A-Z].*\) | .*/\1/p' docs/explorer.md | sed 's/, or /\n/g; s/\\|/|/g')
odd=$(for page in labs/*/README.md docs/teaching.md; do chosen "$page"; done | sort -u | grep -vxF "$named")
is "what a page tells to choose is there" "$odd" ""
ok "... and it tells some" [ "$(for page in labs/*/README.md; do chosen "$page"; done | wc -l)" -gt 6 ]

# --- every lab's page

parts='What it costs today
The idea
The task
What to expect'
further='Counting by hand
The usual mistakes
Questions
In Triton
Read on'
for lab in labs/0[1-9]* labs/1*; do
    is "$lab/README.md: its parts" "$(sed -n 's/^## //p' "$lab/README.md")" "$parts"
    is "$lab/deeper.md: its parts" \
        "$(sed -n 's/^## //p' "$lab/deeper.md" | grep -xF "$further")" "$further"
done
# What a learner reads before the first make; quotes, tables and pictures are not counted.
# shellcheck disable=SC2016  # backticks, as they are
long=$(for page in labs/*/README.md; do
    words=$(sed '/^<!-- /,/^<!-- end/d; /^```/,/^```/d; /^|/d; /^!\[/d' "$page" | wc -w)
    [ "$words" -le 850 ] || echo "$page: $words words, expected at most 850"
done)
is "no lab's page is long" "$long" ""

# shellcheck disable=SC2016  # backticks, as they are
odd=$(for lab in labs/[0-9][0-9]_*; do
    said=$(sed -n 's/.*You write about \([0-9]*\) lines.*/\1/p' "$lab/README.md")
    marked=$(sed -n 's,.*// TODO: \(about \)*\([0-9]*\) lines*$,\2,p' "$lab/kernel.cu" |
        awk '{ n += $1 } END { print n }')
    [ -z "$said" ] || [ "$said" = "$marked" ] || echo "$lab: says $said lines, marks $marked"
done)
is "a page says as many lines as its kernel's TODOs" "$odd" ""

# --- numbers that several pages name, each from one place

count=$(set -- labs/[0-9][0-9]_*; echo $#)
last=$(printf '%s\n' labs/[0-9][0-9]_* | sed -n 's,.*/\([0-9]*\)_.*,\1,p' | tail -n 1)
# other_counts PAGE...: where a page does not have as many labs as there are.
other_counts() { grep -noE '\b[0-9]+ labs\b' /dev/null "$@" | grep -v ":$count labs"; }
echo 'The 3 labs of the course' >bad.md
is "a wrong number of labs is found" "$(other_counts bad.md)" 'bad.md:1:3 labs'
rm bad.md
# shellcheck disable=SC2046,SC2086  # no spaces in their names
is "all pages have the same number of labs" \
    "$(other_counts $pages CITATION.cff docs/colab.ipynb $(ls view/site/*.* view/try/*.*))" ""
is "README has a row for each lab" \
    "$(grep -cE '^\| \[[0-9]{2} [a-z0-9 ]+\]\(labs/' README.md) $last" "$count $((count - 1))"
is "teaching.md has a question for each lab" \
    "$(sed -n '/^### One question/,/^<!--/p' docs/teaching.md | grep -cE '^\| [0-9]{2} \|')" "$count"

# fastest WHO TABLE: its TFLOP/s in a table of measured times, without a fraction.
fastest() {
    awk -F '\t' -v who="$1" '$1 == who && $11 + 0 > most { most = $11 + 0 } END { printf "%.0f", most / 1000 }' \
        "docs/measured/h200/$2.tsv" | sed 's/\(.\)\(...\)$/\1,\2/'
}
is "README's speeds are those of the tables" "$(grep -oE '[0-9.,]+ to [0-9]+ TFLOP/s' README.md | sort -u)
$(tr '\n' ' ' <README.md | grep -oE '[0-9]+ in bfloat16 and [0-9,]+ in FP8')
$(tr '\n' ' ' <README.md | grep -oE 'reaches [0-9]+ [^;]*; cuDNN reaches [0-9]+')" \
    "0.5 to $(fastest 15_persistent 15_persistent) TFLOP/s
$(fastest 15_persistent 15_persistent) in bfloat16 and $(fastest 19_fp8 19_fp8) in FP8
reaches $(fastest 17_attention 17_attention) TFLOP/s with lab 17 and $(fastest 18_hopper_attention \
        18_hopper_attention) with lab 18; cuDNN reaches $(fastest cuDNN 18_hopper_attention)"
is "labs 18 and 19 begin with the speed of a lab before them" \
    "$(grep -ohE 'Lab 17 reaches [0-9]+|bfloat16 at [0-9]+' labs/1[89]_*/README.md)" \
    "Lab 17 reaches $(fastest 17_attention 17_attention)
bfloat16 at $(fastest 15_persistent 15_persistent)"

# --- every lab's questions

# Three to five, each with its own id, a pane that exists, and sentences of 25 words at most.
# shellcheck disable=SC2016  # awk's
odd=$(for lab in labs/[0-9][0-9]_*; do
    awk -F '\t' -v panes=" source matrices request shared tiles warps element traffic " '
        /^#/ || $1 == "id" { next }
        { n++; text = $5 " " $6; gsub(/[{][^}]*[}]/, "1", text) }
        seen[$1]++ { print FILENAME ": " $1 " is there twice" }
        !index(panes, " " $4 " ") { print FILENAME ": " $1 ": no pane " $4 }
        {
            for (i = split(text, sentence, /[.?] +/); i > 0; i--)
                if (split(sentence[i], word, " ") > 25)
                    print FILENAME ": " $1 ": too long: " sentence[i]
        }
        END { if (n < 3 || n > 5) print FILENAME ": " n + 0 " questions" }' "$lab/questions.tsv"
done)
is "every lab has three to five questions, in short sentences" "$odd" ""
done_testing
