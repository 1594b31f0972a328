#!/bin/sh
# emucc: launches in every form, warp operations, and what it says of what it refuses.
. tests/tap.sh
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
emucc=$PWD/common/emu/emucc

for program in launches warp_ops; do
    ok "$program compiles without a word" sh -c \
        "said=\$('$emucc' -Wall -Wextra tests/emu/$program.cu -o '$scratch/p' 2>&1) &&
         echo \"\$said\" && [ -z \"\$said\" ]"
    is "$program runs" "$(EMU_NOTES=0 "$scratch/p" 2>&1)" right
done

refuse() { # NAME, REGEX of the message; the source on standard input
    cat >"$scratch/refused.cu"
    said=$(cd "$scratch" && "$emucc" -c refused.cu -o refused.o 2>&1)
    is "$1: exit status" "$?" 1
    like "$1: the message" "$said" "$2"
    is "$1: leaves no object" "$(find "$scratch" -name "*.o")" ""
}
refuse 'a syntax error behind a long launch' '^refused.cu:8:.*error:.*nonsense' <<'END'
__global__ void k(int *p)
{
    *p = 1;
}
void f(int *p)
{
    k<<<1,
        1>>>(p, nonsense);
}
END
refuse 'inline PTX' '^refused.cu:4: error: inline PTX' <<'END'
__global__ void k(int *p)
{
    int lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    *p = lane;
}
END
refuse 'a launch without a block' '^refused.cu:4: error: .<<<. takes at least' <<'END'
__global__ void k(int *p) { *p = 1; }
void f(int *p)
{
    k<<<1>>>(p);
}
END
refuse 'a header that is not there' 'cuda_of_tomorrow.h: No such file' <<'END'
#include <cuda_of_tomorrow.h>
END

call() { # NAME REGEX ARGUMENTS...: a bad call
    name=$1 regex=$2
    shift 2
    said=$("$emucc" "$@" 2>&1)
    is "$name: exit status" "$?" 2
    like "$name: the message" "$said" "$regex"
}
call 'no such file' "^emucc: no such file: 'gone.cu'$" gone.cu -o "$scratch/p"
call 'no input' '^emucc: no input' -o "$scratch/p"
call 'an unknown option' "^emucc: unknown option '-frobnicate'$" -frobnicate x.cu
is 'an unknown GPU' "$(EMU_GPU=nonsense "$scratch/p" 2>&1 |
    sed 's|.*common/gpus|common/gpus|')" \
    'common/gpus/nonsense.tsv: no such GPU profile; EMU_GPU names a file beside it, without .tsv'

mkdir "$scratch/a path"
cp tests/emu/warp_ops.cu "$scratch/a path/its name.cu"
ok 'paths with spaces' sh -c "cd '$scratch/a path' && '$emucc' 'its name.cu' -o 'the program'"
is 'and the program runs' "$("$scratch/a path/the program")" right

done_testing
