#!/bin/sh
# The commands that help a learner: hintNN, watchNN, status, solutionNN, resetNN, debugNN.
# In a copy of the course without git, in a folder with a space in its name, without a
# terminal.
. tests/tap.sh

work=$(mktemp -d) || exit 1
watch=''
trap '[ -z "$watch" ] || kill -s KILL -- "-$watch" 2>/dev/null; rm -rf "$work"' EXIT
copy_tree "$work/the course"
cd "$work/the course" || exit 1
rm -rf results
export BACKEND=cpu
rm -rf labs/00_saxpy solutions/00_saxpy # lab 01 is the first here
kernel=labs/01_naive/kernel.cu
results=results/cpu-h200/labs
# A skeleton, even where a learner has been at work.
sed '/STEP [0-9]/,/END [0-9]/{ /STEP\|END/!d; s/^\( *\).*STEP.*/&\n\1\/\/ TODO: 2 lines/; }' \
    solutions/01_naive/kernel.cu >"$kernel"
cp "$kernel" "$work/skeleton"

# shellcheck disable=SC2317  # ok calls it
# plain TEXT: no line is longer than 80 columns, and none has a colour.
plain() {
    printf '%s\n' "$1" | awk 'length > 80 || /\033/ { bad = 1 } END { exit bad }'
}

# --- bad calls

numbers=$(cd labs && echo [0-9][0-9]_* | sed 's/_[^ ]*//g')
for target in hint99 watch1 solution99 reset99 debug99; do
    said=$(make "$target" 2>&1)
    is "make $target" "$(echo "$said" | sed 's/^[^ ]*: //'); $?" \
        "*** there is no $target: the labs are $numbers.  Stop.; 2"
done
like "make chek01 names make help" "$(make chek01 2>&1)" "^make: there is no target 'chek01': make help lists them\$"
for target in hintNN watchNN debugNN solutionNN resetNN status; do
    like "help names $target" "$(make help)" "^  $target +[a-zA-Z]"
done

# --- hints

total=$(grep -c '^# hint' labs/01_naive/hints.txt)
like "no hint was shown yet" "$(make hint01 AGAIN=1 2>&1)" \
    '^hint01: none was shown yet: make hint01$'
like "hint01: the first" "$(make hint01)" "^lab01, hint 1 of $total, STEP 1\$"
said=$(make hint01)
like "hint01: the second" "$said" "^lab01, hint 2 of $total, STEP 1\$"
unlike "... alone" "$said" 'hint 1 of'
is "AGAIN=1: both" "$(make hint01 AGAIN=1 | grep -c '^lab01, hint [12] of')" 2
like "STEP=2: the first of that STEP" "$(make hint01 STEP=2)" '^lab01, hint 4 of .*, STEP 2$'
is "... is among those shown" "$(make hint01 AGAIN=1 | grep -c '^lab01, hint [124] of')" 3
is "... and alone with STEP=2" "$(make hint01 STEP=2 AGAIN=1 | grep -o 'hint [0-9]*')" 'hint 4'
like "... and the next is the third" "$(make hint01)" '^lab01, hint 3 of'
like "... then the fifth" "$(make hint01)" '^lab01, hint 5 of'
like "STEP=7: none" "$(make hint01 STEP=7 2>&1)" \
    '^hint01: lab 01 has no hint about STEP 7: there are hints about 1 2$'
is "each hint is about a STEP" "$(grep -h '^# hint' labs/*/hints.txt | grep -v ', STEP [1-9]$')" ''
echo 99 >results/hints/01_naive
said=$(make hint01)
like "after the last: the last" "$said" "^lab01, hint $total of $total, STEP 2\$"
like "... and what comes then" "$said" '^That is the last one. Still stuck\? The usual mistakes are in$'
said=$(for lab in labs/*; do
    echo 99 >"results/hints/${lab#labs/}"
    tools/hint "${lab#labs/}" again
done)
ok "all hints of all labs are plain, in 80 columns" plain "$said"
rm -r results/hints

# --- the skeleton again

is "a tree without git keeps its skeletons" "$(cat labs/01_naive/.skeleton.cu)" \
    "$(cat "$work/skeleton")"
is "reset of the skeleton" "$(make reset01)" \
    "$kernel is the skeleton already: nothing to do"
cp solutions/01_naive/kernel.cu "$kernel"
is "reset" "$(make reset01)" "$kernel is the skeleton again
yours is $kernel.1"
ok "... the skeleton" cmp "$kernel" "$work/skeleton"
ok "... yours" cmp "$kernel.1" solutions/01_naive/kernel.cu
echo '// more' >>"$kernel"
is "reset again: nothing is overwritten" "$(make reset01 | tail -n 1)" \
    "yours is $kernel.2"
ok "... the first" cmp "$kernel.1" solutions/01_naive/kernel.cu
like "... the second" "$(cat "$kernel.2")" '^// more$'

# In git the skeleton is found though the kernel was committed filled in.
mkdir "$work/in git" && cp -r Makefile tools labs common grade view emu tests "$work/in git"
(
    cd "$work/in git" && rm labs/*/.skeleton.cu labs/*/kernel.cu.*
    git init -q . && git add -A . && git config user.name me && git config user.email me
    git commit -qm skeleton && cp "$work/the course/solutions/01_naive/kernel.cu" "$kernel"
    git commit -qam mine
    make reset01
) >"$work/said" 2>&1
is "reset in git" "$(cat "$work/said")" "$kernel is the skeleton again
yours is $kernel.1"
ok "... the skeleton" cmp "$work/in git/$kernel" "$work/skeleton"

cp solutions/01_naive/kernel.cu "$kernel"
mv labs/01_naive/.skeleton.cu "$work/kept"
is "no skeleton to be found" "$(make reset01 2>&1 | head -n 1)" \
    "reset01: no skeleton of lab 01 is to be found, in git or as 'labs/01_naive/.skeleton.cu'; '$kernel' is as it was"
ok "... leaves the kernel alone" cmp "$kernel" solutions/01_naive/kernel.cu
cp "$work/kept" labs/01_naive/.skeleton.cu
cp "$work/skeleton" "$kernel"

# --- status: from records alone

row='^01_naive +'
said=$(make status)
like "status: at the beginning" "$said" "${row}not checked    <- you are here\$"
like "... what is next" "$said" "^next: write STEP 1 at $kernel:[0-9]+, then make check01\$"
like "... and how many pass" "$said" '^0 of [0-9]+ labs pass$'
ok "... plain" plain "$said"
mkdir -p $results
record=$results/01_naive.check.json
pass='{"version": 1, "lab": "01_naive", "verdict": "PASS",
    "stages": ["compiles", "aligned", "ragged", "safe", "technique"]}'
echo '{"version": 1, "lab": "01_naive", "verdict": "OUT_OF_BOUNDS", "stages": ["compiles"],
    "what": "bad", "try": "guard the access", "file": "labs/01_naive/kernel.cu", "line": 15}' >$record
sed '/TODO/d' "$work/skeleton" >"$kernel"
touch -d 2001-01-01 "$kernel"
said=$(make status)
like "status: a fault" "$said" "${row}OUT_OF_BOUNDS +$kernel:15 <- you are here\$"
like "... where to mend it" "$said" "^next: mend $kernel:15, then make check01\$"
like "... and how" "$said" '^      guard the access$'
touch "$kernel"
like "status: of before the last change" "$(make status)" \
    "${row}OUT_OF_BOUNDS +before your last change <- you are here\$"
echo "$pass" >$record
said=$(make status)
like "status: a pass" "$said" "${row}PASS\$"
like "... and the next lab" "$said" '^02_coalesce +not checked +<- you are here$'
is "make alone: how many, where, and what is next" "$(make | sed -n 1,3p)" \
    "1 of $(find labs -mindepth 1 -maxdepth 1 | wc -l) labs pass
$(make status | grep 'you are here$')
$(make status | grep '^next: ')"
is "... in five lines" "$(make | wc -l)" 5
for lab in labs/*; do
    echo "$pass" >"$results/${lab#labs/}.check.json"
done
like "status: all" "$(make status)" '^next: make report'
rm -r $results

# --- the solution

cp "$work/skeleton" "$kernel"
said=$(make solution01 2>&1)
is "solution01 before check01 passes" "$(echo "$said" | head -n 1)" \
    "solution01 comes once check01 passes: INCOMPLETE now (FORCE=1: now)"
unlike "... shows nothing" "$said" 'acc \+='
said=$(COLUMNS=120 make solution01 FORCE=1)
like "FORCE=1: side by side" "$said" '^    // TODO: 2 lines +\|'
like "... all of the reference" "$said" '> +for \(int k = 0; k < K; k\+\+\)'
is "... from the first STEP on" "$(echo "$said" | sed -n 3p | grep -c 'STEP 1.*STEP 1')" 1
said=$(COLUMNS=80 make solution01 FORCE=1)
like "in 80 columns one is under the other: yours" "$said" '^-    // TODO: 2 lines$'
like "... the reference" "$said" '^\+ +for \(int k = 0; k < K; k\+\+\)'
ok "... no line is wider" plain "$said"
cp solutions/01_naive/kernel.cu "$kernel"
like "after check01 passes" "$(COLUMNS=120 make solution01)" "^$kernel +solutions/01_naive/kernel.cu"
mv solutions "$work"
is "without a solution" "$(make solution01 FORCE=1 2>&1 | head -n 1)" \
    "solution01: 'solutions/01_naive/kernel.cu' is not in this copy of the course"
mv "$work/solutions" .

# --- watch: a process group of its own, as in a terminal; Ctrl-C ends it.

# shellcheck disable=SC2317  # ok calls it
# within SECONDS PATTERN: the watch says so in that time.
within() {
    for _ in $(seq $((10 * $1))); do
        ! grep -Eq "$2" "$work/watch" || return 0
        sleep 0.1
    done
    cat "$work/watch"
    return 1
}
# ctrl_c: as from a terminal; $watch is "" if all of the group has ended in 5 seconds.
ctrl_c() {
    kill -s INT -- "-$watch"
    for _ in $(seq 50); do
        kill -s 0 -- "-$watch" 2>/dev/null || break
        sleep 0.1
    done
    kill -s KILL -- "-$watch" 2>/dev/null || watch=''
}
setsid env --default-signal=INT make watch01 >"$work/watch" 2>&1 &
watch=$!
ok "watch01 checks at once" within 30 '^lab01: PASS$'
like "... and says what is next" "$(cat "$work/watch")" '^next: make lab01$'
cp build/tests/wrong/01_naive/WRONG-beta-dropped.cu "$kernel"
start=$(wc -l <"$work/watch")
sleep 0.8 # half a second, and a little for a busy machine
is "a save is seen within half a second" "$(tail -n +"$((start + 1))" "$work/watch" | grep -c '^---')" 1
ok "... and the failure is shown" within 30 "^lab01: WRONG $kernel:[0-9]+\$"
said=$(tail -n +"$((start + 1))" "$work/watch")
like "... with the remedy" "$said" '^  try:  in STEP 2: C becomes'
unlike "... and without what went right" "$said" ' correct +[0-9]'
sed -i 's/;$/ /' "$kernel"
ok "one that does not compile" within 30 '^lab01: COMPILE_ERROR'
is "... has its first error alone" \
    "$(sed -n '/COMPILE_ERROR/q; p' "$work/watch" | grep -c 'error:')" 1
ctrl_c
is "Ctrl-C ends it" "$watch" ""
# (After it make may have a word of its own, if its child was quicker than its signal.)
is "... with one line" "$(grep '^watch01' "$work/watch" | tail -n 1)" "watch01: ended"

# --- watch without a number: the labs that do not pass, one after the other.

cp solutions/01_naive/kernel.cu "$kernel"
setsid env --default-signal=INT make watch >"$work/watch" 2>&1 &
watch=$!
ok "watch checks the first lab" within 30 '^lab01: PASS$'
ok "... which passes, and goes on to the next" within 60 '^lab02: INCOMPLETE '
is "... each once" "$(grep -c '^watch0[0-9]: checks' "$work/watch")" 2
ctrl_c
is "Ctrl-C ends it, too" "$watch" ""

# --- what a kernel prints

sed 's/^    int row = .*/&\n    if (row + threadIdx.y == 0) printf("M is %d\\n", M);/' solutions/01_naive/kernel.cu >"$kernel"
said=$(make check01)
like "what a kernel prints" "$said" '^  [|] M is 32$'
like "... before the row, which is whole" "$said" '^ +32 +32 +32  correct  '

# --- what the compiler notices

sed 's/float acc = 0.0f;/float acc;/' solutions/01_naive/kernel.cu >"$kernel"
like "a sum that does not begin at 0 is a warning" \
    "$(make build/cpu/labs/01_naive/kernel.o 2>&1)" \
    "^$kernel:[0-9]+:[0-9]+: warning: .acc. may be used uninitialized"

# --- gdb

# said_of VERDICT: what debugNN says of a record with that.
said_of() {
    record=$work/record.json
    [ "$1" = PASS ] && echo "$pass" >"$record" ||
        echo '{"version": 1, "lab": "01_naive", "verdict": "'"$1"'", "stages": [],
            "what": "bad", "file": "k.cu", "line": 3}' >"$record"
    tools/debug 01_naive "$kernel" "$record"
}
is "debug: a pass" "$(said_of PASS)" "debug01: nothing to stop at: lab 01 passes"
is "debug: a gap" "$(said_of INCOMPLETE)" \
    "debug01: nothing to stop at: a STEP is still to be written, at k.cu:3"
like "debug: another technique" "$(said_of TECHNIQUE)" 'the result is correct, by another'
is "debug: what is no fault of a call" "$(said_of WRONG)" \
    "debug01: nothing to stop at: it is no fault of a call: see make check01"
is "debug without gdb" "$(GDB=no-such-gdb said_of RACE 2>&1)" \
    "debug01: 'no-such-gdb' is missing: make setup, or apt-get install gdb"

if ! gdb -batch -ex run true 2>/dev/null | grep -q 'exited normally'; then
    skip 10 "no gdb here that may run a program"
else
    wrong="build/tests/wrong/03_smem/RACE-missing-second-barrier.cu"
    cp $wrong labs/03_smem/kernel.cu
    line=$(grep -n 'As\[ty\]\[tx\] =.*FAULT' $wrong | cut -d: -f1)
    said=$(printf 'next\nstep\nstep\n' | make debug03 GDB=gdb 2>/dev/null)
    like "debug: what was found comes first" "$said" '^lab03: RACE labs/03_smem/kernel.cu:'
    # shellcheck disable=SC2016  # gdb's variables
    like "... the thread and its block" "$said" \
        '^thread \(0,0,0\) of block \(0,0,0\), as \$threadIdx and \$blockIdx:$'
    like "... its line" "$said" "in smem .*at labs/03_smem/kernel.cu:$line\$"
    like "... its variables: the second tile" "$said" '^k0 = 32$'
    like "... arrays by name, behind them" "$said" '^As is an array: print As$'
    like "... what works from here" "$said" '^print NAME, info locals, next and step work'
    like "... and next and step stay in the kernel" "$(echo "$said" | tail -n 2)" \
        '^(\(gdb\) )*[0-9]+.*(__syncthreads|Bs\[ty\]|k < TILE|acc \+=)'
    cp build/tests/wrong/01_naive/OUT_OF_BOUNDS-no-guard.cu "$kernel"
    like "... of a thread that ends here, what does not" \
        "$(make debug01 GDB='gdb -batch' 2>/dev/null | tail -n 2)" 'next and step do not'
    cp build/tests/wrong/01_naive/WRONG-grid-rounded-down.cu "$kernel"
    said=$(make debug01 GDB='gdb -batch' 2>/dev/null)
    like "debug: what is never written: the launch" "$said" 'naive<<<grid, block>>>'
    like "... in sgemm()" "$said" '^#0 .*sgemm \(M=65, N=97'
    sed -i 's/col = blockIdx.y \* BLOCK + threadIdx.y/col = blockIdx.x * BLOCK + threadIdx.x/
        s/row = blockIdx.x \* BLOCK + threadIdx.x/row = blockIdx.y * BLOCK + threadIdx.y/
        s/^    dim3 grid.*/    dim3 grid(M \/ BLOCK + 1, N \/ BLOCK + 1);/' "$kernel"
    is "... where the launch has enough threads, no line" \
        "$(make debug01 GDB='gdb -batch' 2>/dev/null | tail -n 1)" \
        'debug01: nothing to stop at: no thread stored this element: print the row and column that a thread has'
fi
is "every record is valid" "$(find results -name '*.check*.json' -exec build/lab validate {} + &&
    find results -name '*.check*.json' | grep -c . >/dev/null; echo $?)" 0
done_testing
