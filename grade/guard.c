/*
 * The guard of indirect calls: their allowed targets, in a graded program. The
 * compiler replaces each indirect call by a call of a thunk (guard.S). So a computed
 * pointer cannot call a function of the emulator or the runner.
 *
 * Allowed are the submission's own code, the functions that its object names, and code
 * of the C++ and mathematics libraries, which contain virtual functions.
 */
#define _GNU_SOURCE /* dl_iterate_phdr */
#include <link.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "probe.h"

extern const char emu_guard_begin[], emu_guard_end[]; /* the submission's code */
extern const uintptr_t emu_guard_named[];             /* functions, up to a 0 */

enum { MOST = 16 };
static struct {
    uintptr_t start, bytes;
} library[MOST];
static int libraries;

static int note_library(struct dl_phdr_info *info, size_t size, void *unused)
{
    static const char *const names[] = {"/libstdc++.so", "/libm.so", "/libgcc_s.so"};

    (void)size, (void)unused;
    for (size_t n = 0; n < sizeof names / sizeof *names; n++)
        for (int i = 0; strstr(info->dlpi_name, names[n]) && i < info->dlpi_phnum;
             i++) {
            const ElfW(Phdr) *segment = &info->dlpi_phdr[i];

            if (segment->p_type != PT_LOAD || !(segment->p_flags & PF_X) ||
                libraries == MOST)
                continue;
            library[libraries].start = info->dlpi_addr + segment->p_vaddr;
            library[libraries++].bytes = segment->p_memsz;
        }
    return 0;
}

/* This file's variables are in the vault. */
static int is_library(uintptr_t target)
{
    int is = 0;

    probe_close(false);
    if (!libraries)
        dl_iterate_phdr(note_library, NULL);
    for (int i = 0; i < libraries; i++)
        is |= target - library[i].start < library[i].bytes;
    probe_close(true);
    return is;
}

/* Called by guard.S, and for functions that are passed to the C library. */
void emu_guard(uintptr_t target)
{
    if (target - (uintptr_t)emu_guard_begin <
        (uintptr_t)emu_guard_end - (uintptr_t)emu_guard_begin)
        return;
    for (const uintptr_t *named = emu_guard_named; *named; named++)
        if (target == *named)
            return;
    if (!is_library(target))
        probe_trespass();
}

/* A submission calls these instead of the C library's functions, which would call it
   back. */
typedef int compare(const void *, const void *);

void emu_guard_qsort(void *base, size_t n, size_t size, compare *order)
{
    emu_guard((uintptr_t)order);
    qsort(base, n, size, order);
}

void *emu_guard_bsearch(const void *key, const void *base, size_t n, size_t size,
                        compare *order)
{
    emu_guard((uintptr_t)order);
    return bsearch(key, base, n, size, order);
}
