#!/bin/sh
# The tuner, on the emulator: what it tries, skips and keeps, and that it repeats no work.
# Works in a copy of the course, in a folder with a space in its name.
. tests/tap.sh

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
copy_tree "$work/the course"
cd "$work/the course" || exit 1
export BACKEND=cpu
rm -rf build/cpu/other results

# Eight good tiles, of which a check and a quick search take all; one more; one that the
# rule refuses; and four with which this kernel goes wrong, each in its own way.
cat >labs/07_autotune/tiles.tsv <<'END'
# BM BN BK TM TN
64 64 16 4 4
64 64 8 4 4
32 32 16 4 4
64 64 16 8 8
32 64 16 8 4
64 32 16 8 4
64 64 8 8 8
32 32 8 8 4
32 32 16 8 4
64 64 8 8 4
16 64 16 4 4
8 128 16 4 8
128 128 64 8 8
16 128 8 8 8
END
sed 's/^enum.*/static_assert(BM != 16 || BN != 64, "not this tile");\n&/
    s/48 \* 1024/96 * 1024/
    s/v\.x = alpha/v.x = (BM == 8 ? 2 : 1) * alpha/
    s/^    dim3 grid/    if (BM == 16 \&\& BN == 128)\n        exit(3);\n&/' \
    solutions/07_autotune/kernel.cu >"$work/my kernel.cu"
of() { # a size, as C has it: a struct tune_shape is an array in braces
    [ "$kind" = bench_size ] && echo "{$1}" || echo "{{$1}}"
}
spec() { # TOOL HEADER SIZE REST: labs/07_autotune/TOOL.c; SIZE is the type of a size
    kind=$3
    cat >"labs/07_autotune/$1.c" <<END
#include "$2"
static const $3 few[] __attribute__((unused)) = {$(of '256, 256, 256'), $(of 0)};
static const $3 sizes[] = {$(of '256, 256, 256'), $(of '512, 512, 512'), $(of 0)};
static const struct $1 spec = {.lab = "07_autotune", .function = "sgemm", $4};
$(echo "$1" | tr '[:lower:]' '[:upper:]')(spec);
END
}
spec tune tune/tune.h 'struct tune_shape' '.shapes = sizes, .few = few'
spec bench bench/bench.h bench_size '.sizes = sizes'
sources() {
    find Makefile common grade view labs solutions tests tools -type f ! -name .skeleton.cu -exec cksum {} + | sort
}
before=$(sources)
mine=results/cpu-h200/other/07_autotune
folder=build/cpu/other/07_autotune

# call TARGET...: make with this kernel.
call() {
    make -j4 "$@" KERNEL="$work/my kernel.cu" 2>&1
}
# trials: how many rows a record has; twice: which of them are there more than once.
trials() {
    [ -f "$mine.search.tsv" ] || : >>"$mine.search.tsv"
    grep -c '^NVIDIA' "$mine.search.tsv"
}
twice() {
    sed -n 's/^NVIDIA H200\tmodelled\t\(.*\)/\1/p' "$mine.search.tsv" | cut -f1-6 |
        sort | uniq -d
}
verdict() { # TILE: what the record says of it, once for each shape
    awk -F '\t' -v OFS=_ -v tile="$1" '$4 "_" $5 "_" $6 "_" $7 "_" $8 == tile {
        print $10 ": " $13 }' "$mine.search.tsv"
}

# --- a quick search, for the bench

said=$(call bench07)
is "bench07 of a kernel that was never tuned" $? 0
like "... searches quickly, and says so" "$said" \
    'the first 8 that tile_valid\(\) accepts, and 1 of 2 shapes: make tune07'
is "... eight tiles on one shape" "$(trials)" 8
is "... and builds no more" "$(find "$folder/tiles" -name '*_*.o' | wc -l)" 8
# The winner's time, to as many digits as both tables have.
ms() { # FILE COLUMN M
    awk -F '\t' -v column="$2" -v m="$3" '/^#/ { next } !n {
        for (n = 1; n <= NF; n++) name[$n] = n; next }
        index($name["sizes"], "M=" m ",") == 1 { print $name[column] }' "$1"
}
is "the bench runs with the winner's kernel" "$(ms "$mine.tsv" ms_median 256)" \
    "$(ms "$mine.tuned.tsv" ms 256)"
default=$(awk -F '\t' '$4 == 64 && $6 == 16 && $7 == 4 { print $11 }' \
    "$mine.search.tsv")
ok "... which is not the default's" \
    awk "BEGIN { exit !($(ms "$mine.tsv" ms_median 256) < 0.9 * $default) }"

# --- the whole search goes on from there

said=$(call tune07)
is "tune07" $? 0
like "takes up the earlier search" "$said" '^an earlier search is taken up: 18 of 26 trials'
is "... and repeats nothing" "$(twice)" ""
like "every shape has a winner" "$(cut -f3,12 "$mine.tuned.tsv" | tr '\t' ' ')" \
    '^M=256,N=256,K=256 9$'
like "... this one, too" "$(cut -f3,12 "$mine.tuned.tsv" | tr '\t' ' ')" '^M=512,N=512,K=512 9$'
is "a tile that the rule refuses is not tried" "$(verdict 64_64_8_4_4)" ""
is "... nor compiled" "$(find "$folder" -name '64_64_8_4_4*')" ""
is "a tile that does not compile: why, and no second shape" "$(verdict 16_64_16_4_4)" \
    "COMPILE_ERROR: static assertion failed: not this tile"
like "a tile that is wrong" "$(verdict 8_128_16_4_8)" '^WRONG: [0-9]+ of [0-9]+ elements'
like "a tile that needs too much shared memory" "$(verdict 128_128_64_8_8)" \
    '^CRASH: .* declares 66560 bytes of shared memory'
is "a tile that ends the program" "$(verdict 16_128_8_8_8)" \
    "CRASH: sgemm() ended the program"
like "all are counted" "$said" '^14 candidates: 1 refused by tile_valid\(\), 9 right, 1 COMPILE_ERROR, 1 WRONG, 2 CRASH$'
like "... and told" "$said" '^ +8 +128 +16 +4 +8  WRONG: '
like "the fastest are ranked" "$said" '^ +1( +[0-9]+){6} +[0-9.]+ +[0-9]+ '
is "... best first" "$(echo "$said" | awk '/^ +rank/ { on = 1; next } on && NF < 8 { exit }
    on && $9 > last && last { print } on { last = $9 }')" ""
ok "the map is drawn" test -s "$mine.tiles.svg" -a -s "$mine.tiles.png"

rows=$(trials)
said=$(call tune07 V=1)
is "tune07 again: nothing new" "$? $(trials)" "0 $rows"
unlike "... and nothing is built" "$said" '^  (TILE|LINK|CHECK|EMUCC) '
echo '64 32 8 8 4' >>labs/07_autotune/tiles.tsv
said=$(call tune07 V=1)
is "one more tile: it alone is tried" "$? $(trials)" "0 $((rows + 2))"
is "... and built" "$(echo "$said" | grep -c '^  TILE ')" 1
sed -i '$d' labs/07_autotune/tiles.tsv

# --- interrupted, killed, and taken up again

call "$folder/runner-all" >/dev/null
export RUNNER="exec '$folder/runner-all'" TILE_FOLDER="$folder/tiles"
cp "$mine.search.tsv" "$work/whole.tsv"
stop() { # SIGNAL: start again, send it when it is in its second shape, and wait
    rm -f "$mine.search.tsv" "$mine.tuned.tsv"
    setsid build/lab tune 07_autotune "$mine.search.tsv" "$mine.tuned.tsv" >"$work/said" 2>&1 &
    while kill -0 $! 2>/dev/null && [ "$(trials)" -lt 14 ]; do
        sleep 0.02
    done
    kill -s "$1" -- "-$!"
    { wait $!; } 2>/dev/null
}
stop INT
is "an interrupt: exit status 2" $? 2
like "... what is done stays" "$(cat "$work/said")" \
    '^stopped with [0-9]+ trials on record: the next search goes on from there'
ok "... in the record" test "$(trials)" -ge 14 -a "$(trials)" -lt "$rows"
ok "... and has winners" grep -q "M=256,N=256,K=256" "$mine.tuned.tsv"
stop KILL
ok "killed: what is done stays" test "$(trials)" -ge 14 -a "$(trials)" -lt "$rows"
ok "the search goes on" build/lab tune 07_autotune "$mine.search.tsv" "$mine.tuned.tsv"
is "... to the same end" "$(sort "$mine.search.tsv")" "$(grep -v '	64	32	8	8	4	' "$work/whole.tsv" | sort)"

# --- another kernel

sed -i 's/PAD = 4/PAD = 8/' "$work/my kernel.cu"
said=$(call bench07)
like "another kernel from elsewhere is searched again" "$said" \
    'the first 8 that tile_valid'
is "... from nothing" "$(trials)" 8

sed 's/acc\[i\]\[j\] += a/acc[i][j] -= a/' solutions/07_autotune/kernel.cu >"$work/wrong.cu"
said=$(make check07 V=1 KERNEL="$work/wrong.cu" 2>&1)
like "a kernel that is wrong as it is: told" "$said" '^lab07: WRONG'
unlike "... before any tile is compiled" "$said" '^  TILE '

is "a lab without tiles cannot be tuned" "$(make tune03 2>&1 | sed 's/.*\*\*\* //')" \
    "only labs with tiles can be tuned: tune07 tune08.  Stop."
is "no source was written" "$(sources)" "$before"
done_testing
