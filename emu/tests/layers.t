#!/bin/sh
# The emulator's layers: a folder includes and calls only what lies below it, and no two
# files share a variable. (emu/Makefile has the include paths that enforce the first half.)
#
# depends: emu
. tests/tap.sh
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# The rooms of one layer may use each other.
engine='engine access sync copy tensor cluster texture'
api='api graph storage'
# A side of the platform implements what the layers above it declare.
side='platform platform/linux'
folders="$side base memory $engine race order detect streams count arrays trace model $api cublas frontend ptx assembler"

# What each folder may use beside itself.
# shellcheck disable=SC2086 # lists of words
below() {
    case $1 in
    include | platform) ;;
    platform/linux) echo include platform base memory $engine ;;
    base) echo include $side ;;
    memory) echo include $side base ;;
    engine | access | sync | copy | tensor | cluster | texture) echo include $side base memory $engine ;;
    race | order | detect | streams) echo include $side base memory $engine race order detect streams ;;
    count | arrays | trace) echo include $side base memory $engine count arrays trace ;;
    model) echo include $side base memory $engine ;;
    api | graph | storage) echo include ${folders%% api*} $api ;;
    cublas) echo include ${folders%% cublas*} ;;
    frontend) echo include ptx ;;
    ptx | assembler) echo include ;;
    esac
}

# includes EMU: "FILE HEADER" for each header of the emulator's own that a file includes
includes() {
    (cd "$1" && for folder in include $folders; do
        find "$folder" -maxdepth 1 -name '*.[ch]' -exec grep -H '^#include "' {} + | sed 's/^\([^:]*\):#include "\(.*\)"/\1 \2/'
    done)
}

# misplaced EMU: each include of a header that lies in no folder below
misplaced() {
    includes "$1" | while read -r file header; do
        folder=${file%/*}
        found=
        for place in "$folder" $(below "$folder") include/emu include/cuda; do
            [ ! -f "$1/$place/$header" ] || found=yes
        done
        [ -n "$found" ] || echo "$file includes $header"
    done
}

is "each folder includes from those below it alone" "$(misplaced emu)" ""
is "... and so do the include paths of emu/Makefile" \
    "$(for folder in $(echo "$folders" | sed 's/ frontend.*//'); do
        for above in $folders; do
            case " $folder $(below "$folder") " in *" $above "*) continue ;; esac
            first=$(find "emu/$folder" -maxdepth 1 -name '*.c' | sort | head -n 1)
            [ -n "$first" ] && make -s -n -B -C emu "build/$(echo "${first#emu/}" | sed 's/c$/o/')" 2>/dev/null |
                grep -q -- "-I$above " && echo "$folder sees $above"
        done
    done)" ""

# A circle: tsort says so.
circle() { # EMU
    includes "$1" | while read -r file header; do
        for place in include include/emu include/cuda $folders; do
            [ ! -f "$1/$place/$header" ] || echo "$file $place/$header"
        done
    done >"$scratch/pairs"
    tsort "$scratch/pairs" 2>&1 >"$scratch/sorted" | head -n 5
}
is "no header includes itself by way of another" "$(circle emu)" ""
ok "... of many" test "$(wc -l <"$scratch/pairs")" -gt 100

# symbols EMU_BUILD: the functions and variables that a folder uses of one not below it
symbols() {
    for folder in $(echo "$folders" | sed 's/ frontend.*//'); do
        [ "$folder" = platform ] || nm -A -g "$1/$folder"/*.o | sed 's/^[^:]*://' | awk -v folder="$folder" '
            $2 ~ /^[A-TV-Z]$/ { print "has", folder, $3 }
            $1 == "U" { print "uses", folder, $2 }'
    done | sort -u >"$scratch/symbols"
    for folder in $(echo "$folders" | sed 's/ frontend.*//'); do
        awk -v folder="$folder" -v allowed=" $folder $(below "$folder") " '
            $1 == "has" { home[$3] = $2 }
            $1 == "uses" && $2 == folder { uses[$3] }
            END {
                for (name in uses)
                    if (name in home && !index(allowed, " " home[name] " "))
                        print folder " uses " name " of " home[name]
            }' "$scratch/symbols"
    done | sort
}
is "each folder calls those below it alone" "$(symbols emu/build)" ""
ok "... in many calls" test "$(grep -c '^uses' "$scratch/symbols")" -gt 300

# Variables that several files could change: what CUDA itself makes global, what a gate
# of a graded program sets, and what a debugger reads.
is "no variable is shared among files" \
    "$(for folder in $(echo "$folders" | sed 's/ frontend.*//'); do
        [ "$folder" = platform ] || objdump -t "emu/build/$folder"/*.o
    done | awk '$2 == "g" && $(NF-2) ~ /^(\.t?(data|bss)|\*COM)/ && $(NF-2) !~ /rel\.ro/ { print $NF }' |
        sort | tr '\n' ' ')" \
    'emu_blockDim emu_blockIdx emu_debug_block emu_debug_pc emu_debug_thread emu_gate_return emu_gridDim emu_shared_dynamic emu_threadIdx '

# Each header is self-contained.
alone() {
    # shellcheck disable=SC2086 # a list of words
    for header in emu/include/*.h $(for f in $folders; do find "emu/$f" -maxdepth 1 -name '*.h'; done); do
        folder=$(dirname "${header#emu/}")
        # shellcheck disable=SC2046
        gcc -std=gnu11 -fsyntax-only -ffixed-r15 -Iemu/include/emu -Iemu/include/cuda -Iemu/include/libraries "-Iemu/$folder" \
            $(for place in $(below "$folder"); do echo "-Iemu/$place"; done) \
            -x c "$header" 2>&1 | grep -E 'error|warning: .* declared inside' | head -n 1
    done
}
[ "$(uname -m)" = x86_64 ] && is "each header can be included alone" "$(alone)" ""

# A program's macros break no header: the headers' names that are not CUDA's own
# (cuda_names.txt), those of C++ and its library, or names that begin with emu_ or _, can be
# macros before them.
words() { grep -oE '\b[A-Za-z][A-Za-z0-9_]*' | sort -u; }
find emu/include/cuda emu/include/emu emu/include/ptx -type f >"$scratch/headers"
xargs sed -n 's/^#include\(_next\)\{0,1\} \(<[a-z_]*\(.h\)\{0,1\}>\)$/#include \2/p' \
    <"$scratch/headers" | g++ -std=c++17 -E -x c++ - | words >"$scratch/library"
xargs cat <"$scratch/headers" | gcc -fpreprocessed -dD -E -P -x c++ - 2>/dev/null |
    sed 's/"[^"]*"//g' | words | grep -Fvxf "$scratch/library" | grep -Fvxf emu/tests/cuda_names.txt |
    grep -Evx '(emu_|EMU_|cuda[A-Z]|cublas[A-Z]|cu[A-Z]|CU|PFN_|nvtx|NVTX_).*|and|xor|asm|alignas|const_cast|new|reinterpret_cast|defined' \
        >"$scratch/names"
sed -n 's,^emu/include/cuda/\([^.]*\|.*\.h\)$,#include <\1>,p' "$scratch/headers" >"$scratch/all.cu"
# with_macros EMU: what emucc says of all headers
with_macros() {
    # shellcheck disable=SC2046 # options
    "$1/frontend/emucc" $(sed 's/.*/-D&=1024/' "$scratch/names") -c "$scratch/all.cu" \
        -o "$scratch/all.o" 2>&1
}
is "no macro breaks a header" "$(with_macros emu)" ""
like "... and many names are tried" "$(grep -cx '[A-Z]\|[a-z]*' "$scratch/names")" '^[1-9][0-9]'

# The test itself: faults are found.
cp -r emu "$scratch/emu"
sed -i '1i #include "detectors.h"' "$scratch/emu/access/warp.c"
is "an include of what lies above is found" "$(misplaced "$scratch/emu")" \
    "access/warp.c includes detectors.h"
sed -i 's/__mask\b/n/' "$scratch/emu/include/emu/emu_warp.hpp"
like "a header's name that a macro breaks is found" "$(with_macros "$scratch/emu")" "emu_warp.hpp:.*expected"
sed -i '1i #include "event.h"' "$scratch/emu/engine/worker.h"
like "a circle is found" "$(circle "$scratch/emu")" 'loop'
mkdir -p "$scratch/build"
cp -r emu/build/* "$scratch/build"
echo 'void emu_words(void); void emu_x(void) { emu_words(); }' |
    gcc -x c -c - -o "$scratch/build/engine/x.o"
is "a call of what lies above is found" "$(symbols "$scratch/build")" \
    "engine uses emu_words of detect"

done_testing
