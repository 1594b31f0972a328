#!/bin/sh
# The small scripts of tools/ that other tests only use: what they print, and how they end.
. tests/tap.sh
make -s BACKEND=cpu build/lab >/dev/null || exit 1

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

# --- compile-kernel: a fake compiler prints $1 and ends with status $2.

cat >"$work/compiler" <<'END'
#!/bin/sh
printf '%s\n' "$1" >&2
exit "$2"
END
chmod +x "$work/compiler"
compile() {
    tools/make/compile-kernel 03_smem dir/k.cu "$work/made/report" \
        "$work/made/record" "$work/compiler" "$1" "$2" 2>/dev/null
    echo "exit $?"
}
is "compiled: silent, warnings aside" "$(compile 'dir/k.cu:3:1: warning: odd' 0)" "exit 0"
ok "... and no report" test ! -e "$work/made/report" -a ! -e "$work/made/record"

says() { # the last two lines of a failure
    compile "$1" 1 | tail -n 2
}
is "g++'s way to name a line" "$(says 'dir/k.cu:17:5: error: no')" \
    "lab03: COMPILE_ERROR dir/k.cu:17
exit 1"
is "... no stage holds" "$(compile 'dir/k.cu:17:5: error: no' 1 | sed -n '/^stages/p')" \
    "stages: none passed"
is "... is kept in the report" "$(tail -n 1 "$work/made/report")" \
    "lab03: COMPILE_ERROR dir/k.cu:17"
is "... with the messages" "$(head -n 1 "$work/made/report")" 'dir/k.cu:17:5: error: no'
is "nvcc's" "$(says 'dir/k.cu(18): error: no')" "lab03: COMPILE_ERROR dir/k.cu:18
exit 1"
is "an error goes before a warning" "$(says 'dir/k.cu:2:1: warning: odd
dir/k.cu:9:1: fatal error: no')" "lab03: COMPILE_ERROR dir/k.cu:9
exit 1"
is "an error in a header: where it was included" "$(says 'In file included from
dir/k.cu:4:
x.h:1:1: error: no')" "lab03: COMPILE_ERROR dir/k.cu:4
exit 1"
is "no line" "$(says 'no such compiler')" "lab03: COMPILE_ERROR dir/k.cu
exit 1"

is "a warning of something called error is none" "$(says 'dir/k.cu:2:1: warning: error
dir/k.cu:3:1: note: error: of the variable
dir/k.cu:9:1: error: no')" "lab03: COMPILE_ERROR dir/k.cu:9
exit 1"

# What the record of such a report has: the first error, whole, and why.
taken() { # WHAT THE COMPILER SAID
    compile "$1" 1 >/dev/null
    build/lab validate "$work/made/record"
    build/lab get "$work/made/record" message
    build/lab get "$work/made/record" what | sed 's/^it does not compile: //'
}
for said in 'dir/k.cu:1:2: error: #error "no cuRAND: make random numbers: on the host"' \
    'dir/k.cu:1:2: fatal error: error: (1) no error: at all' \
    'dir/error: 1/k.cu:1:2: error: expected ; before }: error' \
    'dir/k.cu(9): error #20-D: identifier "error: x" is undefined' \
    "nvlink error   : Undefined reference to 'f'"; do
    case $said in
    dir/error*) why=${said#*: error: } ;;
    *) why=${said#*error*: } ;;
    esac
    is "whole: $said" "$(taken "dir/k.cu:1:1: warning: 'error: no' is unused
$said
dir/k.cu:9:9: error: a later one")" "$said
$why"
done
printf '#include <cub/cub.cuh>\n' >"$work/a.cu"
tools/make/compile-kernel 03_smem "$work/a.cu" - "$work/a.json" emu/frontend/emucc -c \
    "$work/a.cu" -o "$work/a.o" >"$work/said" 2>&1
is "whole: what emucc refuses" "$(build/lab get "$work/a.json" what)" \
    'it does not compile: #error "the emulator has no CUB: write the reduction or scan as a kernel"'
is "of the linker, what is about the kernel" "$(compile "/usr/bin/ld: /tmp/x/k.o: in function f:
k.cu:(.text+0x9): undefined reference to \`g'
/usr/bin/ld: k.cu:(.text+0x20): undefined reference to \`g'
collect2: error: ld returned 1 exit status" 1 | head -n 2)" "error: undefined reference to \`g'
dir/k.cu does not compile: begin with the first message above"
like "the machine is at fault, and no kernel" "$(tools/make/compile-kernel 03_smem \
    dir/k.cu - - "$work/compiler" 'k.s: No space left on device' 1 2>&1; echo "exit $?")" '^exit 2$'

printf '#!/bin/sh\necho emucc: no g++ >&2; exit 2\n' >"$work/compiler"
rm "$work/made/report" "$work/made/record"
is "emucc that cannot begin is no kernel's fault" "$(compile '' 2)" "exit 2"
ok "... and leaves no report" test ! -e "$work/made/report"

# --- lab summary

mkdir "$work/labs"
printf '%s\n' '{"version": 1, "lab": "01_a", "verdict": "PASS",
    "stages": ["compiles", "aligned", "ragged", "safe", "technique"]}' \
    >"$work/labs/01_a.check.json"
printf '%s\n' '{"version": 1, "lab": "02_b", "verdict": "RACE",
    "stages": ["compiles", "aligned", "ragged"], "what": "a race",
    "try": "put a barrier between", "file": "labs/02_b/kernel.cu", "line": 41}' \
    >"$work/labs/02_b.check-7.json"
is "summary" "$(build/lab summary "$work/labs/01_a.check.json" "$work/labs/02_b.check-7.json" \
    "$work/labs/03_c.check.json"; echo "exit $?")" "
lab              verdict         points  where
01_a             PASS             10/10
02_b             RACE              6/10  labs/02_b/kernel.cu:41
    a race
    try: put a barrier between
03_c             not run              -

total                             16/30
1 of 3 labs pass
exit 1"
is "summary: all pass" "$(build/lab summary "$work/labs/01_a.check.json" | tail -n 1)" \
    "1 of 1 labs pass"
is "lab: a wrong call" "$(build/lab sumary 2>&1 | head -n 1; build/lab sumary 2>/dev/null; echo $?)" \
    'usage: lab check LAB [OPTION]... [SOURCE]
2'

# --- count-tests

mkdir "$work/tap" "$work/empty"
count() { # STATUS
    tools/pages/count-tests "$work/tap" "$1"
    echo "exit $?"
}
printf 'ok 1 - a\nok 2 # SKIP no GPU\nok 3\n1..3\n' >"$work/tap/a.t"
is "count: passed and skipped" "$(count 0)" "1 skipped
2 passed, 0 failed
exit 0"
is "count: prove saw a failure that the tests do not show" "$(count 1)" "1 skipped
2 passed, 1 failed
exit 1"
printf '1..4\nok 1\nnot ok 2 - b\n' >"$work/tap/b.t"
is "count: failed, and never run" "$(count 1)" "1 skipped
3 passed, 3 failed
exit 1"
printf 'ok 1\n' >"$work/tap/b.t"
is "count: a file without a plan" "$(count 1)" "1 skipped
3 passed, 1 failed
exit 1"
is "count: no test at all is a failure" "$(tools/pages/count-tests "$work/empty" 0; echo $?)" \
    "0 passed, 1 failed
1"

# --- setup, where something is missing and nothing can be installed

mkdir "$work/bin"
ln -s /usr/bin/* /bin/* "$work/bin" 2>/dev/null
rm -f "$work/bin/apt-get" "$work/bin/sudo"
[ -e "$work/bin/sim_c" ] || ln -s "$(command -v true)" "$work/bin/sim_c" # Debian 13 has none
# setup 'MISSING...' TARGET...: what it says where these commands are not, and its status.
setup() {
    mkdir "$work/hidden"
    for command in $1; do mv "$work/bin/$command" "$work/hidden"; done
    shift
    PATH=$work/bin tools/setup "$@" 2>&1
    echo "exit $?"
    mv "$work/hidden"/* "$work/bin" 2>/dev/null
    rmdir "$work/hidden"
}
none='setup: no apt-get here: install by other means'
ready='setup: ready; kernels run on the CPU emulator: no GPU here
exit 0'
PATH=$work/bin command -v nvidia-smi >/dev/null ||
    is "setup grading: what plots and tests need is no matter" \
        "$(setup 'gnuplot prove gdb' grading)" "$ready"
is "setup: a wrong call" "$(setup '' --all)" 'usage: tools/setup [TARGET...]
exit 2'
is "setup test without apt-get: what is missing, and what works" "$(setup prove test)" \
    "$none: perl
setup: without them the labs can be checked; not possible: make test
exit 2"
is "setup demo without a compiler" "$(setup 'g++ gnuplot' demo)" "$none: g++ gnuplot-nox
setup: without them make help and hintNN work, and no check does
exit 2"
like "setup demo without gnuplot goes on, and says what there will not be" \
    "$(setup gnuplot demo | tr '\n' '|')" \
    "^$none: gnuplot-nox\\|setup: without them all works, but: no pictures\\|setup: ready; .*\\|exit 0\\|\$"
like "setup check01 asks for no more than a check needs" \
    "$(setup 'gnuplot jq gdb zip prove' check01)" '^exit 0$'
like "setup lint asks for linters" "$(setup 'gnuplot jq gdb zip prove' lint)" \
    "^($none:.*(clang-format|shellcheck|cppcheck)|exit 0)\$"
unlike "... and for nothing else" "$(setup 'gnuplot jq gdb zip prove' lint)" 'gnuplot|jq|perl'
like "setup alone: what a learner may ask for" "$(setup 'gnuplot gdb prove' | tr '\n' '|')" \
    'means: gnuplot-nox gdb\|.* but: no pictures, no make debugNN\|.*exit 0'
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
    printf '#!/bin/sh\nexit 1\n' >"$work/bin/apt-get" && chmod +x "$work/bin/apt-get"
    chmod 755 "$work"
    like "setup, by a user who cannot become root" "$(mv "$work/bin/gnuplot" "$work"
        setpriv --reuid=65534 --regid=65534 --clear-groups env PATH="$work/bin" \
            tools/setup demo 2>&1 | tr '\n' '|'; mv "$work/gnuplot" "$work/bin")" \
        '^setup: no sudo here: ask an administrator to run: apt-get install gnuplot-nox\|setup: without them all works, but: no pictures\|'
    like "... and an apt-get that fails" "$(setup gnuplot demo)" \
        '^setup: apt-get failed, see above; it was to install: gnuplot-nox$'
    # A release without a package that only makes things better, as Debian 13 is.
    printf '#!/bin/sh\necho "$@" >>"%s"\n' "$work/asked" >"$work/bin/apt-get"
    rm -f "$work/bin/apt-cache"
    # shellcheck disable=SC2016 # that script expands it
    printf '#!/bin/sh\n[ "$2" != similarity-tester ]\n' >"$work/bin/apt-cache"
    chmod +x "$work/bin/apt-cache"
    like "setup where a package does not exist says what is lost" "$(setup 'sim_c gnuplot' grade demo)" \
        "^setup: this system has no package 'similarity-tester': no similar submissions"
    is "... and installs the others" "$(grep install "$work/asked")" \
        'install -y --no-install-recommends gnuplot-nox'
else
    skip 4 "not root"
fi
like "make setup hands its targets on" "$(make -n setup demo lab01 | head -n 1)" \
    '^tools/setup demo lab01$'

is "the devcontainer is made from the Dockerfile" \
    "$(jq -r '.build.dockerfile, .build.context' .devcontainer/devcontainer.json | tr '\n' ' ')" \
    '../Dockerfile .. '
like "... which asks setup for what the labs need" "$(cat Dockerfile)" '^RUN /tmp/setup/setup labs '

# --- measured: the pages show what docs/measured holds.

is "the tables of README.md, docs/emulator.md and lab 07 are those of docs/measured" \
    "$(tools/pages/update-tables --check 2>&1; echo $?)" 0
is "update-tables: a wrong call" "$(tools/pages/update-tables all 2>&1; echo $?)" \
    'usage: tools/pages/update-tables [--check]
2'

# --- gpu-profile: a fake nvidia-smi has one GPU.

mkdir -p "$work/smi"
gpu_profile() {
    printf '#!/bin/sh\necho "%s"\n' "$1" >"$work/smi/nvidia-smi"
    chmod +x "$work/smi/nvidia-smi"
    PATH="$work/smi:$PATH" tools/measure/gpu-profile
}
is "gpu-profile" "$(gpu_profile 'NVIDIA H200')" h200
is "... of a GPU whose name says more" "$(gpu_profile 'NVIDIA A100-SXM4-40GB')" a100
is "... of one without a profile" "$(gpu_profile 'NVIDIA GeForce GTX 750')" ""
is "... where there is none" "$(gpu_profile '')" ""

done_testing
