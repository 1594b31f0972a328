/*
 * Conditions of rows in the table of faults. After a race, the two threads differ in
 * some of their indices: the most likely cause is an index that the address does not
 * use.
 */
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <string.h>

#include "address.h"
#include "copy_async.h"
#include "fault_table.h"
#include "launch.h"
#include "memory.h"
#include "order.h"
#include "param.h"
#include "platform.h"
#include "race.h"
#include "settings.h"
#include "shared.h"
#include "symbols.h"

bool emu_when_shared(const struct fault_record *f)
{
    return f->offset >= SHARED_OFFSET || f->detail == DETAIL_VARIABLE ||
           f->detail == DETAIL_BELOW;
}

/* The allocation in device memory; NULL: the access is elsewhere. */
static const struct allocation *allocation_of(const struct fault_record *f)
{
    return f->detail == DETAIL_NONE && f->offset < ARENA_BYTES
               ? emu_allocation_near(f->offset)
               : NULL;
}

/* The array in shared memory; false: the access is elsewhere. */
static bool array_of(const struct fault_record *f, struct shared_array *a)
{
    char file[256], text[512];
    int line = 0;
    const bool known = emu_symbols_line(f->pc, file, sizeof file, &line) &&
                       emu_symbols_text(file, line, text, sizeof text);
    return f->detail == DETAIL_NONE && f->offset >= SHARED_OFFSET &&
           f->offset < MODULE_OFFSET &&
           emu_shared_array(f->offset - SHARED_OFFSET, f->launch->config.__shared,
                            known ? text : NULL, a);
}

bool emu_when_freed(const struct fault_record *f)
{
    const struct allocation *a = allocation_of(f);
    return a && a->freed;
}

bool emu_when_before(const struct fault_record *f)
{
    const struct allocation *a = allocation_of(f);
    struct shared_array s;
    return (a && f->offset < a->offset) || f->detail == DETAIL_BELOW ||
           (array_of(f, &s) && f->offset - SHARED_OFFSET < s.start);
}

bool emu_when_nowhere(const struct fault_record *f)
{
    return !emu_pages_exist(f->offset);
}

bool emu_when_nowhere_alone(const struct fault_record *f)
{
    return !emu_settings()->quiet && emu_when_nowhere(f);
}

/* True if the lines before the access say that only some warp is meant. */
static bool says_one_warp(uintptr_t pc)
{
    static const char *const words[] = {"volatile", "< 32)", "<32)"};
    enum { BEFORE = 16 };
    char file[256], text[512];
    int line = 0;
    if (!emu_symbols_line(pc, file, sizeof file, &line))
        return false;
    for (int k = line;
         k > line - BEFORE && emu_symbols_text(file, k, text, sizeof text); k--)
        for (size_t w = 0; w < sizeof words / sizeof *words; w++)
            if (strstr(text, words[w]))
                return true;
    return false;
}

bool emu_when_one_warp(const struct fault_record *f)
{
    return f->thread < MAX_THREADS && f->other_thread < MAX_THREADS &&
           f->thread / WARP_SIZE == f->other_thread / WARP_SIZE &&
           !emu_copy_began(f->launch) && !emu_order_by_barriers() &&
           says_one_warp(f->pc);
}

bool emu_when_counted(const struct fault_record *f)
{
    return f->write != f->other_write && emu_race_has_atomics();
}

bool emu_when_pitched(const struct fault_record *f)
{
    const struct allocation *a = allocation_of(f);
    return a && a->pitch;
}

bool emu_when_set_in_part(const struct fault_record *f)
{
    const struct allocation *a = allocation_of(f);
    return a && a->sets == 1 && a->set_bytes < a->bytes;
}

bool emu_when_set_a_pointer(const struct fault_record *f)
{
    return emu_when_set_in_part(f) && allocation_of(f)->set_bytes == sizeof(void *);
}

bool emu_when_not_set(const struct fault_record *f)
{
    const struct allocation *a = allocation_of(f);
    return a && a->sets == 0 && !emu_settings()->quiet; /* a check knows its arrays */
}

bool emu_when_dynamic(const struct fault_record *f)
{
    struct shared_array s;
    return array_of(f, &s) && s.dynamic;
}

bool emu_when_bytes_16(const struct fault_record *f)
{
    return f->size == 16;
}

bool emu_when_writes(const struct fault_record *f)
{
    return f->write;
}

bool emu_when_said(const struct fault_record *f)
{
    return *f->text;
}

bool emu_when_other_known(const struct fault_record *f)
{
    return f->other_pc;
}

bool emu_when_copies(const struct fault_record *f)
{
    return f->offset >= SHARED_OFFSET && emu_copy_began(f->launch);
}

bool emu_when_orders(const struct fault_record *f)
{
    (void)f;
    return emu_order_by_barriers();
}

bool emu_when_shared_orders(const struct fault_record *f)
{
    return emu_when_shared(f) && emu_when_orders(f);
}

/* An mbarrier is 8 bytes of shared memory, and operations on it are atomic. */
bool emu_when_mbarrier(const struct fault_record *f)
{
    return f->with_atomic && f->size == 8 &&
           (f->detail == DETAIL_CLUSTER ||
            (f->offset >= SHARED_OFFSET && emu_order_by_barriers()));
}

bool emu_when_atomic(const struct fault_record *f)
{
    return f->with_atomic;
}

bool emu_when_global(const struct fault_record *f)
{
    return f->offset < ARENA_BYTES;
}

bool emu_when_fenced(const struct fault_record *f)
{
    return f->fenced;
}

bool emu_when_default_limit(const struct fault_record *f)
{
    (void)f;
    return !emu_settings()->timeout_asked;
}

bool emu_when_locked(const struct fault_record *f)
{
    return f->locked;
}

/* ---- Lines of the two accesses. */

struct lines {
    int now, before;
    bool in_one_file;
};

static struct lines lines_of(const struct fault_record *f)
{
    struct lines l = {0};
    char file[256], other_file[256];
    l.in_one_file =
        emu_symbols_line(f->pc, file, sizeof file, &l.now) &&
        emu_symbols_line(f->other_pc, other_file, sizeof other_file, &l.before) &&
        !strcmp(file, other_file);
    return l;
}

bool emu_when_two_lines(const struct fault_record *f)
{
    const struct lines l = lines_of(f);
    return !l.in_one_file || l.now != l.before;
}

bool emu_when_two_lines_ordered(const struct fault_record *f)
{
    const struct lines l = lines_of(f);
    return emu_order_by_barriers() && l.in_one_file && l.now != l.before;
}

bool emu_when_loop(const struct fault_record *f)
{
    const struct lines l = lines_of(f);
    return l.in_one_file && l.before > l.now;
}

bool emu_when_committed(const struct fault_record *f)
{
    return f->committed;
}

bool emu_when_copied_again(const struct fault_record *f)
{
    return f->copy;
}

/* A copy to bytes that were read. */
bool emu_when_copied_over(const struct fault_record *f)
{
    return f->copy && f->write && !f->other_write && lines_of(f).in_one_file;
}

/* The line adds a value to an element, and the value is not from the same array:
   "sum[0] += x;" or "count[x]++;", but not "part[i] += part[i + n];". */
#define NAME "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_"
static bool adds_up(uintptr_t pc)
{
    char file[256], text[512], array[64], *sum;
    int line = 0;
    if (!emu_symbols_line(pc, file, sizeof file, &line) ||
        !emu_symbols_text(file, line, text, sizeof text))
        return false;
    for (const char *one = text; (one = strpbrk(one, "+-")); one++)
        if (one[1] == *one && ((one > text && strchr("])", one[-1])) ||
                               one[2 + strspn(one + 2, NAME)] == '['))
            return true;
    if (!(sum = strstr(text, "+=")) && !(sum = strstr(text, "-=")))
        return false;
    *sum = 0;
    const char *name = text + strspn(text, " \t");
    snprintf(array, sizeof array, "%.*s", (int)strspn(name, NAME), name);
    return !*array || !strstr(sum + 2, array);
}

bool emu_when_adds_up(const struct fault_record *f)
{
    return adds_up(f->pc) && adds_up(f->other_pc);
}

/* ---- Indices of the two threads. */

enum { THREAD_X, THREAD_Y, THREAD_Z, BLOCK_X, BLOCK_Y, BLOCK_Z, INDICES };
static const char *const names[INDICES] = {"threadIdx.x", "threadIdx.y", "threadIdx.z",
                                           "blockIdx.x",  "blockIdx.y",  "blockIdx.z"};

static void spell(const struct launch *l, uint64_t block, uint32_t thread,
                  uint64_t index[INDICES])
{
    const struct dim3 b = l->config.__block, g = l->config.__grid;
    index[THREAD_X] = thread % b.x;
    index[THREAD_Y] = thread / b.x % b.y;
    index[THREAD_Z] = thread / b.x / b.y;
    index[BLOCK_X] = block % g.x;
    index[BLOCK_Y] = block / g.x % g.y;
    index[BLOCK_Z] = block / g.x / g.y;
}

/* The indices in which the two differ. Returns how many. */
static int differences(const struct fault_record *f, int differ[INDICES])
{
    uint64_t mine[INDICES] = {0}, others[INDICES] = {0};
    int n = 0;
    spell(f->launch, f->block, f->thread, mine);
    spell(f->launch, f->detail == DETAIL_BLOCKS ? f->other_block : f->block,
          f->other_thread, others);
    for (int i = 0; i < INDICES; i++)
        if (mine[i] != others[i])
            differ[n++] = i;
    return n;
}

void emu_say_differences(char *text, size_t size, const struct fault_record *f)
{
    int differ[INDICES];
    const int n = differences(f, differ);
    size_t at = 0;
    *text = 0;
    for (int i = 0; i < n; i++)
        at += (size_t)snprintf(text + at, size - at, "%s%s",
                               i == 0      ? ""
                               : i < n - 1 ? ", "
                                           : " and ",
                               names[differ[i]]);
}

/* Two stores that are meant for two elements, by threads that are known. Returns the
   only index in which they differ, INDICES if there are several, or -1. */
static int only_index(const struct fault_record *f)
{
    int differ[INDICES];
    if (!f->write || !f->other_write || f->thread >= MAX_THREADS ||
        f->other_thread >= MAX_THREADS)
        return -1;
    return differences(f, differ) == 1 ? differ[0] : INDICES;
}

bool emu_when_only_x(const struct fault_record *f)
{
    return only_index(f) == THREAD_X;
}

bool emu_when_only_thread(const struct fault_record *f)
{
    const int only = only_index(f);
    return only > THREAD_X && only < BLOCK_X;
}

bool emu_when_only_block(const struct fault_record *f)
{
    const int only = only_index(f);
    return only >= BLOCK_X && only < INDICES;
}

bool emu_when_several(const struct fault_record *f)
{
    return only_index(f) == INDICES;
}
