/*
 * Shared memory: thread-local variables of the OS thread that runs the block, so that
 * every block has its own without extra code. The shadow has the format of device
 * memory's: which bytes belong to an array, and which were set since the block began.
 */
#include "shared.h"

#include <ctype.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "launch.h"
#include "memory.h"
#include "param.h"
#include "platform.h"
#include "settings.h"
#include "symbols.h"
#include "worker.h"

/* The memory of every `extern __shared__` array, under its assembler name. It has pages
   of its own for the witness. */
#ifdef __wasm__
/* At SHARED_DYNAMIC_START of its window. */
struct {
    char before[SHARED_DYNAMIC_START], bytes[SHARED_DYNAMIC_PAGES];
} emu_shared_window_start
    __attribute__((section("emu_shared"), aligned(SHARED_WINDOW), used));
__asm__(".globl emu_shared_dynamic\n"
        ".set emu_shared_dynamic, emu_shared_window_start+4096\n"
        ".size emu_shared_dynamic, 233472\n");
#else
__thread char emu_shared_dynamic[SHARED_DYNAMIC_PAGES] __attribute__((aligned(4096)));
#endif

enum { MAX_ARRAYS = 4096 };
static struct array {
    char name[64], *symbol; /* symbol: the name for the linker */
    uint64_t start, bytes;  /* start: offset in the segment */
    struct emu_shape shape;
} arrays[MAX_ARRAYS];
static int n_arrays;
static atomic_uint used_by[MAX_ARRAYS]; /* the last launch that accessed the array */

static uint64_t segment_bytes;
static uint64_t dynamic_start;

uint64_t emu_shared_bytes(void)
{
    return segment_bytes;
}

/* "As" from "_ZZ4smemiPKfE2As", the mangled name of a variable in a function. */
static void plain_name(char *name, size_t size, const char *mangled)
{
    const char *p = mangled + strlen(mangled);
    if (!strncmp(mangled, "_Z", 2)) {
        /* The last <number><name> with that many characters up to the end or to a
           discriminator "_0". */
        for (const char *q = p; q-- > mangled + 2;) {
            int n = 0, digits = 0;
            if (sscanf(q, "%d%n", &n, &digits) == 1 && n > 0 &&
                (q[digits + n] == 0 || q[digits + n] == '_') &&
                (size_t)(p - q) >= (size_t)(digits + n)) {
                snprintf(name, size, "%.*s", n, q + digits);
                return;
            }
        }
    }
    snprintf(name, size, "%.*s", (int)strcspn(mangled, "."), mangled);
}

/* A thread-local variable of the program is a shared array. The emulator's own ones,
   which a new block must not overwrite, have names in emu_*: emu/tests/build.t. On
   arm64 there are also marks without a size, such as $d. */
static void add_array(const char *name, uint64_t offset, uint64_t bytes)
{
    bool dynamic = !strcmp(name, "emu_shared_dynamic");
    if (dynamic)
        dynamic_start = offset;
    if (bytes == 0 || (!strncmp(name, "emu_", 4) && !dynamic))
        return;
    if (n_arrays == MAX_ARRAYS) {
        fprintf(stderr, "emulator: more than %d shared arrays in the program\n",
                MAX_ARRAYS);
        emu_give_up();
    }
    struct array *a = &arrays[n_arrays++];
    plain_name(a->name, sizeof a->name, dynamic ? "dynamic shared memory" : name);
    a->symbol = strdup(name); /* NULL: it has no shape */
    a->start = offset;
    a->bytes = bytes;
}

static uint64_t bytes_of(const struct emu_shape *s)
{
    uint64_t bytes = s->__element;
    for (uint32_t k = 0; k < s->__rank && k < 3; k++)
        bytes *= s->__extent[k];
    return bytes;
}

/* Kernels compiled for several tiles have arrays of the same name: if two shapes fit,
   only the element size is known. */
static void give(struct array *a, const struct emu_shape *shape)
{
    const bool another =
        a->shape.__element && memcmp(&a->shape, shape, sizeof *shape) != 0;
    a->shape = *shape;
    if (another)
        a->shape.__rank = 1;
}

/* The shape of "_ZZ4smemiE2As" is at "_ZZ4smemiE12emu_shape_As": emucc puts it
   there. */
static void add_shape(const char *name, uint64_t address, uint64_t bytes)
{
    static const char mark[] = "emu_shape_";
    const char *at = strstr(name, mark), *digits = at;
    char symbol[1024];
    if (!at || bytes != sizeof(struct emu_shape))
        return;
    while (digits > name && digits[-1] >= '0' && digits[-1] <= '9')
        digits--;
    at += strlen(mark);
    if (snprintf(symbol, sizeof symbol, "%.*s%d%s", (int)(digits - name), name,
                 atoi(digits) - (int)strlen(mark), at) >= (int)sizeof symbol)
        return;
    const struct emu_shape *shape = (const struct emu_shape *)address;
    for (int i = 0; i < n_arrays; i++)
        if (arrays[i].symbol && !strcmp(arrays[i].symbol, symbol) &&
            bytes_of(shape) == arrays[i].bytes)
            give(&arrays[i], shape);
}

static int by_start(const void *a, const void *b)
{
    const struct array *x = a, *y = b;
    return (x->start > y->start) - (x->start < y->start);
}

void emu_shared_init(void)
{
    if (n_arrays)
        return;
    segment_bytes = emu_shared_segment().bytes;
    emu_program_shared(add_array);
    emu_program_objects(add_shape);
    qsort(arrays, n_arrays, sizeof *arrays, by_start);
}

void emu_shared_prepare(struct worker *w)
{
    w->shared_base = (uintptr_t)emu_shared_segment().start;
    w->shared_shadow = emu_allocate(segment_bytes / 4 + 8, 1, "shared memory");
}

static bool is_dynamic(const struct array *a)
{
    return !strcmp(a->name, "dynamic shared memory");
}

void emu_shared_new_block(struct worker *w)
{
    for (int i = 0; i < n_arrays; i++) {
        struct array *a = &arrays[i];
        uint64_t bytes = is_dynamic(a) ? w->launch->config.__shared : a->bytes;
        uint8_t *shadow = w->shared_shadow + a->start / 4;
        bool fresh = w->shadow_launch != w->launch->number;
        bool touched = a->start < w->shared_high && a->start + a->bytes > w->shared_low;
        if (!fresh && !touched)
            continue;
        memset(shadow, 0x0f, bytes / 4);
        shadow[bytes / 4] = (1 << bytes % 4) - 1;
        if (is_dynamic(a) && fresh) /* an earlier launch may have used more */
            memset(shadow + bytes / 4 + 1, 0, (a->bytes - bytes) / 4);
        /* 0xff: as a float, a NaN; as an index, out of bounds. */
        memset((char *)w->shared_base + a->start, 0xff, bytes);
    }
    w->shadow_launch = w->launch->number;
    w->shared_low = UINT64_MAX;
    w->shared_high = 0;
}

void emu_shared_end_block(struct worker *w)
{
    for (int i = 0; i < n_arrays; i++)
        if (arrays[i].start < w->shared_high &&
            arrays[i].start + arrays[i].bytes > w->shared_low)
            used_by[i] = w->launch->number;
}

void emu_shared_save(const struct worker *w, struct shared_saved *saved)
{
    *saved = (struct shared_saved){w->shared_low & ~3ull, (w->shared_high + 3) & ~3ull,
                                   NULL};
    if (w->shared_low >= w->shared_high)
        return;
    const uint64_t n = saved->high - saved->low;
    saved->bytes = emu_allocate(n + n / 4, 1, "a block's shared memory");
    memcpy(saved->bytes, (const char *)w->shared_base + saved->low, n);
    memcpy(saved->bytes + n, w->shared_shadow + saved->low / 4, n / 4);
}

void emu_shared_restore(struct worker *w, struct shared_saved *saved)
{
    if (!saved->bytes)
        return;
    const uint64_t n = saved->high - saved->low;
    memcpy((char *)w->shared_base + saved->low, saved->bytes, n);
    memcpy(w->shared_shadow + saved->low / 4, saved->bytes + n, n / 4);
    w->shared_low = saved->low;
    w->shared_high = saved->high;
    free(saved->bytes);
    saved->bytes = NULL;
}

bool emu_shared_is_here(uintptr_t a)
{
    const struct worker *w = emu_worker();
    return w && w->shared_base && a - w->shared_base < segment_bytes;
}

/* Not at the segment's beginning, which may be anywhere: an address in the window is a
   generic address without its upper bits, as on a GPU, since a wgmma descriptor may be
   made of either. */
uintptr_t emu_shared_window(void)
{
    const struct worker *w = emu_worker();
    return w ? w->shared_base / SHARED_WINDOW * SHARED_WINDOW : 0;
}

uint32_t emu_shared_start(uint64_t descriptor)
{
    const struct worker *w = emu_worker();
    const uint32_t base = (uint32_t)(w->shared_base - emu_shared_window());
    const uint32_t low = (descriptor & 0x3fff) * 16;
    const uint32_t first = low >= base ? low : low + SHARED_WINDOW;
    for (uint32_t a = first; a - base < segment_bytes; a += SHARED_WINDOW)
        if (w->shared_shadow[(a - base) / 4] == SHADOW_SET)
            return a;
    return first;
}

int emu_is_shared(const void *p)
{
    return emu_shared_is_here((uintptr_t)p);
}

int emu_is_global(const void *p)
{
    return (uintptr_t)p - emu_arena() < ARENA_BYTES;
}

uint64_t emu_shared_first(void)
{
    return n_arrays ? arrays[0].start : 0;
}

bool emu_shared_is_dynamic(uint64_t offset)
{
    return offset - dynamic_start < SHARED_DYNAMIC_MAX;
}

uint64_t emu_shared_used(const struct launch *l)
{
    uint64_t bytes = l->config.__shared;
    for (int i = 0; i < n_arrays; i++)
        if (!is_dynamic(&arrays[i]) && used_by[i] == l->number)
            bytes += arrays[i].bytes;
    return bytes;
}

static bool is_in_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* True if the line has the word. */
static bool names(const char *line, const char *word)
{
    const size_t n = strlen(word);
    for (const char *p = line; (p = strstr(p, word)); p += n)
        if ((p == line || !is_in_name(p[-1])) && !is_in_name(p[n]))
            return true;
    return false;
}

static uint64_t size_of(const struct array *a, uint64_t dynamic)
{
    return is_dynamic(a) ? dynamic : a->bytes;
}

static uint64_t distance(const struct array *a, uint64_t dynamic, uint64_t offset)
{
    const uint64_t end = a->start + size_of(a, dynamic);
    return offset < a->start ? a->start - offset : offset < end ? 0 : offset - end + 1;
}

bool emu_shared_array(uint64_t offset, uint64_t dynamic, const char *line,
                      struct shared_array *found)
{
    const struct array *best = NULL;
    bool best_named = false;
    for (int i = 0; i < n_arrays; i++) {
        const struct array *a = &arrays[i];
        const bool named = line && names(line, a->name);
        if (size_of(a, dynamic) == 0 && !emu_shared_is_dynamic(offset))
            continue; /* an array of 0 bytes may be meant where such arrays begin */
        if (best && distance(a, dynamic, offset) > 0 &&
            (named < best_named ||
             (named == best_named &&
              distance(a, dynamic, offset) >= distance(best, dynamic, offset))))
            continue;
        best = a;
        best_named = named;
        if (distance(a, dynamic, offset) == 0)
            break;
    }
    if (best)
        *found = (struct shared_array){best->name, best->start, size_of(best, dynamic),
                                       best->shape, is_dynamic(best)};
    return best;
}
