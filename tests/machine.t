#!/bin/sh
# The machine's faults: each is one line, before anything is built, and never the kernel's
# verdict. Faults that cannot be made here, such as another g++, are fake programs.
. tests/tap.sh

work=$(mktemp -d) || exit 1
chmod 755 "$work"
trap 'rm -rf "$work"' EXIT
copy_tree "$work/tree" && cd "$work/tree" || exit 1
rm -rf results build/cpu/solutions/01_naive
unset TMPDIR
export BACKEND=cpu
tree=$PWD
report=results/cpu-h200/solutions/01_naive.check.txt

# one_line NAME WANT COMMAND...: COMMAND says make's line with WANT, nothing else, exits
# with 2, and leaves no report.
one_line() {
    name=$1 want=$2
    shift 2
    said=$("$@" 2>&1)
    # (From 4.4 on make has words of its own for TMPDIR.)
    is "$name" "exit $?, $(printf '%s\n' "$said" |
        sed '/^make: TMPDIR value/d; /^make: using default/d
            s/^[A-Za-z/.]*:[0-9]*: \*\*\* //; s/: [0-9]* MB are left/: some MB are left/')" \
        "exit 2, $want.  Stop."
    [ ! -e "$report" ] || ok "... and there is no report" false
}
# mounted COMMAND: in a shell of its own, where it may mount.
mounted() {
    unshare "$how" --propagation private sh -c "$1" 2>&1
}
mkdir "$work/mount"
may_mount() {
    for how in -m -rm; do
        mounted "mount -t tmpfs tmpfs '$work/mount'" >/dev/null && return
    done
    false
}

# --- where temporary files go

one_line "TMPDIR that is not there" \
    "TMPDIR is '$work/none', where no file can be created: unset TMPDIR, or TMPDIR=/tmp" \
    env TMPDIR="$work/none" make check01 FROM=solutions
is "... to emucc alone" "$(TMPDIR=$work/none emu/frontend/emucc x.c 2>&1; echo $?)" \
    "emucc: no such file: 'x.c'
2"
: >"$work/x.c"
is "... with a file" "$(TMPDIR=$work/none emu/frontend/emucc "$work/x.c" 2>&1; echo $?)" \
    "emucc: cannot create a file in '$work/none': unset TMPDIR, or free space there
2"
one_line "TMPDIR that is a file" \
    "TMPDIR is '$work/x.c', where no file can be created: unset TMPDIR, or TMPDIR=/tmp" \
    env TMPDIR="$work/x.c" make check01 FROM=solutions
if may_mount; then
    one_line "TMPDIR that is full" \
        "the disk of '$work/mount' is full: some MB are left, and 10 are needed" \
        mounted "mount -t tmpfs -o size=1m tmpfs '$work/mount' &&
            TMPDIR='$work/mount' make check01 FROM=solutions"
    one_line "a disk that is full" \
        "the disk of '$work/mount' is full: some MB are left, and 50 are needed" \
        mounted "mount -t tmpfs -o size=48m tmpfs '$work/mount' && cd '$work/mount' &&
            cp -a '$tree/Makefile' '$tree/common' '$tree/grade' '$tree/view' '$tree/emu' '$tree/labs' '$tree/solutions' \
                '$tree/tools' . && make check01 FROM=solutions"
    # --- where the course lies
    one_line "a disk from which nothing may be run" \
        "nothing may be run in '$tree' (mounted with noexec?): copy the course elsewhere" \
        mounted "mount --bind . . && mount -o remount,bind,noexec . && cd '$tree' &&
            make check01 FROM=solutions"
    one_line "... not even make status" \
        "nothing may be run in '$tree' (mounted with noexec?): copy the course elsewhere" \
        mounted "mount --bind . . && mount -o remount,bind,noexec . && cd '$tree' &&
            make status"
    for target in check01 check-all demo test; do
        one_line "make $target in a checkout that cannot be written" \
            "'$tree' is read-only: copy the course to a folder where you may write" \
            mounted "mount --bind . . && mount -o remount,bind,ro . && cd '$tree' &&
                make $target FROM=solutions"
    done
    make -s -C "$tree" build/lab >/dev/null 2>&1
    like "... where make status works once it is built" "$(mounted "mount --bind . . &&
        mount -o remount,bind,ro . && cd '$tree' && make status")" '^next: write STEP 1'
else
    skip 9 "mounting is not possible here"
fi
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
    one_line "a checkout of another user" \
        "'$tree' belongs to root, and you may not write there: copy the course to a folder of yours" \
        setpriv --reuid=65534 --regid=65534 --clear-groups make check01 FROM=solutions
else
    skip 1 "not root"
fi
mkdir "$work/o'brien"
cp -a Makefile common grade view emu labs solutions tools "$work/o'brien"
cd "$work/o'brien" || exit 1
one_line "a path with an apostrophe" \
    "the course lies in '$work/o'brien': move it to a path without ' \" and \\" make check01 FROM=solutions
cd "$tree" || exit 1

# --- limits

# shellcheck disable=SC3045 # dash knows it
one_line "a small stack" "the stack is limited to 128 KiB, too little for g++: ulimit -s 8192" \
    sh -c 'ulimit -S -s 128 && make check01 FROM=solutions'
one_line "few addresses" \
    "addresses are limited to 900000 KiB, and the emulator reserves 25 GiB: ulimit -v unlimited" \
    sh -c 'ulimit -S -v 900000 && make check01 FROM=solutions'

# --- compilers

# stub NAME: standard input as a program.
stub() {
    mkdir -p "$work/bin"
    { echo '#!/bin/sh' && cat; } >"$work/bin/$1"
    chmod +x "$work/bin/$1"
}
stub g++-10 <<'SH'
case $1 in
--version) echo 'g++ 10.2.1'; echo 'Copyright (C) 2020 Free Software Foundation, Inc.' ;;
-dumpversion) echo 10 ;;
*) exec g++ "$@" ;;
esac
SH
one_line "an old g++" \
    "'$work/bin/g++-10' is version 10: needs g++ 11 or later, such as CXX=g++-12" \
    make check01 FROM=solutions CXX="$work/bin/g++-10"
is "... to emucc alone" "$(CXX=$work/bin/g++-10 emu/frontend/emucc x.cu 2>&1; echo $?)" \
    "emucc: '$work/bin/g++-10' is version 10: needs g++ 11 or later
2"

# fails TEXT: what make says last of a g++ that compiles the emulator, and for a kernel
# prints TEXT.
fails() {
    stub g++ <<SH
case "\$*" in
*c++-cpp-output*) echo '$1' >&2; exit 1 ;;
*) exec $(command -v g++) "\$@" ;;
esac
SH
    make check01 FROM=solutions CXX="$work/bin/g++" 2>&1 | grep -v '^  [A-Z]\|^make' | tail -n 1
}
for fault in "/tmp/ccX.s: fatal error: error writing to /tmp/ccX.s: No space left on device" \
    'g++: fatal error: Killed signal terminated program cc1plus' \
    'g++: internal compiler error: Segmentation fault signal terminated program cc1plus' \
    'cc1plus: out of memory allocating 65536 bytes after a total of 1 bytes'; do
    is "g++: $fault" "$(fails "$fault")" "lab01: the machine is at fault, not the kernel: $fault"
    ok "... and there is no report" test ! -e "$report"
done
is "a kernel that speaks of a full disk is wrong all the same" \
    "$(fails 'solutions/01_naive/kernel.cu:9:2: error: #error No space left on device')" \
    "lab01: COMPILE_ERROR solutions/01_naive/kernel.cu:9"
rm -f "$report"

stub nvidia-smi </dev/null
stub nvcc <<'SH'
echo "nvcc fatal   : Value 'native' is not defined for option 'gpu-architecture'" >&2
exit 1
SH
is "an nvcc that refuses -arch=native" \
    "$(PATH=$work/bin:$PATH make build/gpu/solutions/01_naive/kernel.o BACKEND=gpu CXX=g++ 2>&1 |
        grep -v '^  [A-Z]\|^make')" \
    "lab01: the machine is at fault, not the kernel: nvcc fatal   : Value 'native' is not \
defined for option 'gpu-architecture': ARCH= names your GPU, such as ARCH=sm_80"

stub nvcc <<'SH'
echo "ptxas /tmp/k.ptx, line 7; error   : Feature 'cp.async' requires .target sm_80 or higher" >&2
exit 255
SH
is "a GPU without an instruction of the kernel" \
    "$(PATH=$work/bin:$PATH make build/gpu/solutions/13_tensor/kernel.o BACKEND=gpu CXX=g++ 2>&1 |
        grep -v '^  [A-Z]\|^make')" \
    "lab13: the machine is at fault, not the kernel: nvcc compiles for a GPU that lacks an \
instruction of the kernel (Feature 'cp.async' requires .target sm_80 or higher): BACKEND=cpu \
uses the emulator"

# --- memory: SIGKILL is what the system sends when there is none

cat >"$work/killed.cu" <<'CU'
#include "sgemm.h"
#include <signal.h>
void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    raise(SIGKILL);
}
CU
like "a check that the system ends" \
    "$(make check01 KERNEL="$work/killed.cu" 2>&1 | grep -v '^make' | tail -n 1)" \
    "^judge: the system has ended the kernel's process, probably because memory is exhausted\$"
ok "... is no verdict" test ! -e results/cpu-h200/other/01_naive.check.txt
make -s check01 FROM=solutions >/dev/null 2>&1
cp -p build/lab "$work/lab"
cat >"$work/bench" <<'SH'
#!/bin/sh
[ "$1" = bench ] || exit 0
echo 'half a table'
echo 'the run was ended from outside: Killed, probably because memory is exhausted' >&2
exit 2
SH
cp "$work/bench" build/lab && touch -r "$work/lab" build/lab
is "a bench that the system ends is no table" \
    "$(make bench01 FROM=solutions 2>&1 | grep -v '^make' | tail -n 1)" \
    'the run was ended from outside: Killed, probably because memory is exhausted'
ok "... is no table" test ! -e results/cpu-h200/solutions/01_naive.tsv
stub lab <<'SH'
echo 'the first half'
SH
cp "$work/bin/lab" build/lab
touch solutions/01_naive/kernel.cu
is "a report that is cut off is no verdict" \
    "$(make check01 FROM=solutions 2>&1 | grep -v '^  \|^make')" \
    'check: the report is cut off: is the disk full?'
done_testing
