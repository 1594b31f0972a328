# TAP for tests in shell: source this file, call ok, is, like and skip, and end with
# done_testing. Run from the repository's root, as `prove` does.
#
#   ok "name" COMMAND...       the command succeeds
#   is "name" GOT WANT         two strings are the same
#   like "name" TEXT REGEX     some line of TEXT matches an extended regular expression
#   unlike "name" TEXT REGEX   no line does
#   skip N "why"               N tests are not run
#   diag TEXT                  a remark, to standard error
#   copy_tree DIR              copies the course with what is built, to be worked in;
#                              labs that are filled in become skeletons
#   commit_tree DIR            copies the course and commits it to a repository of its own,
#                              dated long ago, so that what is built is newer; likewise
#   needs_guard DIR            skips all tests where this machine has nothing that guards
#                              its files from a submission
#   is_left_out NAME           true in 'make test' if tests/test-all.tsv leaves it to test-all
#   commit                     commits what changed in the repository that one is in

tap_count=0
tap_failed=0
trap 'exit 1' HUP INT TERM

# Tests say what they want of make themselves.
unset MAKEFLAGS MFLAGS MAKELEVEL FROM KERNEL BACKEND GPU SEED EMU_GPU MACHINE_IS_FIT
export LC_ALL=C.UTF-8 LANGUAGE='' # as the Makefile does

tap_left_out=$(sed '/^#/d; s/\t.*//; s/ /\\ /g' tests/test-all.tsv 2>/dev/null | paste -sd '|')
[ -z "${ALL-}" ] || tap_left_out=''
eval "is_left_out() { case \$1 in ${tap_left_out:-''}) ;; *) return 1 ;; esac; }"

diag() {
    printf '%s\n' "$*" | sed 's/^/# /' >&2
}

tap_result() { # STATUS NAME
    tap_count=$((tap_count + 1))
    if [ "$1" = 0 ]; then
        echo "ok $tap_count - $2"
    else
        echo "not ok $tap_count - $2"
        tap_failed=$((tap_failed + 1))
        return 1
    fi
}

ok() {
    tap_name=$1
    shift
    if tap_output=$("$@" 2>&1); then
        tap_result 0 "$tap_name"
    else
        tap_status=$?
        tap_result 1 "$tap_name"
        diag "status $tap_status of: $*"
        [ -z "$tap_output" ] || diag "$tap_output"
    fi
}

is() {
    if [ "$2" = "$3" ]; then
        tap_result 0 "$1"
    else
        tap_result 1 "$1"
        diag "got:  $2"
        diag "want: $3"
    fi
}

like() {
    if printf '%s\n' "$2" | grep -Eq -- "$3"; then
        tap_result 0 "$1"
    else
        tap_result 1 "$1"
        diag "no line of this text: $2"
        diag "matches: $3"
    fi
}

unlike() {
    if printf '%s\n' "$2" | grep -Eq -- "$3"; then
        tap_result 1 "$1"
        diag "a line of this text: $2"
        diag "matches: $3"
    else
        tap_result 0 "$1"
    fi
}

skip() {
    tap_skip=$1
    while [ "$tap_skip" -gt 0 ]; do
        tap_count=$((tap_count + 1))
        echo "ok $tap_count # SKIP $2"
        tap_skip=$((tap_skip - 1))
    done
}

skeletons() { # FOLDER
    for tap_lab in labs/[0-9][0-9]_*; do
        tap_file=$1/$tap_lab/kernel.cu
        tests/skeleton "${tap_lab#labs/}" >"$tap_file.new" || return
        if cmp -s "$tap_file" "$tap_file.new"; then # it keeps its date
            rm "$tap_file.new"
        else
            mv "$tap_file.new" "$tap_file"
        fi
    done
}

# copies FILE... DIR, of a tree in which other tests make files and take them away: what is
# gone between the listing and its copy makes cp fail, and is not there a second time.
copies() {
    cp -a "$@" 2>/dev/null || cp -a "$@" 2>/dev/null || cp -a "$@"
}

copy_tree() {
    tests/expand && mkdir -p "$1" && copies Makefile common grade view emu labs solutions tools tests "$1" &&
        { [ ! -d docs ] || copies docs "$1"; } && { [ ! -d build ] || copies build "$1"; } &&
        skeletons "$1" || { diag "copy_tree: the course could not be copied to $1" && return 1; }
    # Its headers have another path. Where g++ cannot use what it has made of them, emucc
    # compiles without.
    (cd "$1" && emu/frontend/emucc --precompile) || diag "copy_tree: no precompiled headers"
}

commit() {
    git add -A && GIT_COMMITTER_DATE='2001-01-01T00:00:00Z' \
        git -c user.name=test -c user.email=test@example.org commit -qm course
}

commit_tree() {
    export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
    mkdir -p "$1" || return
    for tap_file in * .[a-z]*; do
        case $tap_file in
        build | results | .git | gradescope.zip) ;;
        *) cp -a "$tap_file" "$1" || return ;;
        esac
    done
    skeletons "$1" || return
    (cd "$1" && git init -q . && commit)
}

needs_guard() { # FOLDER, to work in
    printf '%s\n' '#define _GNU_SOURCE' '#include <unistd.h>' \
        'int main(void) { return syscall(444, 0, 0, 1) <= 0; } /* landlock_create_ruleset */' |
        gcc -x c - -o "$1/landlock" && "$1/landlock" && return
    bwrap --unshare-user --ro-bind / / true 2>/dev/null && return
    echo '1..0 # SKIP neither Landlock nor user namespaces: nothing guards files here'
    exit 0
}

done_testing() {
    echo "1..$tap_count"
    [ "$tap_failed" = 0 ]
    exit
}
