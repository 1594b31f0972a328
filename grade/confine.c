/* Resources, rights and files of a sandboxed program; confine.h has the contract. */
#define _GNU_SOURCE /* O_PATH, syscall */
#include "grade/confine.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/landlock.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "grade/filter.h"

const char *const confine_system[] = {"/usr",
                                      "/lib",
                                      "/lib64",
                                      "/bin",
                                      "/etc/ld.so.cache",
                                      "/etc/alternatives",
                                      "/sys/devices/system/cpu",
                                      NULL};

static _Noreturn void fail(const char *what)
{
    fprintf(stderr, "sandbox: %s: %s\n", what, strerror(errno));
    _exit(2);
}

static void limit(int what, double value)
{
    const struct rlimit l = {(rlim_t)value, (rlim_t)value};

    if (setrlimit(what, &l) != 0)
        fail("cannot set a limit");
}

/* First a signal that shows the cause, and a second later the end. */
static void limit_processor(double seconds)
{
    const struct rlimit l = {(rlim_t)seconds, (rlim_t)seconds + 1};

    if (setrlimit(RLIMIT_CPU, &l) != 0)
        fail("cannot set a limit");
}

static void limit_resources(const struct confine *c)
{
    const double mb = 1 << 20;

    limit(RLIMIT_CORE, 0);
    limit_processor(c->cpu);
    limit(RLIMIT_FSIZE, c->file_mb * mb);
    limit(RLIMIT_NOFILE, 256);
    limit(RLIMIT_STACK, 8 * mb);
    if (c->address_mb > 0)
        limit(RLIMIT_AS, c->address_mb * mb);
}

/* Root without its rights is an ordinary user. */
static void drop_rights(void)
{
    struct __user_cap_header_struct head = {_LINUX_CAPABILITY_VERSION_3, 0};
    const struct __user_cap_data_struct none[2] = {{0, 0, 0}, {0, 0, 0}};

    for (int cap = 0; prctl(PR_CAPBSET_READ, cap, 0, 0, 0) >= 0; cap++)
        prctl(PR_CAPBSET_DROP, cap, 0, 0, 0); /* which only root can do, or needs */
    if (syscall(SYS_capset, &head, none) != 0)
        fail("cannot give up rights");
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        fail("cannot rule out new rights");
}

int confine_landlock(void)
{
    const long version =
        syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);

    return version > 0 ? (int)version : 0;
}

/* Landlock's rights on files: bits 0 to 15, fewer in early kernels. Headers may be
   older than the kernel, so the bits are computed here. */
enum {
    EXECUTE = 1 << 0,
    WRITE_FILE = 1 << 1,
    READ_FILE = 1 << 2,
    READ_DIR = 1 << 3,
    ON_FILES = 1 << 0 | 1 << 1 | 1 << 2 | 1 << 14 | 1 << 15
};

static uint64_t all_rights(int version)
{
    const int bits = version < 2 ? 13 : version < 3 ? 14 : version < 5 ? 15 : 16;

    return (1u << bits) - 1;
}

/* A path that does not exist needs no right. */
static void allow(int rules, const char *path, uint64_t rights)
{
    struct landlock_path_beneath_attr rule = {.allowed_access = rights};
    struct stat s;

    rule.parent_fd = open(path, O_PATH | O_CLOEXEC);
    if (rule.parent_fd < 0)
        return;
    if (fstat(rule.parent_fd, &s) != 0)
        fail(path);
    if (!S_ISDIR(s.st_mode))
        rule.allowed_access &= ON_FILES;
    if (syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) !=
        0)
        fail(path);
    close(rule.parent_fd);
}

static void limit_files(const struct confine *c)
{
    /* As in linux/landlock.h: files; from version 4 on TCP; from 6 on signals and
       sockets of processes outside. */
    struct {
        uint64_t files, network, scope;
    } handled = {0, 0, 0};
    const int version = confine_landlock();
    const uint64_t all = all_rights(version);
    int rules;

    if (!version)
        return;
    handled.files = all;
    handled.network = version >= 4 ? 3 : 0;
    handled.scope = version >= 6 ? 3 : 0;
    rules = (int)syscall(SYS_landlock_create_ruleset, &handled,
                         version < 4   ? 8
                         : version < 6 ? 16
                                       : 24,
                         0);
    if (rules < 0)
        fail("cannot make rules for files");
    for (const char *const *path = confine_system; *path; path++)
        allow(rules, *path, READ_FILE | READ_DIR | (c->alone ? 0 : EXECUTE));
    for (int i = 0; i < c->reads; i++)
        allow(rules, c->read[i], EXECUTE | READ_FILE | READ_DIR);
    allow(rules, "/proc/self", READ_FILE | READ_DIR);
    allow(rules, "/dev/null", READ_FILE | WRITE_FILE);
    if (c->alone) /* the loader of programs with shared libraries */
        allow(rules, "/lib64/ld-linux-x86-64.so.2", EXECUTE | READ_FILE);
    if (c->write)
        allow(rules, c->write, all & ~(uint64_t)(1 << 6 | 1 << 9 | 1 << 10 | 1 << 11));
    if (syscall(SYS_landlock_restrict_self, rules, 0) != 0)
        fail("cannot apply rules for files");
    close(rules);
}

void confine_self(const struct confine *c)
{
    drop_rights();
    limit_files(c);
    limit_resources(c);
    filter_calls(c->alone);
}
