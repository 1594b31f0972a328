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
printf '#include <cutlass/cutlass.h>\n' >"$work/a.cu"
tools/make/compile-kernel 03_smem "$work/a.cu" - "$work/a.json" emu/frontend/emucc -c \
    "$work/a.cu" -o "$work/a.o" >"$work/said" 2>&1
is "whole: what emucc refuses" "$(build/lab get "$work/a.json" what)" \
    'it does not compile: #error "the emulator has no CUTLASS: write the product as a kernel"'
printf '// STEP 1: a tile\n// TODO: 1 line\n// END 1\nint a = As;\n' >"$work/b.cu"
tools/make/compile-kernel 03_smem "$work/b.cu" - "$work/b.json" emu/frontend/emucc -c \
    "$work/b.cu" -o "$work/b.o" >"$work/said" 2>&1
is "a name that is not declared, and a step before it" "$(build/lab get "$work/b.json" try)" \
    'write STEP 1 on line 2 first: it may declare what is missing'
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
lab                 verdict         points  where
01_a                PASS             10/10
02_b                RACE              6/10  labs/02_b/kernel.cu:41
    a race
    try: put a barrier between
03_c                not run              -

total                                16/30
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

# --- setup, where something is missing

mkdir -p "$work/bin" "$work/the course/tools/make"
ln -s /usr/bin/* /bin/* "$work/bin" 2>/dev/null
rm -f "$work/bin/apt-get" "$work/bin/apt-cache" "$work/bin/sudo" "$work/bin"/*conda "$work/bin/spack"
[ -e "$work/bin/sim_c" ] || ln -s "$(command -v true)" "$work/bin/sim_c" # Debian 13 has none
cp tools/setup tools/packages.tsv "$work/the course/tools"
cp tools/make/unpack "$work/the course/tools/make"
deps="$work/the course/build/deps"
# stub NAME TEXT: a command of this name is this script; its call is noted.
stub() {
    rm -f "$work/bin/$1"
    printf '#!/bin/sh\necho "%s $*" >>"%s"\n%s\n' "$1" "$work/asked" "$2" >"$work/bin/$1"
    chmod +x "$work/bin/$1"
}
# setup 'MISSING...' TARGET...: what it says where these commands are not, and its status.
setup() {
    mkdir "$work/hidden"
    for command in $1; do mv "$work/bin/$command" "$work/hidden"; done
    shift
    rm -f "$work/asked"
    PATH=$work/bin "$work/the course/tools/setup" "$@" 2>&1
    echo "exit $?"
    mv "$work/hidden"/* "$work/bin" 2>/dev/null
    rmdir "$work/hidden"
}
# asked NAME: the calls of this command.
asked() {
    grep "^$1 " "$work/asked" | sed "s,$work,,g"
}
none='setup: no apt-get, conda or spack here: ask an administrator to install'
ready='setup: ready; kernels run on the CPU emulator: no GPU here
exit 0'
PATH=$work/bin command -v nvidia-smi >/dev/null ||
    is "setup grading: what plots and tests need is no matter" \
        "$(setup 'gnuplot prove gdb' grading)" "$ready"
is "setup: a wrong call" "$(setup '' --all)" 'usage: tools/setup [TARGET...]
exit 2'
is "setup test without root: what is missing, and what works" "$(setup prove test)" \
    "setup: only root can install: perl
setup: without them the labs can be checked; not possible: make test
exit 2"
is "setup demo without a compiler" "$(setup 'g++ gnuplot' demo)" \
    "setup: only root can install: g++ gnuplot-nox
setup: without them make help and hintNN work, and no check does
exit 2"
like "setup demo without gnuplot goes on, and says what there will not be" \
    "$(setup gnuplot demo | tr '\n' '|')" \
    "^$none: gnuplot-nox\\|setup: without them all works, but: no pictures\\|setup: ready; .*\\|exit 0\\|\$"
like "setup check01 asks for no more than a check needs" \
    "$(setup 'gnuplot jq gdb zip prove' check01)" '^exit 0$'
like "setup lint asks for linters" "$(setup 'gnuplot jq gdb zip prove' lint)" \
    "^(setup: only root.*(clang-format|shellcheck|cppcheck)|exit 0)\$"
unlike "... and for nothing else" "$(setup 'gnuplot jq gdb zip prove' lint)" 'gnuplot|jq|perl'
like "setup alone: what a learner may ask for" "$(setup 'gnuplot gdb prove' | tr '\n' '|')" \
    'install: gnuplot-nox gdb\|.* but: no pictures, no make debugNN\|.*exit 0'

# as NUMBER: who calls setup.
as() {
    # shellcheck disable=SC2016 # the stub expands it
    stub id "[ \"\$1\" = -Gn ] && echo people || echo $1"
}
as 0
stub apt-get 'exit 1'
like "setup as root, and an apt-get that fails" "$(setup gnuplot demo)" \
    '^setup: apt-get failed, see above; it was to install: gnuplot-nox$'
# A release without a package that only makes things better, as Debian 13 is.
stub apt-get ''
# shellcheck disable=SC2016 # the stub expands it
stub apt-cache '[ "$2" != similarity-tester ]'
like "setup where a package does not exist says what is lost" "$(setup 'sim_c gnuplot' grade demo)" \
    "^setup: this system has no package 'similarity-tester': no similar submissions"
is "... and installs the others" "$(asked apt-get | grep install)" \
    'apt-get install -y --no-install-recommends gnuplot-nox'

# An ordinary user: what is missing comes into build/deps.
as 1000
sed -i 's/jansson\.h/not_here.h/g' "$work/the course/tools/packages.tsv"
# shellcheck disable=SC2016 # the stub expands it
stub apt-get 'case $* in *install*) echo "no network" ;; esac; exit 1'
is "setup without root, where nothing helps" "$(setup '' check01)" \
    "setup: into build/deps, by apt-get: libjansson-dev
no network
setup: still missing: ask an administrator to install: libjansson-dev
setup: or take libjansson from https://github.com/akheron/jansson/releases, and in this folder:
    tar -xf jansson-*.tar.gz && cd jansson-*/ &&
        ./configure --disable-shared --prefix=\"\$OLDPWD/build/deps\" && make install; cd -
setup: without them make help and hintNN work, and no check does
exit 2"
stub sudo ''
like "... with a sudo that needs no password" "$(setup '' check01)" '^setup: installing libjansson-dev$'
is "... becomes root" "$(asked sudo | tail -n 1)" \
    'sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends libjansson-dev'
stub sudo 'exit 1'
if command -v dpkg-deb >/dev/null; then
    tree=$work/tree lib=usr/lib/x86_64-linux-gnu
    mkdir -p "$tree/DEBIAN" "$tree/usr/include" "$tree/usr/bin" "$tree/$lib"
    printf 'Package: some\nVersion: 1\nArchitecture: all\nMaintainer: none\nDescription: none\n' >"$tree/DEBIAN/control"
    touch "$tree/usr/include/not_here.h" "$tree/$lib/libjansson.a" "$tree/$lib/libjansson.so" "$tree/$lib/libgd.so.3"
    # shellcheck disable=SC2016 # that program expands it
    printf '#!/bin/sh\necho "$1 ${LD_LIBRARY_PATH##*/}"\n' >"$tree/usr/bin/gnuplot-nox"
    chmod +x "$tree/usr/bin/gnuplot-nox"
    dpkg-deb -b "$tree" "$work/some.deb" >/dev/null
    # shellcheck disable=SC2016 # the stub expands it
    stub apt-get 'for word; do case $word in Dir::Cache=*) cache=${word#*=} ;; esac; done
mkdir -p "$cache/archives" && cp '"$work"'/some.deb "$cache/archives"'
    is "setup without root, by apt-get" "$(setup gnuplot lab01)" \
        "setup: into build/deps, by apt-get: libjansson-dev gnuplot-nox
$ready"
    is "... downloads, and locks nothing" "$(asked apt-get | tail -n 1)" \
        'apt-get -o Dir::State=/the course/build/deps/apt -o Dir::Cache=/the course/build/deps/apt -o Debug::NoLocking=1 install -y --no-install-recommends --download-only libjansson-dev gnuplot-nox'
    is "... programs run with their libraries" "$("$deps/bin/gnuplot" -V)" '-V lib'
    is "... libraries; but libjansson is not shared" "$(cd "$deps/lib" && echo ./*)" './libgd.so.3 ./libjansson.a'
    is "... and nothing else is left" "$(cd "$deps" && echo ./*)" './bin ./debian ./include ./lib ./share'
    is "setup once more finds them" "$(setup gnuplot lab01)" "$ready"
    rm -rf "$deps"
else
    skip 6 "no dpkg-deb"
fi

# comes: what brings the header, as the stubs of conda and spack do.
comes="mkdir -p '$deps/include' && touch '$deps/include/not_here.h'"
stub apt-get 'exit 1'
stub mamba "$comes"
is "setup without root, by mamba, where apt-get fails" "$(setup gdb debug01 | grep -v GPU)" \
    "setup: into build/deps, by apt-get: libjansson-dev gdb
setup: into build/deps, by mamba: libjansson-dev gdb
setup: still missing: ask an administrator to install: gdb
setup: without them all works, but: no make debugNN
exit 0"
is "... by its names" "$(asked mamba)" \
    'mamba create -y -p /the course/build/deps --override-channels -c conda-forge jansson gdb'
rm -rf "$deps" "$work/bin/apt-get"
# shellcheck disable=SC2016 # the stub expands it
stub mamba 'case $* in *gdb*) exit 1 ;; esac; '"$comes"
is "... without one that it does not have" "$(setup gdb debug01 >/dev/null; asked mamba | tail -n 1)" \
    'mamba create -y -p /the course/build/deps --override-channels -c conda-forge jansson'
rm -rf "$deps" "$work/bin/mamba"
stub spack "$comes"
is "setup without root, by spack" "$(setup '' check01)" \
    "setup: into build/deps, by spack: libjansson-dev
$ready"
is "... which compiles it" "$(asked spack)" 'spack install jansson
spack view -d no symlink -i /the course/build/deps jansson'
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
