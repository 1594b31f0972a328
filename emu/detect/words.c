/*
 * A fault as text: the thread, the array or argument, the index, the lines, and what to
 * check next.
 */
#include <stdio.h>
#include <string.h>

#include "copy_async.h"
#include "fault_table.h"
#include "launch.h"
#include "memory.h"
#include "param.h"
#include "settings.h"
#include "symbols.h"
#include "variable.h"
#include "words.h"

/* A name too long for a message is cut. */
#pragma GCC diagnostic ignored "-Wformat-truncation"

/* From linear index i to x, y, z. */
static void index_in(uint32_t index[3], struct dim3 of, uint64_t i)
{
    index[0] = i % of.x;
    index[1] = i / of.x % of.y;
    index[2] = i / of.x / of.y;
}

void emu_who(const struct launch *l, struct probe_who *who, uint64_t block,
             uint32_t thread)
{
    memset(who, 0, sizeof *who);
    if (thread >= MAX_THREADS)
        return;
    snprintf(who->kernel, sizeof who->kernel, "%s", l->kernel);
    index_in(who->block, l->config.__grid, block);
    index_in(who->thread, l->config.__block, thread);
}

/* In shared memory of another block. */
static void say_owner(char *place, size_t size, const struct fault_record *f)
{
    char owner[64];
    const bool whole = f->detail == DETAIL_ENDED || f->detail == DETAIL_NOT_BEGUN;
    const size_t n = whole ? 0 : strlen(place);
    emu_say_block(f->launch, owner, sizeof owner, f->owner);
    const char *link = n == 0 ? "" : strchr(place, ',') ? ", in " : " of ";
    snprintf(place + n, size - n, "%s%s", link, owner);
}

/* What the access touches: "As[0][1]"; as data, out->element. */
static void say_touched(char *place, size_t size, const struct fault_record *f,
                        struct fault *out)
{
    char source[512];
    const bool known = emu_symbols_text(out->file, out->line, source, sizeof source);
    const bool of_memory = f->kind != FAULT_BARRIER && f->kind != FAULT_TIMEOUT &&
                           f->kind != FAULT_CRASH && f->detail != DETAIL_NULL &&
                           f->detail != DETAIL_HOST && f->detail != DETAIL_SYMBOL &&
                           f->detail != DETAIL_LOCAL && f->detail != DETAIL_SURFACE;
    *place = 0;
    if (f->detail == DETAIL_VARIABLE || f->detail == DETAIL_READ_ONLY)
        emu_say_variable(place, size, f->offset, f->size, &out->element);
    else if (f->detail == DETAIL_SYMBOL)
        snprintf(place, size, "%s", emu_variable_of_host(f->offset)->name);
    else if (of_memory)
        emu_say_place(place, size, f, known ? source : NULL, &out->element);
    if (f->remote)
        say_owner(place, size, f);
}

/* "line 12"; if it is not of the fault's file `here`, "line 12 of file.cu". 0: unknown.
 */
static void say_line(char *text, size_t size, int line, const char *file,
                     const char *here)
{
    if (!line)
        snprintf(text, size, "unknown line");
    else if (strcmp(file, here))
        snprintf(text, size, "line %d of %s", line, file);
    else
        snprintf(text, size, "line %d", line);
}

/* Where it happened, in `out`; where the other access was, as a line and in words.
   Returns false if the fault's own place is not known. */
static bool locate(const struct fault_record *f, struct fault *out, int *other_line,
                   char *other_at, size_t size)
{
    char other_file[256];
    const bool known = emu_symbols_line(f->pc, out->file, sizeof out->file, &out->line);
    const bool other_known =
        f->other_pc &&
        emu_symbols_line(f->other_pc, other_file, sizeof other_file, other_line);
    const bool stopped =
        f->kind == FAULT_CRASH || f->kind == FAULT_TIMEOUT || f->kind == FAULT_UNSEEN;
    if (stopped && !known && other_known) { /* in the emulator, which has no lines */
        snprintf(out->file, sizeof out->file, "%s", other_file);
        out->line = *other_line;
    }
    say_line(other_at, size, other_known ? *other_line : 0, other_file, out->file);
    return known;
}

/* ---- {names} in the rows of fault_table.c. */

struct name {
    const char *name, *text;
};

/* The row's text with each {name} replaced. */
static void fill_in(char *to, size_t size, const char *row, const struct name *names)
{
    size_t at = 0;
    *to = 0;
    while (*row && at < size) {
        const size_t plain = strcspn(row, "{");
        const struct name *n = names;
        at += (size_t)snprintf(to + at, size - at, "%.*s", (int)plain, row);
        row += plain;
        if (!*row || at >= size)
            break;
        const size_t length = strcspn(++row, "}");
        while (n->name && (strncmp(n->name, row, length) || n->name[length]))
            n++;
        at += (size_t)snprintf(to + at, size - at, "%s", n->name ? n->text : "{?}");
        row += length + (row[length] == '}');
    }
}

/* What the thread does, with the name of "an mbarrier". */
static void say_text(char *text, size_t size, const struct fault_record *f)
{
    static const char nameless[] = "an mbarrier";
    const char *at = f->detail == DETAIL_MISUSED && f->offset >= SHARED_OFFSET
                         ? strstr(f->text, nameless)
                         : NULL;
    char name[96];
    snprintf(text, size, "%s", f->text);
    if (!at)
        return;
    emu_say_mbarrier(name, sizeof name, f->launch, f->offset - SHARED_OFFSET);
    at += strlen(nameless);
    const size_t known = strncmp(name, "the mbarrier ", 13) ? 0 : 13;
    snprintf(text + (at - f->text), size - (size_t)(at - f->text), ", %s,%s",
             name + known, at);
}

static void say(const struct fault_record *f, struct fault *out, const char *place,
                const char *other_at, int other_line)
{
    const struct launch *l = f->launch;
    const bool own = f->other_thread == f->thread;
    char thread[64], other[64], block[64], other_block[64], differ[128];
    char address[24], timeout[24], now[16], before[16], pitch[24], dynamic[24];
    char text[sizeof f->text + 100], launched[300], set_on[300], set[24], bytes[24],
        file[256];
    int launch_line = 0;
    emu_say_thread(l, thread, sizeof thread, f->thread);
    emu_say_thread(l, other, sizeof other, f->other_thread);
    emu_say_block(l, block, sizeof block, f->block);
    emu_say_block(l, other_block, sizeof other_block, f->other_block);
    emu_say_differences(differ, sizeof differ, f);
    say_text(text, sizeof text, f);
    snprintf(address, sizeof address, "%llu", (unsigned long long)f->offset);
    snprintf(timeout, sizeof timeout, "%g", emu_settings()->timeout);
    snprintf(now, sizeof now, "%d", out->line);
    snprintf(before, sizeof before, "%d", other_line);
    const struct allocation *a =
        f->offset < ARENA_BYTES ? emu_allocation_near(f->offset) : NULL;
    int set_line = 0;
    *file = 0;
    if (a && a->set_at)
        emu_symbols_line(a->set_at, file, sizeof file, &set_line);
    say_line(set_on, sizeof set_on, set_line, file, out->file);
    snprintf(set, sizeof set, "%llu", a ? (unsigned long long)a->set_bytes : 0);
    snprintf(bytes, sizeof bytes, "%llu", a ? (unsigned long long)a->bytes : 0);
    snprintf(pitch, sizeof pitch, "%llu", a ? (unsigned long long)a->pitch : 0);
    snprintf(dynamic, sizeof dynamic, "%zu", l->config.__shared);
    emu_symbols_line(l->site, file, sizeof file, &launch_line);
    say_line(launched, sizeof launched, launch_line, file, out->file);
    const struct name names[] = {
        {"thread", thread},
        {"block", block},
        {"kernel", l->kernel},
        {"verb", f->write ? "writes" : "reads"},
        {"place", place}, /* what it touches */
        {"now", now},     /* the line */
        {"other", other}, /* the other thread... */
        {"other_block", other_block},
        {"other_verb", f->other_write ? "writes" : "reads"},
        {"did", f->other_write ? "wrote" : "read"},
        {"line", other_at}, /* ...on "line 12", or "line 12 of file.cu"... */
        {"before", before}, /* ...which is 12 */
        {"it", own ? "it" : other},
        {"its", own ? "its" : "another thread's"},
        {"differ", differ},
        {"address", address},
        {"timeout", timeout},
        {"text", text},
        {"pitch", pitch},
        {"launched", launched}, /* as {line} */
        {"dynamic", dynamic},
        {"set_on", set_on}, /* where the host last set some of the allocation... */
        {"set", set},       /* ...and how many of its... */
        {"bytes", bytes},   /* ...bytes */
        {"together", l->together > 1 ? "cluster" : "block"},
        /* It may be the copy that comes too late, and not the barrier. */
        {"copied", emu_copy_began(l)
                       ? "; before it, each thread must wait for its own copies; or is "
                         "it the wrong stage?"
                       : ""},
        {NULL, NULL}};
    fill_in(out->what, sizeof out->what, emu_fault_sentence(f), names);
    fill_in(out->remedy, sizeof out->remedy, emu_fault_remedy(f), names);
}

/* A kernel of a library, at a line of the library: the program's own line is the call
   that launched it. */
static void tell_library(const struct launch *l, struct fault *out)
{
    char file[256];
    int line;
    const size_t length = strlen(out->what);
    const char *name = strrchr(out->file, '/');
    if (!l || !emu_symbols_line(l->site, file, sizeof file, &line) ||
        emu_symbols_is_library(file))
        return;
    snprintf(out->what + length, sizeof out->what - length, " (on line %d of %s)",
             out->line, name ? name + 1 : out->file);
    snprintf(out->file, sizeof out->file, "%s", file);
    out->line = line;
}

void emu_words(const struct fault_record *f, struct fault *out)
{
    char place[192], other_at[300];
    int other_line = 0;
    memset(out, 0, sizeof *out);
    out->kind = f->kind;
    if (f->kind == FAULT_OUT_OF_BOUNDS && !f->detail && f->offset < ARENA_BYTES)
        out->address = (const void *)(emu_arena() + f->offset);
    const bool known = locate(f, out, &other_line, other_at, sizeof other_at);
    say_touched(place, sizeof place, f, out);
    emu_who(f->launch, &out->who, f->block, f->thread);
    snprintf(out->table, sizeof out->table, "%s", f->table);
    say(f, out, place, other_at, other_line);

    if (emu_symbols_is_library(out->file)) {
        tell_library(f->launch, out);
        return;
    }
    const int caller = known ? emu_symbols_caller(f->pc) : 0;
    const size_t length = strlen(out->what);
    if (caller)
        snprintf(out->what + length, sizeof out->what - length,
                 " (line %d is called from line %d)", out->line, caller);
}
