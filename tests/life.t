#!/bin/sh
# The trace of a block's life: it has the requests of the plain trace, the origin of each
# word, and times that a block can have. life.pl has the tests of a trace.
. tests/tap.sh
make -s BACKEND=cpu build/lab >/dev/null || exit 1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

for runner in build/cpu/solutions/*/runner; do
    lab=$(basename "$(dirname "$runner")")
    RUNNER="exec $runner" build/lab trace "$lab" "$work/$lab.trace.tsv" &&
        RUNNER="exec $runner" build/lab life "$lab" "$work/$lab.life.tsv" || exit 1
done
# A record decides the sizes, and the block.
printf '{"version": 1, "lab": "02_coalesce", "verdict": "WRONG", "stages": [], "what": "x",
    "function": "sgemm", "when": "x", "kernel": "k", "block": [1, 2, 0], "thread": [0, 0, 0],
    "sizes": {"M": 33, "N": 70, "K": 9, "alpha": 1, "beta": 0}}\n' >"$work/record.json"
RUNNER='exec build/cpu/solutions/02_coalesce/runner' \
    build/lab life 02_coalesce "$work/record.tsv" "$work/record.json" || exit 1
perl tests/life.pl "$work"
