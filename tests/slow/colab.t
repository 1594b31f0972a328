#!/bin/sh
# Runs every cell of the notebook for Google Colab in order, on a machine without a GPU, with
# the solutions of labs 00 to 03 as the learner's kernels. By jupyter nbconvert if that is
# installed, else by tools/pages/run-notebook, which needs IPython alone.
. tests/tap.sh

command -v nvcc >/dev/null || { echo '1..0 # SKIP no nvcc: modelled times are others without it'; exit 0; }
command -v jq >/dev/null || { echo '1..0 # SKIP no jq: make setup'; exit 0; }
if python3 -c 'import nbconvert, ipykernel' 2>/dev/null; then
    run() {
        python3 -m nbconvert --to notebook --execute --allow-errors \
            --ExecutePreprocessor.timeout=-1 --output result.ipynb "$1"
    }
elif python3 -c 'import IPython' 2>/dev/null; then
    run() { python3 "$runner" "$1" result.ipynb; }
else
    echo '1..0 # SKIP no IPython: apt-get install python3-ipython, or jupyter-nbconvert python3-ipykernel'
    exit 0
fi
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
runner=$PWD/tools/pages/run-notebook
notebook=$PWD/docs/colab.ipynb
export SEED=20261121 # as tools/pages/notebook has it
labs='00_saxpy 01_naive 02_coalesce 03_smem'
copy_tree "$work/course" || exit 1
rm -rf "$work/course/results"
for lab in $labs; do
    cp "solutions/$lab/kernel.cu" "$work/course/labs/$lab/kernel.cu"
done
cd "$work" || exit 1

# A PATH whose first folder we fill: no GPU, and nothing is installed for a test.
mkdir bin
PATH=$work/bin:$PATH
program() { # NAME: standard input as a program
    { echo '#!/bin/sh' && cat; } >"bin/$1" && chmod +x "bin/$1"
}
echo 'exit 9' | program nvidia-smi
for tool in apt-get sudo; do program $tool </dev/null; done

# Of result.ipynb, and a cell: what it printed; the types of what it displayed.
printed() {
    jq -r --arg id "$1" '.cells[] | select(.id == $id).outputs[] | select(.output_type == "stream").text |
        if type == "array" then join("") else . end' result.ipynb | tr -d '\r' # of a terminal
}
displayed() {
    jq -r --arg id "$1" '.cells[] | select(.id == $id).outputs[] | .data // {} | keys[]' result.ipynb |
        grep -v '^text/plain$'
}
raised() {
    jq -r '.cells[] | .id as $id | .outputs[]? | select(.output_type == "error") | "\($id): \(.evalue)"' \
        result.ipynb
}

# --- all of it

cp "$notebook" colab.ipynb
ok "the notebook is run" run colab.ipynb
is "no cell raises an exception" "$(raised)" ""
is "every code cell was run" "$(jq '[.cells[] | select(.cell_type == "code" and
    (.execution_count == null and .outputs == []))] | map(.id) | join(" ")' result.ipynb)" '""'
like "the course is found" "$(printed get-course)" "^the course is in .*/course\$"
like "no GPU is found" "$(printed gpu-name)" '^no GPU: kernels run on the emulator'
for lab in $labs; do
    cell=lab${lab%%_*}
    is "$cell: its page is shown" "$(displayed "$cell-read")" text/markdown
    like "... it passes" "$(printed "$cell-run")" "^$cell: PASS\$"
    like "... a hint is shown" "$(printed "$cell-hint")" "^$cell, hint 1 of"
    if command -v gnuplot >/dev/null; then
        is "... its picture is shown" "$(displayed "$cell-picture")" image/svg+xml
    else
        skip 1 "no gnuplot"
    fi
done
# What is stored is what they print: tools/pages/notebook.
for cell in lab00-run lab01-run lab02-run lab03-run lab01-count draw-ladder; do
    is "$cell: as it is stored" "$(printed $cell)" "$(jq -r --arg id $cell '.cells[] | select(.id == $id).outputs[] |
        select(.output_type == "stream").text | join("")' "$notebook")"
done
like "the emulator as a T4" "$(printed lab00-emulator)" 'Tesla T4 \(modelled\)'
like "... passes it too" "$(printed lab00-emulator)" '^lab00: PASS$'
is "the sectors of a warp are shown" "$(displayed lab02-access)" image/svg+xml
is "the explorer is shown" "$(displayed lab03-explore)" text/html
count=$(find course/labs -maxdepth 1 -name '[0-9][0-9]_*' | wc -l)
like "the reference kernels pass" "$(printed reference)" "^$count of $count labs pass\$"
if command -v gnuplot >/dev/null; then
    like "the ladder has the learner's labs" "$(printed draw-ladder)" '^ *03_smem \|=+ [0-9]+([.][0-9]+)?$'
    is "... and is shown" "$(displayed draw-ladder)" image/svg+xml
else
    skip 2 "no gnuplot"
fi
if command -v zip >/dev/null; then
    like "the kernels are packed" "$(printed submit-kernels)" \
        "^your kernels are in .*/course/results/submission.zip\$"
    ok "... there" test -s course/results/submission.zip
else
    skip 2 "no zip"
fi

# --- parts of it, elsewhere. only CELL...: a notebook of these cells, run.

only() {
    jq '.cells |= map(select([.id] | inside($ARGS.positional)))' --args "$@" <"$notebook" >part.ipynb
    rm -f result.ipynb
    run part.ipynb >/dev/null 2>&1
}
unset SEED # with it, a check is one more, and no lab's verdict
only get-course lab00-run lab01-run lab02-run lab03-run status
like "four labs pass" "$(printed status)" "^4 of $count labs pass\$"
mkdir -p empty && cd empty || exit 1
only get-course
like "without a course: one line" "$(raised)" '^get-course: no course here: write its address'
cd "$work" || exit 1
program nvcc </dev/null
program nvidia-smi <<'SH'
case "$*" in
*memory.total*) echo 'Tesla T4, 7.5, 15360 MiB' ;;
*compute_cap,name*) echo '7.5, Tesla T4' ;;
esac
SH
only get-course gpu-name gpu-meaning
like "on a T4" "$(printed gpu-name)" \
    '^Tesla T4: compute capability 7.5, (an unknown number of|[0-9]+) SMs, 15360 MiB of memory$'
like "... the labs that it runs" "$(printed gpu-meaning)" \
    '^this Tesla T4 runs labs 00, 01, 02, 03, 04, 05, 06, 07, 08, 09, 10, 11, 12$'
like "... lab 08" "$(printed gpu-meaning)" '^lab 08 runs, but its copies are asynchronous only from'
like "... and why not lab 14" "$(printed gpu-meaning)" \
    '^lab14 needs compute capability 9.0 .* Tesla T4 has 7.5: BACKEND=cpu emulates it$'
done_testing
