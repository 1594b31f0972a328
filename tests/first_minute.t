#!/bin/sh
# A learner's first minute: a fresh tree, in a folder with a space in its name, 80 columns,
# no colour; and each tool that may be missing: one line with the remedy. (For gnuplot, jq
# and a GPU, see tests/make.t.)
. tests/tap.sh

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
copy_tree "$work/the course" && cd "$work/the course" || exit 1
rm -rf results
export BACKEND=cpu COLUMNS=80 TERM=dumb

# --- what it says

# neat NAME TEXT: no line over 80 columns, unless of paths alone; no colour, no tab.
neat() {
    is "$1: 80 columns" "$(printf '%s\n' "$2" |
        awk 'length > 80 && !/^(from )?([^ ]*\/[^ ]* ?)+$/')" ''
    unlike "$1: no colour" "$2" "$(printf '\033')|$(printf '\t')"
}
said=$(make 2>&1)
like "make alone says where to begin, or what is next" "$said" \
    '^(Begin with: make setup demo; then open labs/00_saxpy/README.md|next: .*)$'
neat "make" "$said"
said=$(make status 2>&1)
like "status: here is the beginning" "$said" '^00_saxpy +not checked +<- you are here$'
like "status: what is next" "$said" \
    '^next: write STEP 1 at labs/00_saxpy/kernel.cu:[0-9]+, then make check00$'
neat "make status" "$said"
said=$(make lab01 2>&1)
like "lab01 of the skeleton" "$said" '^lab01: INCOMPLETE labs/01_naive/kernel.cu:[0-9]+$'
neat "make lab01" "$said"
neat "make hint01" "$(make hint01 2>&1)"
cp solutions/01_naive/kernel.cu labs/01_naive/kernel.cu
said=$(make lab01 2>&1)
like "lab01 of a solution" "$said" '^lab01: PASS$'
like "... its table" "$said" '^ +4096 +4096 +4096 '
neat "make lab01 with its table and plot" "$said"
like "... and what comes next" "$said" \
    '^Lab 01 is done\. Next: read labs/02_coalesce/README\.md, then make lab02$'

# --- what is missing

# A PATH of everything but what is asked for, and where nvcc would be if it is there.
everything=$work/everything
mkdir "$everything"
ln -s /usr/local/bin/* /usr/bin/* /bin/* "$everything" 2>/dev/null
# without TOOL ARGUMENT...: what make says where TOOL is not; then its exit status.
without() {
    mv "$everything/$1" "$work/hidden"
    tool=$1
    shift
    said=$(PATH=$everything make "$@" 2>&1)
    echo "exit $?" >"$work/status"
    mv "$work/hidden" "$everything/$tool"
    printf '%s\n' "$said" | sed 's/^[A-Za-z/.]*:[0-9]*: //'
    cat "$work/status"
}
# refused TOOL PACKAGE ARGUMENT...: one line with the remedy, and nothing else.
refused() {
    tool=$1 package=$2
    shift 2
    is "make $*, without $tool" "$(without "$tool" "$@")" \
        "*** '$tool' is missing: make setup $*, or apt-get install $package.  Stop.
exit 2"
}
rm -rf build/cpu/labs/02_coalesce
refused g++ g++ check02
ok "... and no verdict is left" test ! -e results/cpu-h200/labs/02_coalesce.check.txt
refused gcc gcc lab02
refused ar binutils check-all
refused prove perl test
for target in help status hint02; do
    like "make $target needs no compiler" "$(without gcc "$target")" '^exit 0$'
done
like "setup comes first, and brings it" "$(without g++ -n setup check02)" '^tools/setup check02$'
is "another g++ that is not there" "$(make check02 CXX=g++-0 2>&1)" \
    "$(make check02 CXX=g++-0 2>&1 | sed 's/ \*\*\* .*//') *** 'g++-0' is missing: make setup check02, or apt-get install g++-0.  Stop."
printf '#!/bin/sh\necho "clang version 14"\n' >"$work/clang++"
chmod +x "$work/clang++"
like "a compiler that is not g++" "$(make check02 CXX="$work/clang++" 2>&1)" \
    "^emucc: CXX is '$work/clang\+\+', which is not g\+\+: unset CXX, or CXX=g\+\+$"
ok "... and no verdict is left" test ! -e results/cpu-h200/labs/02_coalesce.check.txt
like "emucc alone, without g++" \
    "$(CXX=g++-0 emu/frontend/emucc x.cu 2>&1)" \
    "^emucc: 'g\+\+-0' is missing: make setup, or apt-get install g\+\+-0$"

# last TOOL WANT ARGUMENT...: the last line before make's own.
last() {
    tool=$1 want=$2
    shift 2
    is "make $*, without $tool" "$(without "$tool" "$@" | grep -v '^exit \|^make' | tail -n 1)" \
        "$want"
}
refused cmark-gfm cmark-gfm site
refused jq jq grade
refused zip zip submit
refused gdb gdb debug01
last diff "solution01: 'diff' is missing: apt-get install diffutils" solution01

# --- what setup brings without root (tests/tools.t)

mkdir -p build/deps/bin build/deps/include
touch build/deps/include/only_here.h
printf '#!/bin/sh\n' >build/deps/bin/only_here
chmod +x build/deps/bin/only_here
# shellcheck disable=SC2016 # make expands it
ok "make finds what is in build/deps" \
    make --eval 'here:; $(CC) -E -include only_here.h -x c /dev/null && only_here' here
make clean
is "... and make clean keeps it" "$(echo build/* build/deps/*)" \
    'build/deps build/deps/bin build/deps/include'

rm -f labs/01_naive/.skeleton.cu
: >.git
last git "reset01: 'git' is missing: make setup, or apt-get install git" reset01
done_testing
