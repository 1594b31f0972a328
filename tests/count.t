#!/bin/sh
# The language of counts (docs/predictions.md), on a trace of a few rows.
. tests/tap.sh

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

# trace OFFSETS...: a trace of loads of A, 4 bytes per lane, and two barriers of each of 2 warps
cat >"$work/head" <<'TSV'
# problem: M=4 N=4 K=8, C = A*B, float32
# grid: 2 1 1
launch	warp	step	steps	file	line	op	space	array	rows	cols	size	loads	cost	base	offset	turn
TSV
trace() {
    cat "$work/head"
    for offset; do
        printf '1\t0\t1\t9\tk.cu\t3\tload\tglobal\tA\t4\t8\t4\t1\t2\t0\t%s\t-\n' "$offset"
        printf '1\t%s\t1\t9\tk.cu\t3\tbarrier\t-\t-\t-\t-\t-\t-\t-\t-\t-\t-\n' 0 1
        printf '1\t0\t1\t9\tk.cu\t3\tland\t-\t-\t-\t-\t-\t-\t-\t-\t-\t-\n'
    done
    printf '1\t1\t1\t9\tk.cu\t9\tstore\tglobal\tC\t4\t4\t16\t1\t1\t0\t%s\t-\n' 0,16
}
# count TEXT: of the trace in $work/trace.tsv
count() {
    printf 'id\tchange\tcount\tpane\task\twhy\nx\t-\t%s\tlanes\t?\t{answer}\n' "$1" >"$work/q.tsv"
    tools/make/answers "$work/a.tsv" "$work/q.tsv" "$work/trace.tsv" 2>&1 &&
        awk -F '\t' 'END { print $3 == "-" ? $7 : $3 }' "$work/a.tsv"
}
trace 0,0,4,- 0,8,-,- >"$work/trace.tsv"
is "requests" "$(count 'requests of load global A')" 2
is "requests per element: 3 elements, one of them twice, and one request with two lanes there" \
    "$(count 'requests per element of load global A')" 1.3333
is "different words" "$(count 'different words of load global A')" 4
is "lanes per request" "$(count 'lanes per request of load global *')" 2.5
is "words" "$(count 'words of load global A')" 5
is "bytes per lane" "$(count 'bytes per lane of store global C')" 16
is "sectors" "$(count 'sectors of load global A')" 4
is "barriers per warp: 4 of 2 warps" "$(count 'barriers per warp')" 2
is "FMAs: 8 of 16 elements, K of each" "$(count FMAs)" 64
is "a size" "$(count K)" 8
is "no such access" "$(count 'wavefronts per request of store shared As')" \
    "not asked: the kernel has no store to As in shared memory"
is "no such count" "$(count 'wavefronts of load global A')" \
    "answers: '$work/q.tsv': line 2: 'wavefronts' of 'load global A' is no count"
sed -i 's/grid: 2/grid: 3/' "$work/trace.tsv"
is "FMAs, if three blocks have 8 of 16 elements" "$(count FMAs | cut -c 1-37)" \
    "not asked: how many FMAs a block does"
echo '# 7 further requests are left out' >>"$work/trace.tsv"
is "a trace that is cut off" "$(count 'requests of load global A')" \
    "not asked: it makes too many requests for a trace"

done_testing
