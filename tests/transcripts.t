#!/bin/sh
# The output that a learner reads in a lab: the skeleton, typical mistakes, the solution,
# and after each the exact words of `make checkNN`, as tests/transcripts/NN.txt has them.
# Seeds are fixed; figures that come from the model of the GPU are masked.
#
#   UPDATE=1 tests/transcripts.t    write the transcripts again, of the kernels that they
#                                   name; then read the difference
#   TRANSCRIPTS='02 04'             of these labs (tests/slow/transcripts.t: all others)
. tests/tap.sh

here=$(pwd)
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
copy_tree "$work/the course"
git show HEAD:./.gitignore >/dev/null 2>&1 && in_git=yes || in_git=''

# transcript FILE LAB: what make says of each kernel that FILE names, in FILE's form.
# The skeleton is the one of git: a learner may have been at work on this one.
# shellcheck disable=SC2016  # the shell of xargs expands it
transcript='
    cd "$0" || exit
    number=${1%%_*} && kernel=labs/$1/kernel.cu
    cp "$kernel" "$kernel.own"
    sed -n "s/^=== //p" "$2/tests/transcripts/$number.txt" | while read -r source; do
        case $source in
        labs/*) [ -z "$3" ] && cp "$kernel.own" "$kernel" ||
                    (cd "$2" && git show "HEAD:./$source") >"$kernel" ;;
        *) cp "$source" "$kernel" ;;
        esac
        echo "=== $source"
        make "check$number" BACKEND=cpu SEED=1 2>/dev/null |
            grep -vE "^  (CC|CXX|AR|LD|EMUCC|TILE|LINK|CHECK) " |
            sed -E "s/^(( +[0-9]+){3})( +[0-9]+){2}  BM=.*/\1 (masked)/
                    s/(speed, of the default.s +)[0-9.]+/\1 (masked)/"
    done >"transcript-$number.txt"'

labs=''
for number in ${TRANSCRIPTS:-03}; do
    labs="$labs $(cd labs && echo "$number"_*)"
done
# shellcheck disable=SC2086
printf '%s\n' $labs | xargs -P "$(nproc)" -I LAB \
    sh -c "$transcript" "$work/the course" LAB "$here" "$in_git"

for lab in $labs; do
    number=${lab%%_*}
    want=tests/transcripts/$number.txt
    got="$work/the course/transcript-$number.txt"
    [ -z "${UPDATE:-}" ] || cp "$got" "$want"
    # The verdicts, as the names of the wrong kernels have them.
    words=$(sed -n 's,^=== build/tests/wrong/[^/]*/\([A-Z_]*\)-.*,\1,p' "$want" | tr '\n' ' ')
    is "$lab: the skeleton, mistakes, the solution" \
        "$(sed -n "s/^lab$number: \([A-Z_]*\).*/\1/p" "$got" | tr '\n' ' ')" \
        "INCOMPLETE ${words}PASS "
    ok "$lab: a learner reads what $want has" diff -u "$want" "$got"
done
done_testing
