#!/bin/sh
# The installed emulator: emucc from any folder, without the source tree; its man page; the
# program in its README. makefiles.t has Makefiles that were written for nvcc.
#
# depends: emu tests/pages.sh
. tests/tap.sh
. tests/pages.sh
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
prefix=$work/prefix
root=$PWD
unset CXX EMU_THREADS EMU_TIMEOUT EMU_LEAKS EMU_NOTES

# --- install, from a copy of the source that is gone afterwards

cp -a emu "$work/copy"
rm -f "$work/copy/build/rewrite"
ok "emucc builds what is missing in its source tree" sh -c "cd '$work' && echo 'int x;' >x.c &&
    MAKEFLAGS=' -- BUILD=elsewhere' copy/frontend/emucc -c x.c && test -x copy/build/rewrite"
ok "... apart from the settings of another make" test ! -e "$work/copy/elsewhere"
ok "make install" make -s -C "$work/copy" install PREFIX="$prefix"
ok "... to a path with a space" make -s -C "$work/copy" install PREFIX="$work/a prefix"
ok "... to DESTDIR" make -s -C "$work/copy" install DESTDIR="$work/stage"
is "PREFIX that is no absolute path" "$(make -s -C "$work/copy" install PREFIX=here 2>&1 |
    sed 's/.*\*\*\* //')" "PREFIX=here is not an absolute path.  Stop."
headers=$(cd emu && find include gpus -type f | sort)
rm -rf "$work/copy"

is "all headers and profiles are there" \
    "$(cd "$prefix/lib/emu" && find include gpus -type f | sort)" "$headers"
files() {
    (cd "$1" && find . ! -type d ! -path '*/include/*' ! -path '*/gpus/*' | sort | tr '\n' ' ')
}
all='./bin/emucc ./lib/emu/VERSION ./lib/emu/build/assembler ./lib/emu/build/libemu.a ./lib/emu/build/libemucublas.a ./lib/emu/build/libraries '\
'./lib/emu/build/rewrite '\
'./lib/emu/build/toolkit/bin/nvcc ./lib/emu/build/toolkit/include ./lib/emu/build/toolkit/lib64/libcublas.so '\
'./lib/emu/build/toolkit/lib64/libcublasLt.so ./lib/emu/build/toolkit/lib64/libcublasLt_static.a '\
'./lib/emu/build/toolkit/lib64/libcublas_static.a ./lib/emu/build/toolkit/lib64/libcuda.so '\
'./lib/emu/build/toolkit/lib64/libcudadevrt.a ./lib/emu/build/toolkit/lib64/libcudart.so '\
'./lib/emu/build/toolkit/lib64/libcudart_static.a ./lib/emu/build/toolkit/lib64/libemu.a '\
'./lib/emu/build/toolkit/lib64/libemucublas.a ./lib/emu/build/toolkit/lib64/libemugpus.a ./lib/emu/build/toolkit/version.json ./lib/emu/frontend/emucc ./lib/emu/frontend/find-blas ./lib/emu/frontend/options.sh ./share/man/man1/emucc.1 '
is "nothing else is" "$(files "$prefix")" "$all"
is "... nor in DESTDIR" "$(files "$work/stage/usr/local")" "$all"
is "bin/emucc is a relative link" "$(readlink "$prefix/bin/emucc")" ../lib/emu/frontend/emucc

PATH=$prefix/bin:$PATH
is "emucc is the installed one" "$(command -v emucc)" "$prefix/bin/emucc"
is "emucc --version" "$(emucc --version | head -n 1)" \
    "emucc $(cat emu/VERSION): CUDA C++ of release 13.0, for the CPU"
like "emucc --help" "$(emucc --help)" '^usage: emucc \[OPTION...\] FILE... \[-o OUTPUT\]$'
ok "... fits on a screen" test "$(emucc --help | wc -l)" -le 40

# --- programs

# The README's first program, and what it says there of it.
mkdir -p "$work/elsewhere/a folder"
cd "$work/elsewhere" || exit 1
awk '/^```cuda$/ { inside = 1; next } /^```$/ { inside = 0 } inside' \
    "$root/emu/README.md" >hello.cu
awk '/prints:$/ { found = 1 } found && /^```$/ { if (inside) exit; inside = 1; next } inside' \
    "$root/emu/README.md" >expected
is "the README's links lead somewhere" "$(cd "$root" && dead_links emu/README.md)" ''
ok "the README's program compiles" emucc hello.cu
ok "... and has an output there" test -s expected
is "... which it prints" "$(./a.out 2>&1)" "$(cat expected)"
sed 's/i <= n/i < n/' hello.cu >'a folder/its name.cu'
is "a folder with a space" "$(cd 'a folder' && emucc 'its name.cu' -o 'the program' &&
    './the program' 2>&1)" 'cudaSuccess
b[999] = 1998'
is "a prefix with a space" "$("$work/a prefix/bin/emucc" 'a folder/its name.cu' -o spaced &&
    ./spaced 2>&1)" 'cudaSuccess
b[999] = 1998'
printf '%s\n' '"a folder/its name.cu"' "-o 'of a file'" >options
ok "options from a file, with names in quotes" emucc --options-file options
ok "... of the program" test -x 'of a file'
is "EMU_GPU=nonsense" "$(EMU_GPU=nonsense ./a.out 2>&1)" "$prefix/lib/emu/gpus/nonsense.tsv: \
no such GPU profile; EMU_GPU names a file beside it, without .tsv"

# --- options: what reaches g++, what does not, what is refused

cat >options.cu <<'END'
#include <stdio.h>
#ifdef _OPENMP
#include <omp.h>
#endif
#ifndef TEXT
#define TEXT "no text"
#endif
__global__ void reverse(float *p)
{
    __shared__ float s[64];
    s[threadIdx.x] = p[threadIdx.x];
    p[threadIdx.x] = s[63 - threadIdx.x] * 3.0f + 0.0f;
}
int main()
{
    float *p;
    cudaMallocManaged(&p, 64 * sizeof *p);
    cudaMemset(p, 0, 64 * sizeof *p);
    reverse<<<1, 64>>>(p);
    cudaDeviceSynchronize();
#ifdef _OPENMP
    printf("OpenMP %d, ", omp_get_max_threads() > 0);
#endif
    printf("C++ %ld, %s\n", __cplusplus, TEXT);
}
END
# built NAME WANT OPTIONS...: options.cu compiles without a word, its race is found, and it
# prints WANT.
built() {
    name=$1 want=$2
    shift 2
    is "$name" "$({ emucc "$@" options.cu -o options && ./options; } 2>&1 |
        sed '/^  put /d; s/\(: RACE\):.*/\1/')" "options.cu:11: RACE
$want"
}
built "options that change nothing" 'C++ 201703, no text' -O3 -arch=sm_80 -code sm_80 \
    -gencode arch=compute_80,code=sm_80 --generate-code=arch=compute_90,code='"sm_90"' \
    -lineinfo -m64 -ccbin g++ -rdc=true --use_fast_math -Xptxas -O3,-v --ptxas-options=-v \
    --maxrregcount 64 -t 0 --threads=4 --expt-relaxed-constexpr -cudart static \
    --default-stream per-thread -diag-suppress 177 -Werror all-warnings \
    -Wno-deprecated-gpu-targets -lcudart -lcuda -lm
built "options of g++ without effect on kernels" 'C++ 201703, no text' -Xcompiler \
    -fPIC,-flto,-Ofast -Xcompiler '-ffast-math -fno-sanitize=thread -ftree-vectorize'
# code OPTIONS...: the instructions of options.cu.
code() {
    emucc "$@" -c options.cu -o code.o && objdump -d code.o
}
code >plain.code
ok "... there is code" grep -q 'reverse.*>:$' plain.code
for option in -fPIC -flto -Ofast -ffast-math; do
    is "... which $option does not change" "$(code -Xcompiler $option | cmp - plain.code 2>&1)" ''
done
like "... but -O0 does" "$(code -Xcompiler -O0 | cmp - plain.code 2>&1)" differ
if [ "$(uname -m)" = x86_64 ]; then
    unlike "no FMA where the source has none" "$(code -Xcompiler -march=haswell)" 'v?fn?m(add|sub)'
else
    skip 1 'not x86-64'
fi
built "options of g++ in every step" 'OpenMP 1, C++ 201703, no text' -Xcompiler=-fopenmp \
    --compiler-options '-Wall,-Wextra -O3' -Xlinker --as-needed,-rpath=/nowhere
like "... -Xlinker too" "$(readelf -d options)" '\[/nowhere\]'
built "a macro with a space and quotes" 'C++ 201703, a text' -D 'TEXT="a text"'
built "... behind -Xcompiler" 'C++ 201703, text' -Xcompiler '-DTEXT=&\"text\"[0]'
built "-forward-unknown-to-host-compiler" 'OpenMP 1, C++ 201703, no text' \
    --forward-unknown-to-host-compiler -fopenmp
built "--std c++11 is C++17" 'C++ 201703, no text' --std c++11
built "-std=c++20" 'C++ 202002, no text' -std=c++20
mkdir -p toolkit/crt
touch toolkit/crt/host_config.h
echo '#error "a header of the toolkit"' >toolkit/cuda_runtime.h
built "the toolkit's own headers" 'C++ 201703, no text' -Itoolkit -I toolkit -isystem=toolkit
cp options.cu options.cpp
is "-x cu" "$(emucc -x cu options.cpp -o options && ./options 2>/dev/null)" 'C++ 201703, no text'

# call NAME WANT ARGUMENTS...: a bad call, which says WANT.
call() {
    name=$1 want=$2
    shift 2
    is "$name" "$(emucc "$@" 2>&1; echo $?)" "emucc: $want
2"
}
for option in -fsanitize=address -pg -finstrument-functions --coverage; do
    call "-Xcompiler $option" \
        "'$option' would break the hooks in kernels: leave it out of -Xcompiler" \
        -Xcompiler -O2,$option options.cu
done
call "-Xcompiler -c" "'-c' is not possible in -Xcompiler: give it to emucc itself" \
    -Xcompiler -c options.cu
call "an option of g++ alone" \
    "unknown option '-fopenmp': an option of g++ is -Xcompiler -fopenmp" -fopenmp options.cu
call "an option without its value" "'--compiler-options' needs a value" \
    options.cu --compiler-options
call "-ptx" "'-ptx' is not supported: there is no GPU code" -ptx options.cu
call "-shared" "'-shared' is not supported: the emulator is a part of one program" \
    -shared options.cu
call "two sources, one object" "'-c' with '-o' takes one source file" \
    -c options.cu hello.cu -o both.o

# --- the man page

page=$prefix/share/man/man1/emucc.1
# What emucc takes by name, from the lines of its 'case' commands.
options=$(sed -n '/^is_valued/,/^}/p; /case .name in/,/^    esac/p' "$prefix/lib/emu/frontend/options.sh" |
    sed -n 's/^ *\(-[^)*[]*\)).*/\1/p' | tr '|' ' ' | tr -s ' ' '\n' | grep -v '[:=]' | sort -u)
ok "emucc has options" test "$(echo "$options" | wc -l)" -gt 80
sed 's/[\]//g' "$page" >"$work/page"
is "the man page has each" "$(for option in $options; do
    grep -qE -e "(^|[^a-zA-Z-])$option([^a-zA-Z_-]|\$)" "$work/page" || echo "$option"
done)" ''
is "... and each variable" "$(grep -rhoE 'getenv\("EMU_[A-Z]*' "$root"/emu/*/*.c | cut -d '"' -f 2 |
    sort -u | while read -r name; do grep -qF "$name" "$page" || echo "$name"; done)" ''
if command -v groff >/dev/null; then
    is "it has no error" "$(groff -man -Tutf8 -ww -z "$page" 2>&1)" ''
    like "it has text" "$(groff -man -Tutf8 -P-c "$page" | sed 's/.\x08//g')" \
        '^ *emucc - build CUDA C\+\+ programs for the CPU$'
else
    skip 2 'no groff'
fi

# --- parts that are missing, and uninstall

cd "$work/elsewhere" || exit 1
mkdir "$work/bin"
cat >"$work/bin/make" <<END
#!/bin/sh
touch '$work/made'
END
chmod +x "$work/bin/make"
for part in build/rewrite build/assembler build/libemu.a include/cuda/cuda_runtime.h gpus/h200.tsv; do
    mv "$prefix/lib/emu/$part" "$work/part"
    is "without $part" "$(PATH=$work/bin:$PATH emucc hello.cu -o hello 2>&1; echo $?)" \
        "emucc: '$prefix/lib/emu/$part' is missing: install the emulator again
2"
    mv "$work/part" "$prefix/lib/emu/$part"
done
ok "... nothing is built" test ! -e "$work/made"
ok "with all parts it works again" emucc hello.cu -o hello

cd "$root" || exit 1
ok "make uninstall" make -s -C emu uninstall PREFIX="$prefix"
is "... leaves no file" "$(find "$prefix" ! -type d)" ''
mkdir -p "$work/stage/usr/local/lib/other" && touch "$work/stage/usr/local/lib/other/file"
make -s -C emu uninstall DESTDIR="$work/stage"
is "... but other files" "$(find "$work/stage" ! -type d)" "$work/stage/usr/local/lib/other/file"
is "make help" "$(make -s -C emu help | awk '/^  [a-z]+ /{ print $1 }' | tr '\n' ' ')" \
    'all install uninstall test wasm clean help '
done_testing
