/*
 * System calls of the thread that runs a submission, and of the emulator's workers,
 * which it starts: an allow-list, since what is not on it has no business there.
 * keeper.h states the contract.
 *
 * The list was made from what the emulator, glibc 2.31 to 2.41 and libstdc++ call
 * (strace) once the program's files are open: memory, threads, signals, clocks, and
 * writing what is printed.
 */
#define _GNU_SOURCE /* CLONE_THREAD */
#include "runner/keeper.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#if defined(__x86_64__)
enum { MACHINE = AUDIT_ARCH_X86_64 };
#elif defined(__aarch64__)
enum { MACHINE = AUDIT_ARCH_AARCH64 };
#endif

static const int allowed[] = {
    /* memory */
    SYS_brk,
    SYS_mmap,
    SYS_munmap,
    SYS_mprotect,
    SYS_mremap,
    SYS_madvise,
    /* threads, as pthread_create() and the locks of the C library need them */
    SYS_futex,
    SYS_set_robust_list,
    SYS_rseq,
    SYS_sched_yield,
    SYS_sched_getaffinity,
    SYS_gettid,
    SYS_getpid,
    SYS_membarrier,
    SYS_exit,
    SYS_exit_group,
    /* signals: the emulator's own, and abort(), to this process alone (filter.c) */
    SYS_rt_sigaction,
    SYS_rt_sigprocmask,
    SYS_rt_sigreturn,
    SYS_sigaltstack,
    SYS_tgkill,
    SYS_restart_syscall,
    /* clocks */
    SYS_clock_gettime,
    SYS_clock_getres,
    SYS_gettimeofday,
    SYS_clock_nanosleep,
    SYS_nanosleep,
    SYS_timer_create,
    SYS_timer_settime,
    SYS_timer_delete,
    SYS_getrusage,
    SYS_prlimit64,
    /* what is printed, and random numbers for hash tables */
    SYS_write,
    SYS_writev,
    SYS_fstat,
    SYS_newfstatat,
    SYS_lseek,
    SYS_getrandom,
    /* keeper.c's; namespaces are filter.c's to refuse */
    SYS_close,
    SYS_close_range,
    SYS_unshare,
#ifdef __x86_64__
    SYS_time,
    SYS_arch_prctl,
#endif
};

enum { CALLS = sizeof allowed / sizeof allowed[0] };

static const struct sock_filter refuse =
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM);
static const struct sock_filter allow = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);

#define LOAD(field)                                                                    \
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))

bool calls_confine(void)
{
    /* Jumps count instructions that are passed over: if equal, else. */
    struct sock_filter code[2 * CALLS + 16] = {
        LOAD(arch),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, MACHINE, 1, 0),
        refuse,
        LOAD(nr),
        /* A thread, no process; clone3() keeps its flags where no filter sees them, and
           without it the C library calls clone(). */
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone3, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 4),
        LOAD(args[0]),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 0, 1),
        allow,
        refuse,
    };
    size_t n = 11;
    struct sock_fprog program = {.filter = code};

    for (size_t i = 0; i < CALLS; i++) {
        code[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K,
                                                 (unsigned)allowed[i], 0, 1);
        code[n++] = allow;
    }
    code[n++] = refuse;
    program.len = (unsigned short)n;
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}
