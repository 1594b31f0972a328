/*
 * printf in kernels. Each worker keeps the output of its blocks. After the launch it is
 * written block by block, so that it does not depend on the number of cores. A stopped
 * launch keeps the output so far. No lock is held here while a signal may end the
 * thread.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "event.h"
#include "launch.h"
#include "device_print.h"
#include "platform.h"

enum { MOST_OF_A_BLOCK = 1 << 20 }; /* bytes, the size of a GPU's buffer per launch */

struct piece { /* the output of one block */
    uint64_t block;
    size_t start, bytes;
    bool cut;
    const struct printed *in;
};
static struct printed {
    char *text;
    size_t used, room;
    struct piece *pieces;
    size_t n, pieces_room;
} printed[EMU_MAX_WORKERS];

/* Make room for more elements in an array. False if memory is exhausted. */
static bool more(void *array, size_t *room, size_t need, size_t element)
{
    if (need <= *room)
        return true;
    uint64_t *held = emu_hold_on();
    size_t larger = 2 * need + 4096 / element;
    void *grown = realloc(*(void **)array, larger * element);
    emu_go_on(held);
    if (!grown)
        return false;
    *(void **)array = grown;
    *room = larger;
    return true;
}

/* The number of arguments, as CUDA's printf returns it. */
static int conversions(const char *format)
{
    int n = 0;
    for (; *format; format++)
        if (*format == '%' && *++format != '%') {
            if (!*format)
                return -1;
            n++;
        }
    return n;
}

static int print_in_kernel(const char *format, va_list arguments)
{
    struct worker *w = emu_worker();
    struct printed *p = &printed[w->number];
    if (!format)
        return -1;
    if (p->n == 0 || p->pieces[p->n - 1].block != w->block) {
        if (!more(&p->pieces, &p->pieces_room, p->n + 1, sizeof *p->pieces))
            return -2;
        p->pieces[p->n++] = (struct piece){.block = w->block, .start = p->used};
    }
    struct piece *piece = &p->pieces[p->n - 1];
    va_list again;
    va_copy(again, arguments);
    int n = vsnprintf(NULL, 0, format, arguments);
    if (n < 0 || piece->bytes + n > MOST_OF_A_BLOCK) {
        piece->cut = true;
        n = -2;
    } else if (!more(&p->text, &p->room, p->used + n + 1, 1)) {
        n = -2;
    } else {
        vsnprintf(p->text + p->used, n + 1, format, again);
        p->used += n;
        piece->bytes += n;
        n = conversions(format);
    }
    va_end(again);
    return n;
}

int emu_printf(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (emu_in_kernel()) /* in case a signal arrives in the C library: see crash.c */
        emu_thread()->site = EMU_CALLER();
    int n = emu_in_kernel() ? print_in_kernel(format, arguments)
                            : vprintf(format, arguments);
    va_end(arguments);
    return n;
}

static int by_block(const void *a, const void *b)
{
    const struct piece *x = a, *y = b;
    return (x->block > y->block) - (x->block < y->block);
}

void emu_print_all(void)
{
    struct piece *all = NULL;
    size_t n = 0;
    for (int i = 0; i < EMU_MAX_WORKERS; i++)
        n += printed[i].n;
    if (n == 0 || !(all = malloc(n * sizeof *all)))
        return;
    n = 0;
    for (int i = 0; i < EMU_MAX_WORKERS; i++) {
        for (size_t k = 0; k < printed[i].n; k++) {
            all[n] = printed[i].pieces[k];
            all[n++].in = &printed[i];
        }
        printed[i].n = printed[i].used = 0;
    }
    qsort(all, n, sizeof *all, by_block);
    for (size_t i = 0; i < n && all[i].block <= emu_launch_stopped_after(); i++) {
        fwrite(all[i].in->text + all[i].start, 1, all[i].bytes, stdout);
        if (all[i].cut) {
            fflush(stdout);
            fprintf(stderr,
                    "emulator: block %llu printed more than 1 MiB: the rest is lost\n",
                    (unsigned long long)all[i].block);
        }
    }
    free(all);
}
