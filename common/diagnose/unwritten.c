/* Advice on elements that no thread writes; unwritten.h states the contract. */
#include "diagnose/unwritten.h"

#include <stdbool.h>
#include <stdio.h>

#include "check/steps.h"
#include "probe.h"

struct output {
    const struct operation *of;
    int array;
    const char *name;
    struct extent e;
};

const char unwritten_single[] =
    "a single element: look for a condition with == or != in it, "
    "or a bound that is one too small";

/* What the launches of the last call say of elements that no thread writes: that there
   is none, that they have too few threads, or enough of them. Of the labs in which a
   thread computes one element: of a vector with a launch to write, of a matrix with a
   launch that is given. False if they say nothing. */
static bool ask_for_threads(const struct output *o, enum wrong_pattern pattern,
                            struct finding *f)
{
    const bool vector = o->of->array[o->array].rows == ONE;
    const bool one_each = pattern != WRONG_ONE && steps_have(1u << STEP_PLACE) &&
                          steps_have(1u << STEP_LAUNCH) == vector &&
                          !steps_have(1u << STEP_COPY);
    const unsigned long long elements = o->e.rows * o->e.cols;
    unsigned long long threads;
    bool enough, lone; /* threads; enough, but one per block */
    struct counters c;
    char *remedy = f->remedy;
    size_t size = sizeof f->remedy;
    int n;

    probe_counters(&c);
    threads = c.threads;
    enough = c.launches && threads >= elements;
    lone = vector && enough && c.blocks == threads && threads > 1;
    if (!probe_available() || (c.launches && !one_each) ||
        (c.launches && !vector && (!enough || pattern == WRONG_ALL)))
        return false;
    n = steps_say(enough && !lone ? 1u << STEP_PLACE | 1u << STEP_SUM
                                  : 1u << STEP_LAUNCH,
                  remedy, size);
    remedy += n;
    size -= n;
    if (!c.launches)
        snprintf(remedy, size,
                 "the call launches no kernel: launch one with <<<blocks, threads>>>");
    else if (lone)
        snprintf(
            remedy, size,
            "each of the %llu blocks has 1 thread: are the two exchanged in <<<blocks, "
            "threads>>>? If not, look at the condition before the store, and at "
            "the index",
            threads);
    else if (!enough)
        snprintf(
            remedy, size,
            "the launch has %llu threads, and %s has %llu elements: are there enough "
            "blocks? Their number is rounded up",
            threads, o->name, elements);
    else
        snprintf(remedy, size,
                 "the launch has enough threads, %llu for %llu elements: look at the "
                 "condition before the store, and at %s",
                 threads, elements,
                 vector ? "the index"
                        : "which row and column each thread has, by the x and y of the "
                          "grid");
    if (enough && !lone)
        f->line = 0; /* it is not the launch's */
    return true;
}

/* What the launches of the last call say of the tiles that an output has: that blocks
   are fewer, or enough. False if it has none. */
static bool ask_for_blocks(const struct output *o, char *remedy, size_t size)
{
    const struct operation_array *a = &o->of->array[o->array];
    const size_t rows = (size_t)steps_tile(a->rows), cols = (size_t)steps_tile(a->cols);
    struct counters c;
    size_t tiles;

    if (!probe_available() || !rows || !cols ||
        !steps_have(1u << STEP_COPY | 1u << STEP_LAUNCH))
        return false;
    probe_counters(&c);
    tiles = (o->e.rows + rows - 1) / rows * ((o->e.cols + cols - 1) / cols);
    if (c.blocks == tiles && tiles > 1) {
        snprintf(
            remedy, size,
            "the launch has a block for each of the %zu tiles of %zu x %zu: which "
            "tile does each block compute, by the x and y of the grid, and is all of "
            "it stored?",
            tiles, rows, cols);
        return true;
    }
    if (c.blocks >= tiles)
        return false;
    snprintf(remedy, size,
             "%s has %zu tiles of %zu x %zu, and the launch %llu block%s: are there "
             "enough, or does each block go on to the tiles that are left?",
             o->name, tiles, rows, cols, (unsigned long long)c.blocks,
             c.blocks == 1 ? "" : "s");
    return true;
}

/* What may leave out elements that no thread writes, by the pattern that they make. */
static void ask_for_writers(const struct output *o, enum wrong_pattern pattern,
                            char *remedy, size_t size)
{
    const bool plain = !steps_have(1u << STEP_COPY);
    const struct operation *const of = o->of;
    const int rows = of->array[o->array].rows, cols = of->array[o->array].cols;
    char both[64] = ""; /* of a matrix with several rows */
    const char *const loop = !plain && !steps_have(1u << STEP_TILES)
                                 ? "; if a block computes several tiles, at that loop"
                                 : "";
    int n =
        steps_say((plain ? 1u << STEP_SUM : 0) | 1u << STEP_PLACE | 1u << STEP_LAUNCH,
                  remedy, size);

    remedy += n;
    size -= n;
    if (o->e.rows > 1 && rows < EXTENT(0) && cols < EXTENT(0) && cols >= 0)
        snprintf(both, sizeof both, ", for %s and for %s", of->size[rows],
                 of->size[cols]);
    switch (pattern) {
    case WRONG_ALL:
        snprintf(
            remedy, size,
            "does the kernel store its sum in %s, and can the condition before that be "
            "true?",
            o->name);
        break;
    case WRONG_LAST:
        if (ask_for_blocks(o, remedy, size))
            break;
        snprintf(
            remedy, size,
            "which threads should compute these? Look at the size of the grid (rounded "
            "up%s), at blockIdx times the size of a block, at the condition before the "
            "store, and at the row and column where it begins%s",
            both, loop);
        break;
    case WRONG_EVERY:
        snprintf(
            remedy, size,
            "each thread leaves out the same one of its elements: look at the bounds "
            "of the loop that stores them");
        break;
    case WRONG_ONE:
        snprintf(remedy, size, "%s", unwritten_single);
        break;
    case WRONG_TRIANGLE:
    case WRONG_OFF_DIAGONAL:
        snprintf(remedy, size,
                 "row and col are compared with each other, or exchanged, somewhere");
        break;
    default:
        if (ask_for_blocks(o, remedy, size))
            break;
        snprintf(
            remedy, size,
            "which blocks and threads compute these elements? Look at the size of the "
            "grid, and at what blockIdx and threadIdx select%s",
            loop);
    }
}

void unwritten_advice(const struct trial *t, int array, enum wrong_pattern pattern,
                      struct finding *f)
{
    const struct output o = {t->p.of, array, t->p.of->array[array].name,
                             problem_extent(&t->p, array)};

    if (!ask_for_threads(&o, pattern, f))
        ask_for_writers(&o, pattern, f->remedy, sizeof f->remedy);
}
