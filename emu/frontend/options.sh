# shellcheck shell=sh
# The options of emucc, which sources this file: from "$@" into variables. See emucc.

output='' only='' language='' sources='' check='' forward='' verbose='' pie='' shared='' run=''
flavor='' # of --plain and --guard, for the name of what is precompiled
registers='' # of -maxrregcount
cublas=''    # of -lcublas
objects_in=''
depend='' depend_file='' depend_target='' depend_phony='' # -MMD, -MF FILE, -MT TARGET, -MP
preprocess='' compile='-O2' debug='-g1' warn='' host='' link='' std='' c_std='' # for g++, quoted

newline='
'
quote() {
    case $1 in
    *\'*) printf "'%s' " "$(printf %s "$1" | sed "s/'/'\\\\''/g")" ;;
    *) printf "'%s' " "$1" ;;
    esac
}

# The long names of nvcc that have another short one, NAME:SHORT.
long_names=' compile:-c device-c:-c dc:-c preprocess:-E device-link:-dlink
 generate-dependencies:-M generate-nonsystem-dependencies:-MM
 generate-dependencies-with-compile:-MD generate-nonsystem-dependencies-with-compile:-MMD
 generate-dependency-targets:-MP dependency-output:-MF dependency-target-name:-MT
 output-file:-o include-path:-I system-include:-isystem define-macro:-D undefine-macro:-U
 pre-include:-include library:-l library-path:-L optimize:-O disable-warnings:-w
 compiler-options:-Xcompiler linker-options:-Xlinker ptxas-options:-Xptxas
 nvlink-options:-Xnvlink archive-options:-Xarchive compiler-bindir:-ccbin
 gpu-architecture:-arch gpu-code:-code generate-code:-gencode machine:-m threads:-t
 relocatable-device-code:-rdc options-file:-optf output-directory:-odir
 minimal:-minimal jump-table-density:-jump-table-density check:--check guard:--guard plain:--plain precompile:--precompile run:--run '

# short_name OPTION: sets 'name' to the short name, which begins with one '-'.
short_name() {
    name=${1#-}
    name=${name#-}
    case $long_names in
    *[[:space:]]"$name":*)
        name=${long_names##*[[:space:]]"$name":}
        name=${name%%[[:space:]]*} ;;
    *) name=-$name ;;
    esac
}

# is_valued NAME: true if the option takes a value, as the next argument or after '='.
is_valued() {
    case $1 in
    -o | -x | -I | -D | -U | -L | -l | -m | -t | -MF | -MT | -std | -include | -isystem) ;;
    -Xcompiler | -Xlinker | -Xptxas | -Xnvlink | -Xcudafe | -Xarchive | -Xfatbin) ;;
    -arch | -code | -gencode | -maxrregcount | -ccbin | -cudart | -cudadevrt | -rdc) ;;
    -ftz | -fmad | -prec-div | -prec-sqrt | -dopt | -default-stream | -keep-dir) ;;
    -jump-table-density | -time | -optf | -odir) ;;
    -split-compile | -diag-suppress | -diag-error | -diag-warn | -brief-diag) ;;
    --check | --run) ;;
    *) return 1 ;;
    esac
}

# folder OPTION FOLDER: a folder of headers; not the CUDA toolkit's, which would hide the
# emulator's.
folder() {
    [ -f "$2/crt/host_config.h" ] || preprocess="$preprocess$1 $(quote "$2")"
}

# host_option OPTION: an option of g++, from -Xcompiler.
host_option() {
    case $1 in
    -MD | -MMD) depend=$1 ;;
    -MP) depend_phony=$1 ;;
    -I?*) folder -I "${1#-I}" ;;
    -D?* | -U?*) preprocess="$preprocess$(quote "$1")" ;;
    -std=*++*) std=${1#-std=} ;;
    -std=*) c_std=$1 ;;
    -Wl,* | -L?* | -l?* | -static | -rdynamic) link="$link$(quote "$1")" ;;
    -W* | -w) warn="$warn $(quote "$1")" ;;
    -O | -O[0123gs]) compile="$compile $(quote "$1")" ;;
    # Not for kernels, which keep the arithmetic of the source; nor for linking, which
    # would change it as well.
    -Ofast | -f*math*) host="$host$(quote "$1")" ;;
    -fsanitize* | -fprofile* | -finstrument* | -fsplit-stack | -p | -pg | --coverage | -m32)
        die "'$1' would break the hooks in kernels: leave it out of -Xcompiler" ;;
    -c | -E | -S | -M* | -o* | -x* | -shared)
        die "'$1' is not possible in -Xcompiler: give it to emucc itself" ;;
    *) preprocess="$preprocess$(quote "$1")" compile="$compile $(quote "$1")"
        link="$link$(quote "$1")" ;;
    esac
}

linker_option() {
    link="$link-Xlinker $(quote "$1")"
}

# each FUNCTION LIST: calls FUNCTION with each word of LIST. Commas and spaces separate
# words, as in nvcc: but not in double quotes, nor a comma after a backslash. \" is a quote.
each() {
    function=$1
    words=$(printf '%s\n' "$2" | awk '{
        gsub(/\\"/, "\002")
        n = split($0, part, "\"")
        for (i = 1; i <= n; i++) {
            gsub(/\\,/, "\001", part[i])
            if (i % 2)
                gsub(/[, ]+/, "\n", part[i])
            gsub("\001", ",", part[i])
            gsub("\002", "\"", part[i])
            printf "%s", part[i]
        } }')
    while IFS= read -r word; do
        [ -z "$word" ] || "$function" "$word"
    done <<END
$words
END
}

# What CMake looks for in the output of nvcc -v: where the toolkit is, and how g++ links.
say_toolkit() {
    toolkit=$emu/build/toolkit
    libraries="-L$toolkit/lib64"
    printf '#$ %s\n' "PATH=$toolkit/bin:$PATH" "TOP=$toolkit" \
        "NVVMIR_LIBRARY_DIR=$toolkit/nvvm/libdevice" "INCLUDES=-I$toolkit/include" \
        "LIBRARIES=$libraries" >&2
}

while [ $# -gt 0 ]; do
    case $1 in
    -[IDULl]?* | -W?* | [!-]*) name=$1 ;;
    -*=*) # NAME=VALUE is NAME VALUE
        short_name "${1%%=*}"
        if is_valued "$name"; then
            value=${1#*=}
            shift
            set -- "$name" "$value" "$@"
        else
            name=$name=${1#*=}
        fi ;;
    *) short_name "$1" ;;
    esac
    if is_valued "$name"; then
        [ $# -gt 1 ] || die "'$1' needs a value"
        shift
    fi
    case $name in
    -c | -E | -M | -MM | -dlink | --precompile) only=$name ;;
    -o) output=$1 ;;
    -x) language=$1 ;;
    -I | -isystem) folder "$name" "$1" ;;
    -I*) folder -I "${name#-I}" ;;
    -D | -U | -include) preprocess="$preprocess$name $(quote "$1")" ;;
    -D* | -U*) preprocess="$preprocess$(quote "$name")" ;;
    -MD | -MMD) depend=$name ;;
    -MP) depend_phony=$name ;;
    -MF) depend_file=$1 ;;
    -MT) depend_target=$1 ;;
    -std) std=$1 ;;
    -O[0123]) compile="$compile $name" ;;
    -O) case ${2-} in
        [0123]) compile="$compile -O$2"; shift ;;
        esac ;;
    -Xcompiler) each host_option "$1" ;;
    -Xlinker) each linker_option "$1" ;;
    -Wl,*) link="$link$(quote "$name")" ;;
    -Werror | -Werror=all-warnings) warn="$warn -Werror"
        case $name:${2-} in # nvcc's -Werror has a value
        -Werror:all-warnings | -Werror:cross-execution-space-call | -Werror:reorder | \
            -Werror:deprecated-declarations | -Werror:default-stream-launch) shift ;;
        esac ;;
    -W*gpu-targets | -W*stream-launch | -W*launch-bounds | -W*-space-call) ;; # only nvcc's
    -W* | -w) warn="$warn $(quote "$name")" ;;
    -fsanitize=signed-integer-overflow) flavor="$flavor.overflow" watch="$watch $name" ;;
    -lcuda | -lcudart | -lcudart_static | -lcudadevrt | -lculibos) ;;
    -lcublas | -lcublas_static | -lcublasLt | -lcublasLt_static) cublas=1 ;;
    -lcurand | -lcufft | -lcusparse | -lcusolver | -lcudnn) ;; # do not exist here
    -lnvrtc | -lnccl) ;;
    -lineinfo | -link | -lto) ;;
    -optf) # the words of the file are options
        [ -f "$1" ] || die "no such file: '$1'"
        options=$(xargs -r printf '%s\n' <"$1") || die "$1: a quote without its end"
        shift
        before=$IFS IFS=$newline
        set -f
        # shellcheck disable=SC2086
        set -- $options "$@"
        set +f
        IFS=$before
        continue ;;
    -odir) objects_in=${1%/}/ ;;
    -t[0-9]*) ;;
    -lib) die "'$1' is not supported: make the library with ar, of objects" ;;
    -shared) shared=1 ;;
    -ptx | -cubin | -fatbin | -ltoir | -optix-ir) die "'$1' is not supported: there is no GPU code" ;;
    -pg | -profile) die "'$1' would break the hooks in kernels: leave it out" ;;
    -l | -L) link="$link$(quote "$name$1")" ;;
    -l* | -L*) link="$link$(quote "$name")" ;;
    --guard) flavor="$flavor.guard" watch="$watch -mindirect-branch=thunk-extern -mindirect-branch-register" ;;
    --plain) flavor="$flavor.plain" watch=$(printf %s "$watch" | sed 's/^-fsanitize=thread//') ;;
    --check) check=$1 ;;
    --run) run=$1 # what follows is for the program
        shift
        break ;;
    -maxrregcount) case $1 in
        *[!0-9]*) ;; # archmin, archmax
        *) registers=$1 ;;
        esac ;;
    # Options without an effect here; after them, such options with values.
    -g | -G | -debug | -device-debug) debug=-g ;;
    -v | -verbose) verbose=1 ;;
    -generate-line-info | -m64) ;;
    -use_fast_math | -extended-lambda | -expt-extended-lambda | -expt-relaxed-constexpr) ;;
    -res-usage | -resource-usage | -src-in-ptx | -source-in-ptx | -restrict | -keep) ;;
    -save-temps | -dlto | -dlink-time-opt | -ewp | -allow-unsupported-compiler) ;;
    -noprof | -nodlink | -minimal | -use-local-env | -objtemp) ;;
    -extra-device-vectorization | -no-compress | -no-align-double) ;;
    -forward-unknown-*) forward=1 pie=1 ;; # CMake's: g++ may link the program
    -*) if is_valued "$name"; then
            :
        elif [ -n "$forward" ]; then
            host_option "$1"
        else
            case $1 in
            -fno-* | -fopenmp | -ffast-math | -f[pP][iI]* | -march* | -mtune* | -mavx* | -pthread)
                die "unknown option '$1': an option of g++ is -Xcompiler $1" ;;
            *) die "unknown option '$1'" ;;
            esac
        fi ;;
    *) [ -f "$1" ] || {
            [ -z "$verbose" ] || say_toolkit
            die "no such file: '$1'"
        }
        case $1 in
        *.o | *.a | *.so | *.so.*) link="$link$(quote "$1")" ;;
        *.cu | *.c | *.cc | *.cpp | *.cxx) sources="$sources$(quote "$1")" ;;
        *) if [ -n "$language" ]; then
                sources="$sources$(quote "$1")"
            else
                link="$link$(quote "$1")"
            fi ;;
        esac ;;
    esac
    shift
done
if [ -n "$run" ]; then
    [ -f "$run" ] || die "no such file: '$run'"
    sources="$sources$(quote "$run")" arguments=''
    for argument; do
        arguments="$arguments$(quote "$argument")"
    done
    [ -z "$only$output" ] || die "'--run' compiles and runs: without ${only:--o}"
fi
[ -z "$shared" ] || [ "$only" = -dlink ] ||
    die "'-shared' is not supported: the emulator is a part of one program"
[ -n "$sources$link" ] || [ "$only" = --precompile ] || die "no input: emucc FILE.cu -o PROG"

# The headers need C++17, which is nvcc's default.
case ${std#gnu} in
'' | c++98 | c++03 | c++11 | c++14 | ++98 | ++03 | ++11 | ++14) cu_std=c++17 ;;
*) cu_std=$std ;;
esac
std=${std:+-std=$std}
