/*
 * What the host has waited for. A launch returns before its kernel has run, and an
 * asynchronous copy before its bytes are there. Until a call waits for them, managed
 * memory that kernels have stored to is closed to the host, and so is pinned memory
 * that a copy stores to; what a copy reads can only be read. If the host accesses it
 * before, that is a race. Which streams a call waits for is not followed: it is taken
 * to wait for all.
 */
#include "host_order.h"

#include <execinfo.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "api.h"
#include "crash.h"
#include "launch.h"
#include "memory.h"
#include "param.h"
#include "race.h"
#include "report.h"
#include "symbols.h"
#include "vault.h"

/* The last launches and copies; of those before them the host's memory is open. */
enum { LAUNCHES = 32, COPIES = 64 };
static struct {
    unsigned number;
    uintptr_t site;
    char kernel[64];
} launches[LAUNCHES];
static struct pending {
    const char *call;
    uintptr_t start, bytes, site;
    uintptr_t from, to; /* pages */
    bool stores;        /* to the host's memory */
} copies[COPIES];
static unsigned n_copies;
static unsigned waited, launched; /* numbers of launches */
static bool closed;               /* some memory is */

void emu_host_close(void)
{
    struct mapped *m;
    if (!closed)
        return;
    for (size_t k = 0; (m = emu_mapped(k)); k++)
        if (m->closed)
            emu_mapped_protect(m, PROT_NONE);
    for (unsigned i = 0; i < n_copies; i++)
        mprotect((void *)copies[i].from, copies[i].to - copies[i].from,
                 copies[i].stores ? PROT_NONE : PROT_READ);
}

void emu_host_launched(const struct launch *l)
{
    struct mapped *m;
    const unsigned i = l->number % LAUNCHES;
    if (emu_vault_exists()) /* its handler does not return */
        return;
    launched = l->number;
    if (!emu_mapped(0))
        return;
    launches[i].number = l->number;
    launches[i].site = l->site;
    snprintf(launches[i].kernel, sizeof launches[i].kernel, "%s", l->kernel);
    for (size_t k = 0; (m = emu_mapped(k)); k++) {
        const struct region *g = emu_region_find((uintptr_t)m->start - emu_arena());
        if (m->type == cudaMemoryTypeManaged && g && g->written == l->number)
            m->closed = closed = true;
    }
    emu_host_close();
}

void emu_host_copies(const char *call, const void *host, size_t bytes, bool stores,
                     uintptr_t site)
{
    const struct mapped *m = emu_mapped_at(host);
    if (!m || m->type != cudaMemoryTypeHost || n_copies == COPIES || emu_vault_exists())
        return;
    struct pending c = {call, (uintptr_t)host, bytes, site, 0, 0, stores};
    /* Other bytes of the memory in the first page and in the last one stay open. */
    const bool is_start = host == m->start;
    const bool is_end = c.start + bytes == (uintptr_t)m->start + m->bytes;
    c.from = (c.start + (is_start ? 0 : PAGE_BYTES - 1)) / PAGE_BYTES * PAGE_BYTES;
    c.to = (c.start + bytes + (is_end ? PAGE_BYTES - 1 : 0)) / PAGE_BYTES * PAGE_BYTES;
    if (c.to <= c.from)
        return;
    copies[n_copies++] = c;
    closed = true;
    emu_host_close();
}

void emu_host_waits(void)
{
    struct mapped *m;
    waited = launched;
    if (!closed)
        return;
    closed = false;
    n_copies = 0;
    for (size_t k = 0; (m = emu_mapped(k)); k++)
        m->closed = false;
    emu_mapped_open();
}

/* The program's line where the host is: at pc, or the call of the library that pc is
 * in. */
static void find_line(uintptr_t pc, struct fault *f)
{
    enum { FRAMES = 32 };
    void *frame[FRAMES];
    if (emu_symbols_line(pc + 1, f->file, sizeof f->file, &f->line))
        return;
    const int n = backtrace(frame, FRAMES);
    int i = 0;
    while (i < n && (uintptr_t)frame[i] != pc)
        i++;
    for (i++; i < n; i++)
        if (emu_symbols_line((uintptr_t)frame[i], f->file, sizeof f->file, &f->line))
            return;
}

static int line_of(uintptr_t pc)
{
    char file[256];
    int line = 0;
    emu_symbols_line(pc, file, sizeof file, &line);
    return line;
}

/* The host reads or writes managed memory to which a kernel may still store. */
static bool tell_kernel(const struct mapped *m, uintptr_t address, struct fault *f,
                        const char *verb)
{
    const uint64_t offset = address - emu_arena();
    const struct region *g = emu_region_find(offset);
    struct writer w;
    if (!m->closed || !g || !emu_blocks_writer(g, (offset - g->offset) / 4, &w) ||
        w.launch <= waited || launches[w.launch % LAUNCHES].number != w.launch)
        return false;
    snprintf(f->what, sizeof f->what,
             "host code %s byte %zu of %zu bytes of managed memory, which %s stores on "
             "line %d; no call has waited for its launch on line %d",
             verb, (size_t)(address - (uintptr_t)m->start), m->bytes,
             launches[w.launch % LAUNCHES].kernel, line_of(w.pc),
             line_of(launches[w.launch % LAUNCHES].site));
    snprintf(f->remedy, sizeof f->remedy,
             "a launch returns before its kernel has run: call cudaDeviceSynchronize() "
             "between the launch and the access");
    return true;
}

/* ... of pinned memory that a copy may still store to, or read. */
static bool tell_copy(const struct mapped *m, uintptr_t address, struct fault *f,
                      const char *verb)
{
    const bool only_reads = !strcmp(verb, "reads");
    unsigned i = 0;
    while (i < n_copies && (address - copies[i].start >= copies[i].bytes ||
                            (only_reads && !copies[i].stores)))
        i++;
    if (i == n_copies)
        return false;
    snprintf(f->what, sizeof f->what,
             "host code %s byte %zu of %zu bytes of pinned memory, which %s on line %d "
             "%s; no call has waited for it",
             verb, (size_t)(address - (uintptr_t)m->start), m->bytes, copies[i].call,
             line_of(copies[i].site), copies[i].stores ? "stores to" : "reads");
    snprintf(f->remedy, sizeof f->remedy,
             "an asynchronous copy returns before it has ended: call "
             "cudaStreamSynchronize() between the copy and the access");
    return true;
}

bool emu_host_touches(uintptr_t address, const char *verb, uintptr_t pc)
{
    const struct mapped *m = closed ? emu_mapped_at((const void *)address) : NULL;
    struct fault f = {.kind = FAULT_RACE};
    if (!m)
        return false;
    if (tell_copy(m, address, &f, verb) || tell_kernel(m, address, &f, verb)) {
        find_line(pc, &f);
        emu_fault_tell(&f);
        emu_host_waits(); /* it is reported once */
    } else { /* from here on the host's accesses to this page are not seen */
        mprotect((void *)(address / PAGE_BYTES * PAGE_BYTES), PAGE_BYTES,
                 PROT_READ | PROT_WRITE);
    }
    return true;
}
