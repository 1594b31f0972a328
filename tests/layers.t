#!/bin/sh
# No cycle among files: in common/, grade/ and view/, no file uses a function or a variable
# of another one that needs it, and no header includes itself by way of another. (The
# emulator: emu/tests/layers.t.)
. tests/tap.sh
make -s BACKEND=cpu build/lab build/view build/explorer build/cpu/runner.o grader >/dev/null || exit 1
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT

# objects FOLDER: its objects whose source is there.
objects() {
    find "build/cpu/$1" -name '*.o' | while read -r object; do
        source=${object#build/cpu/}
        [ ! -f "${source%.o}.c" ] || echo "$object"
    done
}
# needs: from objects in lines, "OBJECT OBJECT" where one uses a name of the other. A name
# that several define, as operations do, is left out.
needs() {
    xargs nm -A -g | sed 's/:/ /' >"$scratch/names"
    awk 'NR == FNR { if (NF == 4 && $3 ~ /^[A-TV-Z]$/) { homes[$4]++; home[$4] = $1 } next }
        $2 == "U" && homes[$3] == 1 && home[$3] != $1 { print $1, home[$3] }' \
        "$scratch/names" "$scratch/names" | sort -u
}
# includes: from files in lines, "FILE HEADER".
includes() {
    while read -r file; do
        sed -n 's/^#include "\(.*\)"/\1/p' "$file" | while read -r header; do
            for place in "$(dirname "$file")" common view .; do
                [ ! -f "$place/$header" ] || { echo "$file $place/$header" && break; }
            done
        done
    done
}
cycle() { tsort 2>&1 >/dev/null | head -n 8; }

for folder in common grade view; do
    objects "$folder" | needs >"$scratch/$folder"
    is "$folder: no file needs one that needs it" "$(cycle <"$scratch/$folder")" ''
    is "$folder: no header includes itself" \
        "$(find "$folder" -name '*.[ch]' | includes | cycle)" ''
done
ok '... of many' [ "$(cat "$scratch"/common "$scratch"/grade "$scratch"/view | wc -l)" -gt 300 ]

# The test itself.
printf 'void b(void); void a(void) { b(); }' | gcc -x c -c - -o "$scratch/a.o"
printf 'void a(void); void b(void) { a(); }' | gcc -x c -c - -o "$scratch/b.o"
like 'a cycle is found' "$(printf '%s\n' "$scratch/a.o" "$scratch/b.o" | needs | cycle)" 'loop'
done_testing
