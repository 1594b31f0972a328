#!/bin/sh
# The sandbox alone. A program cannot access anything outside, is ended within its limits,
# and leaves nothing behind. The sandbox reports how it ended. With bubblewrap, if that
# works, and without; as root, if root runs this, and as a user.
. tests/tap.sh
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
sandbox=$PWD/build/grade/sandbox
needs_guard "$scratch"
mkdir "$scratch/own" && echo secret >"$scratch/secret" && chmod 755 "$scratch" &&
    chmod 777 "$scratch/own" || exit 1

cat >"$scratch/calls.c" <<'C'
/* Prints the names of system calls that are not refused. */
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>
#define TRY(call) (errno = 0, (call) < 0 && errno == EPERM ? 0 : puts(#call))
int main(void)
{
    TRY(socket(AF_INET, SOCK_STREAM, 0));
    TRY(socket(AF_UNIX, SOCK_STREAM, 0));
    TRY(ptrace(PTRACE_TRACEME, 0, 0, 0));
    TRY(kill(getppid(), 0));
    TRY(unshare(CLONE_NEWUSER));
    TRY(syscall(SYS_keyctl, 0, 0, 0, 0, 0));
    TRY(syscall(SYS_bpf, 0, 0, 0));
    TRY(memfd_create("x", 0));
    TRY(shmget(1, 4096, IPC_CREAT | 0600));
    TRY(fork());
    puts("end");
    return 0;
}
C
gcc "$scratch/calls.c" -o "$scratch/calls" || exit 1

# run OPTION... -- COMMAND...: how it ended, in $ended; what it printed, in $said.
run() {
    said=$("$sandbox" ${how:+--plain} --read "$scratch/calls" --write "$scratch/own" \
        --chdir "$scratch/own" --status 3 "$@" 3>"$scratch/status" 2>&1 </dev/null)
    ended=$(cat "$scratch/status")
}
# ends NAME HOW OPTION... -- COMMAND...
ends() {
    name=$1 want=$2
    shift 2
    run "$@"
    is "$name: ends by '$want'$how" "$ended" "$want"
}
# What is left of all this: processes that work in, or are, something of $scratch.
left() {
    find /proc/[0-9]*/cwd /proc/[0-9]*/exe -maxdepth 0 -lname "$scratch/*" 2>/dev/null
}

# shellcheck disable=SC2016  # shells in the sandbox expand it
suite() {
    ends 'a command' 'exit 7' -- sh -c 'echo "$PATH"; exit 7'
    is "its output is passed on$how" "$said" /usr/local/bin:/usr/bin:/bin
    ends 'a signal' 'signal 11' -- sh -c 'kill -SEGV $$; sleep 1'
    HOME=/root SECRET=1 run -- env
    unlike "the environment is not passed on$how" "$said" '^(HOME|SECRET)='
    run -- sh -c "cat '$scratch/secret'; echo over >'$scratch/secret'; ls '$PWD' /tmp"
    unlike "other files cannot be read$how" "$said" 'secret$|Makefile'
    is "or written$how" "$(cat "$scratch/secret")" secret
    run -- sh -c 'echo mine >own && cat own'
    is "its own folder can be$how" "$said" mine
    run --alone -- "$scratch/calls"
    is "system calls are refused$how" "$said" end

    ends 'sleep' 'wall 0' --wall 1 -- sleep 100
    ends 'a program that stops itself' 'wall 0' --wall 1 -- sh -c 'kill -STOP $$'
    ends 'an endless loop' 'signal 24' --cpu 1 -- sh -c 'while :; do :; done'
    ends 'a bomb of memory' 'memory 0' --memory 64 -- \
        awk 'BEGIN { s = "xxxxxxxx"; while (++i < 26) s = s s }'
    ends 'a bomb of addresses' 'exit 2' --address 64 -- \
        awk 'BEGIN { s = "xxxxxxxx"; while (++i < 26) s = s s }'
    ends 'a flood' 'output 0' --output 1 -- sh -c 'while :; do echo flood flood; done'
    ok "which is cut off$how" [ "${#said}" -le 1048576 ]
    ends 'many files' 'disk 0' --disk 4 -- sh -c \
        'while [ $((i += 1)) -lt 99 ]; do head -c 3000000 /usr/bin/perl >f$i; done; sleep 9'
    rm -f "$scratch/own"/*
    ends 'many processes' 'processes 0' --processes 40 -- sh -c \
        'i=0; while [ $((i += 1)) -lt 200 ]; do sleep 100 & done; wait'
    ends 'a daemon' 'exit 0' -- sh -c \
        'setsid sh -c "setsid sleep 1000 & setsid sleep 1001 &" & sleep 0.1'
    is "nothing is left$how" "$(left)" ''
}

how=''
ok 'this machine protects itself' "$sandbox" --probe
like 'the sandbox says what protects' "$("$sandbox" --probe)" \
    '^protection: limits on time, memory, output and disk; .*(Landlock [0-9]|bubblewrap)'
suite
how='--plain '
suite

# The supervisor itself is ended: what it watched ends with it.
"$sandbox" --write "$scratch/own" --chdir "$scratch/own" -- sleep 1000 2>/dev/null &
pid=$!
sleep 0.3
kill -TERM "$pid"
wait "$pid"
is 'with the sandbox ends what is in it' "$(left)" ''

if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
    as_user() { setpriv --reuid=65534 --regid=65534 --clear-groups "$sandbox" "$@" 2>&1; }
    probe=$(as_user --probe)
    like 'to an ordinary user as well' "$probe" \
        '^protection: limits on time, memory, output and disk; .*(Landlock [0-9]|bubblewrap)'
    case $probe in
    *'; bubblewrap'*)
        is 'an ordinary user' "$(as_user -- sh -c 'cat /etc/passwd; echo ran')" \
            "$(printf 'cat: /etc/passwd: %s\nran' 'No such file or directory')" ;;
    *) skip 1 "an ordinary user gets no bubblewrap here: ${probe##*missing: }" ;;
    esac
    like 'an ordinary user, without bubblewrap' \
        "$(as_user --plain -- sh -c 'cat /etc/passwd; echo ran')" '^ran$'
    unlike 'who still reads nothing' "$(as_user --plain -- cat /etc/passwd)" root
else
    skip 4 'not root'
fi
like 'a mistake in the call' "$("$sandbox" --wall soon -- true 2>&1)" \
    "^sandbox: 'soon' is not a number$"
done_testing
