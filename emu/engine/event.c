/* Events and their observers; event.h has the contract. */
#include "event.h"

#include <stdio.h>
#include <string.h>

#include "launch.h"
#include "platform.h"
#include "settings.h"
#include "vault.h"

static const struct observer *observers[MOST_OBSERVERS];
static int n_observers;
static struct events events = {.depth = LOG_DEPTH, .turn_accesses = 64 * LOG_DEPTH};

const struct events *emu_events(void)
{
    return &events;
}

/* True if the list, words separated by commas, has this word. */
static bool has_word(const char *list, const char *word)
{
    const size_t n = strlen(word);
    for (const char *p = list; *p; p += strcspn(p, ","), p += *p == ',')
        if (strcspn(p, ",") == n && !strncmp(p, word, n))
            return true;
    return false;
}

static bool is_wanted(const struct observer *o)
{
    const char *checks = emu_settings()->checks;
    if (!o->name || !checks)
        return !o->off;
    return has_word(checks, o->name) || has_word(checks, "all") ||
           (!o->off && has_word(checks, "default"));
}

/* Enter the observer's functions in the lists. */
static void enter(const struct observer *o)
{
    int n;
#define ENTER(event)                                                                   \
    if (o->event) {                                                                    \
        for (n = 0; events.event[n]; n++)                                              \
            ;                                                                          \
        events.event[n] = o->event;                                                    \
    }
    EMU_EVENTS(ENTER)
#undef ENTER
    for (int type = 0; o->async && type < ASYNC_TYPES; type++) {
        if (o->hears && !(o->hears & 1u << type))
            continue;
        for (n = 0; events.async[type][n]; n++)
            ;
        events.async[type][n] = o->async;
    }
}

/* An observer's memory is closed to the program, as the worker is: vault.h. */
static size_t room(const struct observer *o)
{
    enum { ALIGNMENT = 64 };
    return (o->bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

static void give(struct worker *w, const struct observer *o, void *memory)
{
    if (o->bytes)
        w->own[*o->slot] = memory;
    if (o->prepare)
        o->prepare(w);
}

void emu_observe(const struct observer *o)
{
    int n_workers;
    struct worker *const *workers = emu_workers_all(&n_workers);
    for (int i = 0; i < n_observers; i++)
        if (observers[i] == o)
            return;
    if (n_observers == MOST_OBSERVERS) {
        fprintf(stderr, "emulator: more than %d detectors, counters and traces\n",
                MOST_OBSERVERS);
        emu_give_up();
    }
    if (o->slot)
        *o->slot = n_observers;
    observers[n_observers++] = o;
    if (!is_wanted(o))
        return;
    enter(o);
    if (o->step)
        events.depth = 1;
    for (int i = 0; i < n_workers; i++)
        give(workers[i], o, o->bytes ? emu_vault_new(room(o)) : NULL);
}

void emu_observers_prepare(struct worker *w)
{
    size_t bytes = 0;
    char *memory;
    w->on = &events;
    for (int i = 0; i < n_observers; i++)
        bytes += is_wanted(observers[i]) ? room(observers[i]) : 0;
    memory = emu_vault_new(bytes);
    for (int i = 0; i < n_observers; i++)
        if (is_wanted(observers[i])) {
            give(w, observers[i], memory);
            memory += room(observers[i]);
        }
}

void emu_events_step(struct worker *w, enum stepping stepping)
{
    static EMU_OWN struct events emu_stepping;
    if (stepping) {
        emu_stepping = events;
        emu_stepping.depth = 1;
        if (stepping == STEP_IN_TURN)
            emu_stepping.turn_accesses = 1;
    }
    w->on = stepping ? &emu_stepping : &events;
}

static bool is_known(const char *word, size_t n)
{
    static const char *const groups[] = {"all", "default"};
    for (int i = 0; i < 2; i++)
        if (strlen(groups[i]) == n && !strncmp(groups[i], word, n))
            return true;
    for (int i = 0; i < n_observers; i++) {
        const char *name = observers[i]->name;
        if (name && strlen(name) == n && !strncmp(name, word, n))
            return true;
    }
    return false;
}

/* True if one of the first n observers has this name, too. */
static bool is_among(const char *name, int n)
{
    for (int i = 0; i < n; i++)
        if (observers[i]->name && !strcmp(observers[i]->name, name))
            return true;
    return false;
}

void emu_checks_verify(void)
{
    const char *checks = emu_settings()->checks;
    for (const char *p = checks ? checks : ""; *p;
         p += strcspn(p, ","), p += *p == ',') {
        const size_t n = strcspn(p, ",");
        if (is_known(p, n))
            continue;
        fprintf(stderr, "emulator: EMU_CHECKS=%s: got '%.*s', expected all, default",
                checks, (int)n, p);
        for (int i = 0; i < n_observers; i++)
            if (observers[i]->name && !is_among(observers[i]->name, i))
                fprintf(stderr, ", %s", observers[i]->name);
        fputc('\n', stderr);
        emu_give_up();
    }
}
