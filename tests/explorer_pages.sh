# For the tests of the explorer's pages: source this in place of tap.sh. It copies the tree to
# $work/tree, goes there, and makes pages by page(). Where there is no Chromium, all tests are skipped.
. tests/tap.sh
make -s BACKEND=cpu build/explorer build/lab >/dev/null || exit 1
if [ -n "$(perl -Itests -Mbrowser -e 'print browser::missing()')" ]; then
    echo '1..0 # SKIP no Chromium, or no chromedriver'
    exit
fi
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
copy_tree "$work/tree" || exit 1
cd "$work/tree" || exit 1
export BACKEND=cpu
mkdir "$work/pages"

# page NAME MAKE...: make a page, and keep it in $work/pages with what it was made from: the trace,
# the model, the record of the check, the tiles.
page() {
    name=$1
    shift
    rm -f results/cpu-h200/other/*
    make -s "$@" >"$work/said" 2>&1 || cat "$work/said"
    made=$(tail -n 1 "$work/said")
    cp "$made" "$work/pages/$name.html"
    for what in life.tsv model.tsv tiles.tsv check.json; do
        [ ! -f "${made%.explorer.html}.$what" ] ||
            cp "${made%.explorer.html}.$what" "$work/pages/$name.$what"
    done
}
