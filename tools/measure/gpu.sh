# shellcheck shell=sh disable=SC2034,SC2154 # for the scripts that source it
# What the scripts have in common that measure on a GPU. Source it with $tools, those that are
# needed beside nvcc. It goes to the course's folder, and ends the script with 2 if one is missing.
#
#   $scratch                   a folder until the end
#   $device, $date, $nsight    what a table's first lines name
export LC_ALL=C.UTF-8 # numbers with a point
cd "$(dirname "$0")/../.." || exit 2
for tool in nvcc nvidia-smi $tools; do
    command -v "$tool" >/dev/null || { echo "${0##*/}: '$tool' is missing" >&2; exit 2; }
done
target=$(tools/make/gpu-target)
device=$(nvidia-smi --query-gpu=name --format=csv,noheader | head -n 1)
date=$(date -u '+%Y-%m-%d')
nsight="Nsight Compute $(ncu --version 2>/dev/null | sed -n 's/^Version \([0-9.]*\).*/\1/p')"
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT

# needs TARGET...: of make, such as build/lab
needs() {
    make -s BACKEND=gpu "$@" >&2 || exit 2
}
# compile KERNEL [OPTION...]: for link
compile() {
    cu=$1
    shift
    nvcc -O3 "$target" -Icommon "$@" -c "$cu" -o "$scratch/kernel.o"
}
# link runner|product: the kernel with build/gpu/runner.o or product.o
link() {
    nvcc "$scratch/kernel.o" "build/gpu/$1.o" -o "$scratch/$1"
}
# bench LAB: $scratch/table.tsv, of the runner
bench() {
    RUNNER="exec '$scratch/runner'" build/lab bench --peers build/gpu/peer "$1" \
        "$scratch/table.tsv" >"$scratch/said" || { cat "$scratch/said" >&2; return 1; }
}
# counters METRIC,METRIC... SIZE [OPTION...]: of one product of SIZE x SIZE x SIZE, a line each:
# its name, a tab, its value
counters() {
    what=$1 n=$2
    shift 2
    ncu --clock-control none --csv --print-units base "$@" --metrics "$what" \
        "$scratch/product" "$n" "$n" "$n" >"$scratch/csv" 2>&1 ||
        { cat "$scratch/csv" >&2; return 1; }
    # The last columns of ncu's table are the metric's name, unit and value.
    sed -n 's/.*"\([a-z0-9_.]*\)","[^"]*","\([0-9,.]*\)"$/\1\t\2/p' "$scratch/csv" | tr -d ,
}
