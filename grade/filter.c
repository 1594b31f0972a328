/* Filters of system calls, by libseccomp; filter.h has the contract. */
#define _GNU_SOURCE /* CLONE_* */
#include "grade/filter.h"

#include <errno.h>
#include <sched.h>
#include <seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

/* Calls that no compiler and no kernel needs. A name that this machine does not have is
   ignored. */
static const char *const refused[] = {
    /* network */
    "socket", "socketpair", "connect", "bind", "listen", "accept", "accept4",
    /* other processes */
    "ptrace", "process_vm_readv", "process_vm_writev", "process_madvise", "pidfd_open",
    "pidfd_getfd", "pidfd_send_signal", "kcmp", "rt_sigqueueinfo", "rt_tgsigqueueinfo",
    "tkill", "setpriority", "ioprio_set", "move_pages", "migrate_pages",
    "sched_setattr", "sched_setscheduler", "sched_setparam",
    /* memory that remains after the process, or is not in a file */
    "shmget", "shmat", "semget", "msgget", "mq_open", "memfd_create", "memfd_secret",
    "keyctl", "add_key", "request_key", "mlock", "mlockall", "mlock2",
    /* other views of the machine */
    "mount", "umount2", "setns", "chroot", "pivot_root", "open_tree", "move_mount",
    "fsopen", "fsconfig", "fsmount", "fspick", "mount_setattr", "name_to_handle_at",
    "open_by_handle_at", "fanotify_init", "inotify_init", "inotify_init1", "mknod",
    "mknodat", "quotactl", "swapon", "swapoff", "acct",
    /* the kernel itself */
    "bpf", "perf_event_open", "userfaultfd", "io_uring_setup", "io_uring_enter",
    "io_uring_register", "init_module", "finit_module", "delete_module", "kexec_load",
    "kexec_file_load", "reboot", "syslog", "settimeofday", "clock_settime",
    "clock_adjtime", "adjtimex", "sethostname", "setdomainname", "iopl", "ioperm",
    "modify_ldt", "personality", "lookup_dcookie", "nfsservctl", "vhangup"};

/* More calls, for a program that may start no process. */
static const char *const processes[] = {"fork", "vfork", "setsid", "setpgid"};

enum {
    NAMESPACES = CLONE_NEWNS | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET |
                 CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP
};

bool filter_works(void)
{
    return prctl(PR_GET_SECCOMP, 0, 0, 0, 0) == 0;
}

static int refuse(scmp_filter_ctx filter, const char *const *names, size_t n)
{
    int error = 0;

    for (size_t i = 0; i < n; i++) {
        const int call = seccomp_syscall_resolve_name(names[i]);

        if (call != __NR_SCMP_ERROR)
            error |= seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), call, 0);
    }
    return error;
}

/* Signals only to the process itself: its number does not change by exec. */
static int refuse_signals(scmp_filter_ctx filter)
{
    const scmp_datum_t self = (scmp_datum_t)getpid();
    const int calls[] = {SCMP_SYS(kill), SCMP_SYS(tgkill)};
    int error = 0;

    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++)
        error |= seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), calls[i], 1,
                                  SCMP_A0(SCMP_CMP_NE, self));
    return error;
}

static int refuse_clones(scmp_filter_ctx filter, bool alone)
{
    /* clone3 has its flags in memory, where no filter sees them. Without clone3, libc
       uses clone. */
    int error = seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);

    const int calls[] = {SCMP_SYS(clone), SCMP_SYS(unshare)};

    for (int bit = 0; bit < 31; bit++)
        for (int i = 0; NAMESPACES & 1 << bit && i < 2; i++)
            error |=
                seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), calls[i], 1,
                                 SCMP_A0(SCMP_CMP_MASKED_EQ, 1u << bit, 1u << bit));
    if (alone)
        error |= seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(clone), 1,
                                  SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0));
    return error;
}

/* These requests put input into a terminal. */
static int refuse_typing(scmp_filter_ctx filter)
{
    const scmp_datum_t push = 0x5412, line = 0x541c; /* TIOCSTI, TIOCLINUX */

    return seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(ioctl), 1,
                            SCMP_A1(SCMP_CMP_MASKED_EQ, 0xffffffff, push)) |
           seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(ioctl), 1,
                            SCMP_A1(SCMP_CMP_MASKED_EQ, 0xffffffff, line));
}

void filter_calls(bool alone)
{
    scmp_filter_ctx filter;
    int error;

    if (!filter_works())
        return;
    filter = seccomp_init(SCMP_ACT_ALLOW); /* calls of other machines end the process */
    error = !filter;
    if (!error)
        error = refuse(filter, refused, sizeof refused / sizeof refused[0]) |
                refuse_signals(filter) | refuse_clones(filter, alone) |
                refuse_typing(filter);
    if (!error && alone)
        error = refuse(filter, processes, sizeof processes / sizeof processes[0]);
    if (!error)
        error = seccomp_load(filter);
    if (error) {
        fprintf(stderr, "sandbox: cannot filter system calls: %s\n", strerror(errno));
        _exit(2);
    }
    seccomp_release(filter);
}
