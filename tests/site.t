#!/bin/sh
# make site: every link, what is withheld, and each page in a browser. site.pl has the tests.
. tests/tap.sh

if ! command -v cmark-gfm >/dev/null; then
    echo '1..0 # SKIP no cmark-gfm'
    exit
fi
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
copy_tree "$work/the course" && cp ./*.md "$work/the course" || exit 1
cd "$work/the course" || exit 1
export BACKEND=cpu
explorers=''
for lab in 01_naive 05_tile2d; do
    make -s "explore${lab%%_*}" FROM=solutions SITE=1 QUICK=1 >/dev/null 2>&1
    explorers="$explorers --explorer $lab results/cpu-h200/solutions/$lab.explorer.html"
done
# shellcheck disable=SC2086 # a list of words
tools/site "$work/site" $explorers >/dev/null || exit 1
perl -Itests tests/site.pl "$work/site"
