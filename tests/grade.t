#!/bin/sh
# Grading, in short: hostile, broken and honest submissions get their verdicts and points;
# the judge finds what their text does not show; no student's name disturbs the class; no
# process continues after make is ended; bad calls are reported. All submissions are in
# tests/slow/grade.t, and all spellings of those that are not built in tests/spellings.t.
. tests/tap.sh
make -s grader || exit 1
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
needs_guard "$scratch"
mkdir "$scratch/tmp" && export TMPDIR="$scratch/tmp"

# One spelling of what tells most in the time that there is; the rest is of the slow test.
# shellcheck disable=SC2046 # words
tests/hostile/make "$scratch/class" quick $(grep -v '^#' tests/hostile/quick) 'PASS-two
lines'
escape=$(printf '\033')
mkdir "$scratch/class/gradebook.csv" "$scratch/class/_gradebook.csv" "$scratch/class/.git" \
    "$scratch/class/INCOMPLETE-${escape}[31m"
touch "$scratch/class/a${escape}[31mfile" "$scratch/class/gradebook.csv/submission.zip"
make -s -j2 grade SUBMISSIONS="$scratch/class" OUT="$scratch/out" >"$scratch/log" 2>&1
is 'make grade' "$?" 0
# A line a student: what it is named, and what it got for the lab that it has handed in.
verdicts() {
    cat "$scratch"/out/*/grade.json | jq -r '(first(.labs[] | select(.file)) // .labs[0])
        as $lab | "\(.student | @json) \($lab.verdict) \(.points) of \(.max)"' | sort
}
all=$(verdicts | wc -l)
total=$((10 * $(find labs -maxdepth 1 -name '[0-9]*' | wc -l))) # points
ok "all are graded: $all" [ "$all" -gt 50 ]
is 'each has the verdict that it is named for' "$(verdicts | grep -v 'gradebook.csv"' |
    awk '{ split($1, want, /["-]/) } want[2] != $2')" ''
is 'verdicts and points' "$(verdicts | grep -E 'says-pass-and|bomb"|with|two|unobserved|crlf"|gradebook')" \
    "$(cat <<END
"CRASH-says-pass-and-exits" CRASH 1 of $total
"FORBIDDEN-fork-bomb" FORBIDDEN 0 of $total
"PASS-crlf" PASS 10 of $total
"PASS-two\nlines" PASS 10 of $total
"WRONG-when-unobserved" WRONG 1 of $total
"_gradebook.csv" INCOMPLETE 0 of $total
"gradebook.csv" INCOMPLETE 0 of $total
END
    )"
is 'no file is left' "$(ls -A "$TMPDIR")" ''
like 'a line says how far it is' "$(cat "$scratch/log")" \
    "^ +[1-9] of $all  [^ ]+ +[0-9]+ of $total points +some [0-9]+:[0-9]+ min left\$"
like 'the protection is shown' "$(cat "$scratch/log")" '^protection: .*(Landlock|bubblewrap)'
like 'the gradebook' "$(cat "$scratch/out/gradebook.csv")" \
    '^"FORBIDDEN-fork-bomb","01_naive","cpu","FORBIDDEN",0,10,".*fork: start kernels'
is '... has a row for every student and lab' "$(tr '\n' ' ' <"$scratch/out/gradebook.csv" |
    grep -o '","0[1-7]_[a-z0-9]*","cpu"' | wc -l)" $((7 * all))
is 'a student called gradebook.csv has a report as well' \
    "$(head -n 1 "$scratch/out/_gradebook.csv/report.txt" "$scratch/out/__gradebook.csv/report.txt" |
        grep -o '^_*gradebook.csv:')" 'gradebook.csv:
_gradebook.csv:'
like '... that says what was found' "$(cat "$scratch/out/_gradebook.csv/report.txt")" \
    "^02_coalesce: there is no .*; there is 'submission.zip', an archive: unpack it"
like 'a hidden folder is passed over' "$(cat "$scratch/log")" '^grade: passed over, hidden: .*/\.git$'
is 'no name reaches terminal, report or gradebook with its escapes' \
    "$(cat "$scratch/log" "$scratch/out"/gradebook.csv "$scratch"/out/*/report.txt | grep -c "$escape")" 0
like 'the report' "$(cat "$scratch/out/PASS-crlf/report.txt")" '^01_naive +PASS +10 of 10$'
like 'its own output is marked' \
    "$(cat "$scratch/out/CRASH-says-pass-and-exits/report.txt")" '^  \| lab01: PASS$'

# --- make is ended, and nothing else --------------------------------------------------------

mkdir -p "$scratch/slow/one" "$scratch/slow/two"
for student in one two; do
    cat tests/hostile/naive.cu tests/hostile/TIMEOUT-kernel.cu >"$scratch/slow/$student/01_naive.cu"
done
printf %s "$scratch" >"$scratch/pattern"
# Processes that work in $scratch, or have it in their call; not those of the test.
left() {
    { find /proc/[0-9]*/cwd /proc/[0-9]*/exe -maxdepth 0 -lname "$scratch/*"
        grep -lsaFf "$scratch/pattern" /proc/[0-9]*/cmdline; } 2>/dev/null |
        cut -d/ -f3 | grep -vx "$$"
}
# ended SIGNAL COMMAND...: when a kernel runs, only the command gets the signal; after at
# most two seconds no process is left.
ended() {
    signal=$1
    shift
    "$@" >"$scratch/log" 2>&1 &
    pid=$!
    for _ in $(seq 100); do
        ! left | xargs -I '{}' cat '/proc/{}/cmdline' 2>/dev/null | grep -aq runner || break
        sleep 0.1
    done
    is "$signal: it is running" "$(left | grep -cx "$pid")" 1
    kill "-$signal" "$pid"
    for _ in $(seq 20); do
        [ -n "$(left)" ] || break
        sleep 0.1
    done
    wait "$pid"
    is "$signal to $1 ends all" "$(left)" ''
    [ "$signal" != KILL ] || rm -f "$TMPDIR"/GMfifo* # make's own, from 4.4 on
    is '... and leaves no file' "$(ls -A "$TMPDIR")" ''
}
ended KILL make -s -j2 grade SUBMISSIONS="$scratch/slow" OUT="$scratch/ended"
ended TERM make -s -j2 grade SUBMISSIONS="$scratch/slow" OUT="$scratch/ended"
ended KILL tools/grade "$scratch/slow" "$scratch/ended"
is 'nothing was graded' "$(find "$scratch/ended" -name grade.json)" ''

# --- What the text of a submission does not show -----------------------------------------

mkdir "$scratch/records"
kit=build/grade/kit
sandboxed() { # PROGRAM
    echo "exec build/grade/sandbox --keep --status 4 --alone --wall 20 \
        --read '$PWD/$kit' --read '$1' --env EMU_THREADS=1 -- '$1' --alone"
}
# judged TEXT...: naive.cu with this behind it, built without a look at its text; what the
# judge says of it, in the sandbox.
judged() {
    { cat tests/hostile/naive.cu && printf '%s\n' "$@"; } >"$scratch/k.cu"
    "$kit/emu/frontend/emucc" --guard -Icommon -c "$scratch/k.cu" -o "$scratch/k.o" &&
        tools/make/localize "$scratch/k.o" build/cpu/runner.o &&
        "$kit/grade/enclose" "$scratch/k" '0x5000000 160 160 160' "$scratch/k.o" &&
        RUNNER=$(sandboxed "$scratch/k") WITNESS=1 build/lab check 01_naive \
            --record "$(mktemp "$scratch/records/XXXXXX")" 2>&1 | tail -n 1
}
sed '/#include <vector>/d' tests/hostile/FORBIDDEN-copies-to-the-host.cu >"$scratch/host"
is 'a product of the host is right, and rejected' \
    "$(judged '#include <vector>' "$(cat "$scratch/host")")" 'lab01: FORBIDDEN'
is 'a fork fails' "$(judged '#include <unistd.h>' \
    'SGEMM { if (fork() == -1) MULTIPLY; }')" 'lab01: PASS'
is 'no file can be opened' "$(judged '#include <fcntl.h>' \
    'SGEMM { if (open("/proc/self/exe", O_RDONLY) == -1) MULTIPLY; }')" 'lab01: PASS'
is 'no descriptor leads to the judge' "$(judged '#include <unistd.h>' \
    'SGEMM { char c = 0; for (int fd = 3; fd < 256; fd++) if (write(fd, &c, 1) != -1) return;
    if (read(0, &c, 1) == -1) MULTIPLY; }')" 'lab01: PASS'
is 'nor in a static constructor' "$(judged '#include <unistd.h>' \
    'static int found; struct look { look() { char c = 0; for (int fd = 0; fd < 256; fd++)
    found += fd != 1 && fd != 2 && (read(fd, &c, 1) != -1 || write(fd, &c, 1) != -1); } } look;
    SGEMM { if (!found) MULTIPLY; }')" 'lab01: PASS'
is 'a forged answer of the runner is ignored' \
    "$(judged '#include <unistd.h>' '#include "rpc/protocol.h"' \
    'SGEMM { static struct { rpc_answer a; rpc_called c; } lie = {{RPC_ANSWER}, {}};
    lie.c.counters.global_load_bytes = 1ull << 40; write(3, &lie, sizeof lie); _exit(0); }')" \
    'lab01: CRASH'
is 'a constructor that ends the program' "$(judged '#include <unistd.h>' \
    'struct end { end() { _exit(0); } } end; SGEMM { MULTIPLY; }')" 'lab01: CRASH'
is 'a constructor that uses the device' "$(judged \
    'struct take { take() { void *p; cudaMalloc(&p, 4); } } take; SGEMM { MULTIPLY; }')" \
    'lab01: CRASH'
is 'a function of the emulator, by a computed pointer' "$(judged \
    'SGEMM { MULTIPLY; ((void (*)())((size_t)&cudaDeviceSynchronize + 64))(); }' | cut -d' ' -f1,2)" \
    'lab01: FORBIDDEN'
is "the emulator's variables, through a library" "$(judged '#include <cstring>' \
    'static char mine[8]; SGEMM { MULTIPLY; strcpy(mine + 4096 * 64, "x"); }' | cut -d' ' -f1,2)" \
    'lab01: FORBIDDEN'
# naive BODY [FUNCTION]: a kernel of its own, which takes a from A as the BODY says.
naive() {
    judged "${2:-}" "__global__ void unseen(int M, int N, int K, float alpha, const float *A,
        const float *B, float beta, float *C)
        { int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
        if (row < M && col < N) { float sum = 0; for (int k = 0; k < K; k++) { $1
            sum += a * B[k * N + col]; }
        C[row * N + col] = alpha * sum + (beta != 0 ? beta * C[row * N + col] : 0); } }
        SGEMM { unseen<<<dim3((N + 15) / 16, (M + 15) / 16), dim3(16, 16)>>>(M, N, K, alpha, A,
            B, beta, C); }"
}
is 'every access is announced' "$(naive 'float a = A[row * K + k];')" 'lab01: PASS'
is 'one of a function without hooks is not' "$(naive 'float a = look(&A[row * K + k]);' \
    '__attribute__((noinline, no_sanitize("thread"))) __device__ float look(const float *p)
    { return *p; }' | cut -d' ' -f1,2)" 'lab01: FORBIDDEN'
is 'nor one out of an array in a local struct' "$(naive 'struct { float v[4]; } local; long here;
        for (int i = 0; i < 4; i++) local.v[i] = alpha + i;
        long far = ((long)&A[row * K + k] - (long)&here) / 4;
        float a = A[row * K + k] + 0 * local.v[far];' | cut -d' ' -f1,2)" 'lab01: FORBIDDEN'
is 'an index of a local array is checked' "$(naive 'float local[4]; long here;
        for (int i = 0; i < 4; i++) local[i] = alpha + i;
        long far = ((long)&A[row * K + k] - (long)&here) / 4;
        float a = A[row * K + k] + 0 * local[far];' | cut -d' ' -f1,2)" 'lab01: OUT_OF_BOUNDS'

is 'each of these leaves a record' "$(find "$scratch/records" -type f -size +0 | wc -l)" 14
is '... that is valid' "$(build/lab validate "$scratch"/records/*; echo $?)" 0

# --- Calls that are wrong -----------------------------------------------------------------

said() { "$@" 2>&1 | grep -v '^make'; }
like 'no SUBMISSIONS' "$(said make grade OUT=x)" \
    '^grade: SUBMISSIONS= is missing: make grade SUBMISSIONS=folder OUT=folder$'
like 'no such folder' "$(said tools/grade no/such "$scratch/out")" \
    "^grade: SUBMISSIONS='no/such' is not a folder$"
mkdir "$scratch/none"
like 'an empty class' "$(said tools/grade "$scratch/none" "$scratch/out")" \
    '^grade: no folder of a student in '
like 'OUT inside' "$(said tools/grade "$scratch/class" "$scratch/class/out")" \
    '^grade: OUT lies in SUBMISSIONS: choose another folder$'

# Where nothing protects the machine, nothing is graded.
mkdir -p "$scratch/bare/build/grade/kit" && cp -a tools common grade view labs "$scratch/bare" &&
    touch "$scratch/bare/build/grade/kit/version"
printf '#!/bin/sh\necho missing: all of it\nexit 1\n' >"$scratch/bare/build/grade/sandbox"
chmod +x "$scratch/bare/build/grade/sandbox"
like 'no protection' "$(said "$scratch/bare/tools/grade-one" "$scratch/class/PASS-crlf" \
    "$scratch/none")" '^grade-one: nothing protects this machine: .*UNTRUSTED=anyway$'
is 'and nothing is written' "$(ls "$scratch/none")" ''
done_testing
