# shellcheck shell=sh
# The emulator's fuzzers, each as a TAP test; source this after tap.sh. A finding has the
# number of the case, and the command that repeats it: a case is the same each time.

fuzz_scratch=$(mktemp -d)
trap 'rm -rf "$fuzz_scratch"' EXIT

# The emulator handles the signals of its programs; libbacktrace keeps what it has read.
export ASAN_OPTIONS="detect_leaks=0:handle_segv=0:handle_sigbus=0:handle_sigfpe=0:\
handle_abort=0:handle_sigill=0:detect_stack_use_after_return=0:exitcode=99"

# fuzz_rewrite FIRST COUNT: damaged programs for emucc's rewriting
fuzz_rewrite() {
    ok "damaged programs $1 to $(($1 + $2 - 1))" build/fuzz/rewrite_fuzz "$1" "$2" \
        emu/tests/*.cu emu/tests/*/*.cu solutions/*/kernel.cu
}

# fuzz_api FIRST COUNT: random calls of the runtime API
fuzz_api() {
    ok "calls of the runtime API, $1 to $(($1 + $2 - 1))" build/fuzz/api_fuzz "$1" "$2"
}

# fuzz_launches SEED COUNT: kernels and launches in every form, in one program
fuzz_launches() {
    file=$fuzz_scratch/launches.cu
    perl tests/fuzz/launches.pl "$1" "$2" >"$file"
    said=$(emu/frontend/emucc "$file" -o "$fuzz_scratch/launches" 2>&1 &&
        "$fuzz_scratch/launches" 2>&1)
    is "kernels and launches: launches.pl $1 $2" "$said" right
}

# fuzz_grade FIRST COUNT: damaged solutions as submissions, one lab each. Grading ends with 0,
# says nothing, and gives one verdict.
fuzz_grade() {
    for number in $(seq "$1" $(($1 + $2 - 1))); do
        lab=$(printf "%s\n" solutions/[0-9]* |
            awk -v n="$number" '{ lab[NR - 1] = $0 } END { print substr(lab[n % NR], 11) }')
        rm -rf "$fuzz_scratch/in" "$fuzz_scratch/out"
        mkdir -p "$fuzz_scratch/in/labs/$lab"
        build/fuzz/rewrite_fuzz "$number" 0 "solutions/$lab/kernel.cu" \
            >"$fuzz_scratch/in/labs/$lab/kernel.cu"
        said=$(LABS=$lab tools/grade-one "$fuzz_scratch/in" "$fuzz_scratch/out" 2>&1)
        said="$?$said $(jq -r '[.labs[] | select(.file) | .verdict] | join(" ")' \
            "$fuzz_scratch/out/grade.json")"
        like "damaged submission $number, of $lab" "$said" '^0 [A-Z_]+$'
    done
}
