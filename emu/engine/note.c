/* Notes on standard error; note.h has the contract. */
#include "note.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "running.h"
#include "settings.h"
#include "symbols.h"

enum { MOST = 64 }; /* notes per run */
static struct {
    uintptr_t pc;
    const char *kind;
} said[MOST];
static int n_said;
static bool full;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* True if this is the first such note on this line. */
static bool is_new(uintptr_t pc, const char *kind)
{
    for (int i = 0; i < n_said; i++)
        if (!strcmp(said[i].kind, kind) && emu_symbols_same_line(said[i].pc, pc))
            return false;
    if (n_said == MOST) {
        if (!full)
            fprintf(stderr, "emulator: more than %d notes: the rest is not printed\n",
                    MOST);
        full = true;
        return false;
    }
    said[n_said].pc = pc;
    said[n_said++].kind = kind;
    return true;
}

void emu_note(uintptr_t pc, const char *kind, const char *remedy, const char *format,
              ...)
{
    va_list arguments;
    char what[400], file[256];
    int line = 0;
    if (emu_settings()->silent || emu_settings()->quiet)
        return;
    uint64_t *held =
        emu_hold_on(); /* no signal may end the thread while it holds the lock */
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    pthread_mutex_lock(&lock);
    if (is_new(pc, kind)) {
        fflush(stdout);
        emu_symbols_line(pc, file, sizeof file, &line);
        fprintf(stderr, "%s:%d: %s: %s\n  %s\n", *file ? file : "?", line, kind, what,
                remedy);
    }
    pthread_mutex_unlock(&lock);
    emu_go_on(held);
}
