/*
 * What the host has waited for. A launch returns before its kernel has run, and an
 * asynchronous copy before its bytes are there. Until a call waits for them, managed
 * memory that kernels have stored to is closed to the host, and so is pinned memory
 * that a copy stores to; what a copy reads can only be read. If the host accesses it
 * before, that is a race. streams.h knows what a call waits for.
 */
#include "host_order.h"

#include <stdio.h>
#include <string.h>

#include "api.h"
#include "crash.h"
#include "launch.h"
#include "memory.h"
#include "param.h"
#include "race.h"
#include "report.h"
#include "streams.h"
#include "symbols.h"
#include "vault.h"

/* The last launches and copies; of those before them the host's memory is open. */
enum { LAUNCHES = 32, COPIES = 64 };
static struct {
    unsigned number;
    uintptr_t site;
    char kernel[64];
    int stream;
    uint32_t work; /* its number there */
} launches[LAUNCHES];
static struct pending {
    const char *call;
    uintptr_t start, bytes, site;
    uintptr_t from, to; /* pages */
    bool stores;        /* to the host's memory */
    int stream;
    uint32_t work;
} copies[COPIES];
static unsigned n_copies;
static bool closed; /* some memory is */

/* True if the host may not have waited for this launch. */
static bool is_pending(unsigned launch)
{
    const unsigned i = launch % LAUNCHES;
    return launches[i].number == launch &&
           !emu_host_knows(launches[i].stream, launches[i].work);
}

void emu_host_close(void)
{
    struct mapped *m;
    if (!closed)
        return;
    for (size_t k = 0; (m = emu_mapped(k)); k++)
        if (m->closed)
            emu_mapped_protect(m, PAGES_CLOSED);
    for (unsigned i = 0; i < n_copies; i++)
        emu_pages_allow((void *)copies[i].from, copies[i].to - copies[i].from,
                        copies[i].stores ? PAGES_CLOSED : PAGES_READ);
}

void emu_host_launched(const struct launch *l, int stream, uint32_t work)
{
    struct mapped *m;
    const unsigned i = l->number % LAUNCHES;
    if (emu_vault_exists()) /* its handler does not return */
        return;
    if (!emu_mapped(0))
        return;
    launches[i].number = l->number;
    launches[i].site = l->site;
    launches[i].stream = stream;
    launches[i].work = work;
    snprintf(launches[i].kernel, sizeof launches[i].kernel, "%s", l->kernel);
    for (size_t k = 0; (m = emu_mapped(k)); k++) {
        const struct region *g = emu_region_find((uintptr_t)m->start - emu_arena());
        if (m->type == cudaMemoryTypeManaged && g && g->written == l->number)
            m->closed = closed = true;
    }
    emu_host_close();
}

void emu_host_copies(const char *call, const void *host, size_t bytes, bool stores,
                     uintptr_t site, int stream, uint32_t work)
{
    const struct mapped *m = emu_mapped_at(host);
    if (!m || m->type != cudaMemoryTypeHost || n_copies == COPIES || emu_vault_exists())
        return;
    struct pending c = {call, (uintptr_t)host, bytes, site, 0, 0, stores, stream, work};
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

void emu_host_waited(void)
{
    struct mapped *m;
    unsigned n = 0;
    if (!closed)
        return;
    for (unsigned i = 0; i < n_copies; i++)
        if (!emu_host_knows(copies[i].stream, copies[i].work))
            copies[n++] = copies[i];
    n_copies = n;
    closed = n > 0;
    for (size_t k = 0; (m = emu_mapped(k)); k++) {
        const struct region *g = emu_region_find((uintptr_t)m->start - emu_arena());
        m->closed = m->closed && g && is_pending(g->written);
        closed |= m->closed;
    }
    emu_mapped_open();
}

void emu_host_waits(void)
{
    emu_host_joins_all();
    emu_host_waited();
}

void emu_host_waits_for(cudaStream_t stream)
{
    if (emu_stream_valid(stream))
        emu_host_joins(emu_stream_number(stream));
    emu_host_waited();
}

/* The program's line where the host is: at pc, or the call of the library that pc is
 * in. */
static void find_line(uintptr_t pc, struct fault *f)
{
    enum { FRAMES = 32 };
    void *frame[FRAMES];
    if (emu_symbols_line(pc + 1, f->file, sizeof f->file, &f->line))
        return;
    const int n = emu_place_calls(frame, FRAMES);
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
        !is_pending(w.launch))
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
        emu_pages_allow((void *)(address / PAGE_BYTES * PAGE_BYTES), PAGE_BYTES,
                        PAGES_OPEN);
    }
    return true;
}
