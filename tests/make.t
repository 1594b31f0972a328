#!/bin/sh
# The build: the output of make for good and bad calls, and which steps it repeats. Works in
# a copy of the course, in a folder with a space in its name.
. tests/tap.sh

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
copy_tree "$work/the course"
cd "$work/the course" || exit 1

# A PATH whose first folder we fill: a GPU that does not work.
mkdir "$work/bin"
PATH=$work/bin:$PATH
stub() { # NAME STATUS
    printf '#!/bin/sh\nexit %s\n' "$2" >"$work/bin/$1"
    chmod +x "$work/bin/$1"
}
stub nvidia-smi 9

# --- help and bad calls

help=$(make help)
like "make alone: where to begin, or how far one is" "$(make)" \
    '^(Begin with: make setup demo; then open labs/00_saxpy/README.md|[0-9]+ of [0-9]+ labs pass)$'
like "... and the list of commands" "$(make)" 'make help: all commands$'
for target in \
    setup demo labNN checkNN benchNN plotNN tuneNN profileNN bench-all check-all \
    ladder test test-slow lint clean emu bench-emu update-tables accessNN banksNN touchedNN \
    roofline report regsNN microbench profile-gpu FROM= KERNEL= BACKEND= GPU= SEED= \
    handout submit gradescope.zip grade countNN strides; do
    like "help names $target" "$help" "^  $target"
done
like "help says where to begin" "$help" '^Begin with: make setup demo'

# bad ARGUMENT... WANT: make's only line is WANT, and it exits 2.
bad() {
    for want; do :; done
    said=$(make "$1" ${3:+"$2"} 2>&1)
    is "make $1${3:+ $2}" "$said; $?" "$(echo "$said" | sed -n 's/^\([A-Za-z/.]*:[0-9]*: \*\*\* \).*/\1/p')$want.  Stop.; 2"
}
labs=$(cd labs && echo [0-9][0-9]_*)
numbers=$(echo "$labs" | sed 's/_[^ ]*//g')
profiles=$(cd emu/gpus && echo *.tsv | sed 's/\.tsv//g')

bad lab99 "there is no lab99: the labs are $numbers"
bad check1 "there is no check1: the labs are $numbers"
bad check01 KERNEL=no/such.cu "KERNEL=no/such.cu: no such file"
bad check01 KERNEL=solutions/01_naive "KERNEL=solutions/01_naive: a folder: name the file in it"
bad check01 "KERNEL=o'brien.cu" \
    "KERNEL=o'brien.cu: no path with an apostrophe is possible: rename it"
bad check01 GPU=nonsense "GPU=nonsense has no profile in emu/gpus: there are $profiles"
bad check01 FROM=us "FROM=us is not known: it is labs (yours) or solutions (the reference)"
bad check01 BACKEND=tpu "BACKEND=tpu is not known: it is cpu (the emulator) or gpu"
bad check01 BACKEND=gpu "BACKEND=gpu needs nvcc, of the CUDA toolkit, and a GPU that 'nvidia-smi -L' lists; BACKEND=cpu needs neither"

# --- which backend

stub nvcc 0
like "a GPU that does not work: the emulator" "$(make -n check01 FROM=solutions)" \
    'results/cpu-h200/solutions/01_naive'
stub nvidia-smi 0
like "nvcc and a GPU that works: the GPU" "$(make -n check01 FROM=solutions)" \
    'results/gpu/solutions/01_naive'
like "BACKEND=cpu beside a GPU: the emulator" \
    "$(make -n check01 FROM=solutions BACKEND=cpu)" 'results/cpu-h200/solutions/01_naive'
rm "$work/bin/nvcc" "$work/bin/nvidia-smi"

export BACKEND=cpu
ran='^  (CC|CXX|AR|EMUCC|LINK|CHECK|BENCH) ' # what make says when it does something
results=results/cpu-h200

# --- nothing is done twice

said=$(make check03 FROM=solutions)
like "check: the verdict comes last" "$(echo "$said" | tail -n 1)" '^lab03: PASS$'
report=$(cat "$results/solutions/03_smem.check.txt")
again=$(make check03 FROM=solutions)
is "check again: nothing runs, the report is shown" "$again" "$report"
touch solutions/03_smem/kernel.cu
like "a kernel that was saved is checked again" "$(make check03 FROM=solutions)" \
    '^  CHECK   solutions/03_smem/kernel.cu'

said=$(make check03 FROM=solutions SEED=7)
like "SEED=7: checked with that seed" "$said" 'seed 7$'
like "SEED=7: always checked again" "$(make check03 FROM=solutions SEED=7)" '^  CHECK '
unlike "SEED=7 leaves the report alone" "$(make check03 FROM=solutions)" 'seed 7$'

# --- KERNEL=

cp solutions/01_naive/kernel.cu "$work/mine.cu"
cp build/tests/wrong/01_naive/WRONG-nan.cu "$work/other one.cu"
# kernel FILE: make's exit status, and the last line on standard output.
kernel() {
    last=$(make check01 KERNEL="$1" 2>/dev/null)
    status=$?
    echo "$status $(echo "$last" | tail -n 1)"
}
is "KERNEL=" "$(kernel "$work/mine.cu")" "0 lab01: PASS"
like "KERNEL= another file" "$(kernel "$work/other one.cu")" '^2 lab01: WRONG'
unlike "a failed check is not run again" \
    "$(make check01 KERNEL="$work/other one.cu" 2>&1)" "$ran"
like "its report is shown" "$(kernel "$work/other one.cu")" '^2 lab01: WRONG'
is "KERNEL= the first file" "$(kernel "$work/mine.cu")" "0 lab01: PASS"
sed 's/;$/ /' solutions/01_naive/kernel.cu >"$work/mine.cu"
touch -d 2001-01-01 "$work/mine.cu"
like "the same file, changed, though its date is old: what the compiler says" \
    "$(kernel "$work/mine.cu")" "^2 lab01: COMPILE_ERROR $work/mine.cu:[0-9]+\$"
is "... and the report ends alike" "$(tail -n 1 "$results/other/01_naive.check.txt")" \
    "$(kernel "$work/mine.cu" | cut -d' ' -f2-)"
echo '#include "sgemm.h"' >"$work/mine.cu"
is "a kernel without sgemm()" "$(kernel "$work/mine.cu")" \
    "2 lab01: COMPILE_ERROR $work/mine.cu"
like "... and what to do" "$(cat "$results/other/01_naive.check.txt")" \
    'defines no sgemm\(\) as common/sgemm.h declares it'

# --- labNN: check, bench, plot, in that order; the first failure ends it

# order TEXT: where the verdict, the bench's table and the plot begin, as one word.
order() {
    echo "$1" | awk '/^lab01: PASS/ { printf "check " } /bound by$/ { printf "bench " }
        /^01_naive, modelled for/ { printf "plot" }'
}
is "make -j lab01: check, bench, plot" \
    "$(order "$(make -j4 lab01 FROM=solutions 2>&1)")" "check bench plot"
again=$(make lab01 FROM=solutions 2>&1)
is "make lab01 again: the same" "$(order "$again")" "check bench plot"
unlike "... and nothing runs" "$again" "$ran"
said=$(make -j4 lab01 KERNEL=build/tests/wrong/01_naive/WRONG-nan.cu 2>&1)
is "make -j lab01 of a wrong kernel fails" $? 2
unlike "... and times and plots nothing" "$said" '(^  BENCH|bound by|modelled for)'
ok "make -j of two labs at once" make -j4 lab01 lab02 FROM=solutions

# --- without gnuplot

mkdir "$work/no-gnuplot"
ln -s /usr/local/bin/* /usr/bin/* /bin/* "$work/no-gnuplot" 2>/dev/null
rm -f "$work"/no-gnuplot/gnuplot*
# Lab 03 was done, and is wrong now: lab 05 takes what there is of it.
mkdir -p "$results/labs"
touch "$results/labs/03_smem.tsv" "$results/labs/03_smem.counts.tsv"
sleep 0.01
touch labs/03_smem/kernel.cu
unlike "a lab does not make what an earlier one has again" "$(make -n plot05 2>/dev/null)" \
    "compile-kernel 03_smem 'labs"
rm -r "$results/labs"

rm "$results"/solutions/01_naive.*svg "$results"/solutions/01_naive.*plot.txt
said=$(PATH=$work/no-gnuplot make lab01 FROM=solutions 2>&1)
is "without gnuplot, lab01 succeeds" $? 0
is "... and says in one line how to get it" "$(echo "$said" | tail -n 1)" \
    "plot: no picture without gnuplot: make setup, or apt-get install gnuplot-nox"

# --- another lab: two folders, and not a line of the Makefile

for folder in labs solutions; do
    cp -r $folder/01_naive $folder/98_toy
done
sed -i 's/01_naive/98_toy/' labs/98_toy/check.c labs/98_toy/bench.c
cp solutions/98_toy/kernel.cu labs/98_toy/kernel.cu
like "a new lab: its check" "$(make check98 2>&1 | tail -n 1)" '^lab98: PASS$'
like "a new lab: help names it" "$(make help)" '(^labs: | |^)98_toy'

# --- check-all

said=$(make check-all FROM=solutions 2>&1)
is "check-all of the solutions succeeds" $? 0
like "... and counts them" "$said" '^([0-9]+) of \1 labs pass$'
like "... and their points" "$said" '^total +([0-9]+)/\1$'
is "... and says where JSON, CSV and XML are" "$(echo "$said" | tail -n 1)" \
    'results/grade.json  results/grade.csv  results/junit.xml'
lab_of() { # NN_name: verdict, points, whether it took time, stages that hold
    jq -r --arg lab "$1" '.labs[] | select(.lab == $lab) | "\(.verdict) \(.points) \(.seconds > 0) "
        + ([.stages | to_entries[] | select(.value).key] | join(" "))' results/grade.json
}
is "... in results/grade.json" "$(lab_of 02_coalesce)" \
    'PASS 10 true compiles aligned ragged safe technique'
cp solutions/01_naive/kernel.cu labs/01_naive/kernel.cu
cp build/tests/wrong/02_coalesce/OUT_OF_BOUNDS-no-guard.cu labs/02_coalesce/kernel.cu
echo nonsense >labs/03_smem/kernel.cu
rm labs/04_tile1d/kernel.cu
said=$(make check-all 2>&1)
is "check-all with faults fails" $? 2
like "... a lab that passes" "$said" '^01_naive +PASS +10/10$'
like "... a fault, and where" "$said" \
    '^02_coalesce +OUT_OF_BOUNDS +3/10  labs/02_coalesce/kernel.cu:[0-9]+$'
like "... a kernel that does not compile" "$said" \
    '^03_smem +COMPILE_ERROR +0/10  labs/03_smem/kernel.cu:1$'
like "... and why" "$said" \
    '^    it does not compile: [^ ]*nonsense[^ ]* does not name a type$'
like "... a kernel that is not there" "$said" '^04_tile1d +INCOMPLETE +0/10$'
like "... and the new lab" "$said" '^98_toy +PASS +10/10$'
is "... in results/grade.json" "$(lab_of 02_coalesce), $(lab_of 03_smem), $(lab_of 04_tile1d)" \
    'OUT_OF_BOUNDS 3 true compiles aligned, COMPILE_ERROR 0 false , INCOMPLETE 0 false '
is "... in results/grade.csv" "$(sed -n 's/^,"01_naive","cpu","PASS",10,10,.*/01/p' results/grade.csv)" 01
like "... in results/junit.xml" "$(cat results/junit.xml)" '<error type="COMPILE_ERROR"'
cp solutions/04_tile1d/kernel.cu labs/04_tile1d/kernel.cu
like "a kernel that is back is checked" "$(make check04 2>&1)" '^lab04: PASS$'

is "every record is valid" "$(find results -name '*.check*.json' -exec build/lab validate {} +; echo $?)" 0

rm -f "$work"/no-gnuplot/jq
said=$(PATH=$work/no-gnuplot make check-all FROM=solutions 2>&1)
is "check-all without jq succeeds" $? 0
like "... with its table" "$said" '^total '
is "... and says in one line how to get jq" "$(echo "$said" | tail -n 1)" \
    'No grade.json, CSV and JUnit XML without jq: make setup, or apt-get install jq'
is "... and leaves no old grade" "$(ls results/*.json results/*.csv results/*.xml 2>/dev/null)" ""

make clean
is "clean removes build and results" "$(ls -d build results 2>/dev/null)" ""
done_testing
