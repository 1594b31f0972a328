# shellcheck shell=sh disable=SC2034,SC2154
# tools/update from a newly unpacked course in the folder $from.

# listed DIR: the course's files in DIR, kernels first.
listed() {
    (cd "$1" && find . -name .git -prune -o -path ./build -prune -o -path ./results -prune -o \
        -path './before-update.*' -prune -o -type f ! -name .skeleton.cu \
        ! -name 'kernel.cu.*' ! -name '*.new-version' ! -name '*.updating' \
        ! -path ./gradescope.zip -print) | sed 's,^\./,,' |
        awk '/\/kernel\.cu$/ { print 0, $0; next } { print 1, $0 }' | sort | cut -c 3-
}
from_folder() {
    { [ -d "$from/labs" ] && [ -d "$from/common" ] && [ -f "$from/Makefile" ]; } ||
        fail "'$from' is not the course: FROM is a newly unpacked folder, with its Makefile"
    [ "$(cd "$from" && pwd -P)" != "$(pwd -P)" ] || fail "'$from' is this folder: FROM is a newly unpacked one"
    for kernel in "$from"/labs/*/kernel.cu; do
        awk '/\/\/ STEP / { n++; open = 1 } open && /TODO/ { todo++; open = 0 }
            END { exit !(n && n == todo) }' "$kernel" ||
            fail "'$kernel' is filled in: call make update in your folder, and FROM is the new one"
    done
    listed "$from" >"$work/new" && listed . >"$work/here" || exit 2

    while read -r file <&3; do
        case $file in
        labs/*/kernel.cu)
            old=$work/old
            "$here/reset" --skeleton "$(basename "$(dirname "$file")")" >"$old" 2>/dev/null || :
            if [ ! -e "$file" ] || cmp -s "$old" "$file"; then
                cmp -s "$from/$file" "$file" || put "$from/$file" "$file"
            else
                cmp -s "$from/$file" "$file" || take "$file" "$old" "$from/$file"
            fi
            # What the next update and make reset begin with.
            old=$(skeleton "$file")
            cmp -s "$from/$file" "$old" || put "$from/$file" "$old" ;;
        labs/*/tiles.tsv) # a learner may add rows
            if [ ! -e "$file" ]; then
                put "$from/$file" "$file"
            else
                cmp -s "$from/$file" "$file" || take "$file" '' "$from/$file"
            fi ;;
        *)
            if ! cmp -s "$from/$file" "$file"; then
                [ ! -e "$file" ] || keep "$file"
                put "$from/$file" "$file"
            fi ;;
        esac
    done 3<"$work/new"

    # What the new course no longer has: only in folders where nothing is the learner's.
    sort "$work/new" >"$work/sorted"
    grep -E '^(common|grade|view|tools|docs|tests|solutions)/' "$work/here" | while read -r file; do
        [ ! -d "$from/${file%%/*}" ] || grep -qxF -- "$file" "$work/sorted" || echo "$file"
    done >"$work/gone"
    while read -r file <&3; do
        keep "$file"
        rm -f "$file"
        changed=$((changed + 1))
        echo "  $file: the new course does not have it; it is in $aside/"
    done 3<"$work/gone"
    finish "'$from'"
}
