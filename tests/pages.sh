# Checks of the course's pages: source this file in the course's root. Each prints the
# problems of the PAGEs, as "PAGE: WHAT", and nothing if there are none.
#
#   dead_links PAGE...             links to files or headings that are not there
#   dead_files PAGE...             files in backticks that are not there
#   dead_targets TARGETS PAGE...   `make` targets, in backticks or in a fenced block, that
#                                  are not among the lines of the file TARGETS
#   offered_targets                the targets of make help, one per line, as in TARGETS

# anchors PAGE: its headings, as a link names them.
anchors() {
    sed -n 's/^##* //p' "$1" | tr 'A-Z ' 'a-z-' | tr -cd 'a-z0-9_\n-'
}
dead_links() {
    for page; do
        # shellcheck disable=SC2094,SC2016  # nothing is written; backticks, as they are
        tr '\n' ' ' <"$page" | sed 's/`[^`]*`//g' | grep -oE '\]\([^) ]+\)' | sed 's/^](//; s/)$//' |
            while read -r link; do
                file=${link%%#*} anchor=
                case $link in
                http*) continue ;;
                *'#'*) anchor=${link#*#} ;;
                esac
                target=${file:+$(dirname "$page")/$file}
                target=${target:-$page}
                if [ ! -e "$target" ] ||
                    { [ -n "$anchor" ] && ! anchors "$target" | grep -qx -- "$anchor"; }; then
                    echo "$page: $link"
                fi
            done
    done
}
# code PAGE: the text between backticks, one piece per line.
code() {
    # shellcheck disable=SC2016  # backticks, as they are
    sed '/^```/,/^```/d' "$1" | tr '\n' ' ' | grep -oE '`[^`]+`' | tr -d '`'
}
# fenced PAGE: the commands in its fenced blocks, one per line, without comments and without
# the ! of a notebook's cell. What a tool says is indented, or does not begin like one.
fenced() {
    # shellcheck disable=SC2016  # backticks, as they are
    sed -n '/^```/,/^```/{ /^```/d; s/^!//; s/ #.*//; s/ *[&|][&|]* */\n/g; p; }' "$1"
}
dead_files() {
    for page; do
        code "$page" | grep -oE '(^|[ =])(\.ci|common|docs|labs|solutions|tests|tools)/[^ ;:,]*' |
            sed 's/^[ =]//' | grep -v 'NN' | while read -r file; do
            # shellcheck disable=SC2086  # it may be a pattern
            ls -d $file >/dev/null 2>&1 || echo "$page: $file"
        done
    done
}
offered_targets() {
    make help | sed -n 's/^  \([a-z][-.a-zN]*\)  .*/\1/p'
}
dead_targets() {
    targets=$1
    shift
    for page; do
        {
            code "$page"
            fenced "$page"
        } | grep -oE '^([A-Z]+=[^ ]* )*make( [^ ]+)+' | sed 's/.*make //' | tr ' ' '\n' |
            grep -vE '^(make|help|-.*|>.*|[A-Z]+=.*|build/.*)$' | sort -u |
            while read -r target; do
                number=$(echo "$target" | grep -o '[0-9][0-9]$')
                ls -d labs/"${number:-NN}"_* >/dev/null 2>&1 && target=${target%??}NN
                grep -qx -- "$target" "$targets" || echo "$page: make $target"
            done
    done
}
