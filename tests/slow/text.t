#!/bin/sh
# The counts of make countNN at 512 that the labs' pages mention. (tests/text.t checks their
# quotes.)
. tests/tap.sh

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
copy_tree "$work/tree" || exit 1
cd "$work/tree" || exit 1
export BACKEND=cpu

labs=0
for page in labs/*/deeper.md; do
    said=$(tr '\n' ' ' <"$page" | grep -o 'At 512, [^.:]*' | grep -oE '[0-9]+(,[0-9]{3})+')
    [ -n "$said" ] || continue
    labs=$((labs + 1)) lab=$(basename "$(dirname "$page")")
    counts=$(make -s "count${lab%%_*}" FROM=solutions)
    is "$lab: what it says of 512 is counted" \
        "$(for n in $said; do echo "$counts" | grep -qw -- "$n" || echo "$n"; done
        [ "$(echo "$said" | wc -l)" -ge 2 ] || echo "too few figures: $said")" ""
done
is "pages that say something of 512" "$labs" 6
done_testing
