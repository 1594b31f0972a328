/*
 * An array in device memory whose neighbourhood is watched. On the emulator it is
 * exactly as long as asked for, so that the emulator's own red zones begin at its end.
 * A GPU has none: there the array lies between two guards of poison.
 */
#ifndef GUARDED_H
#define GUARDED_H

#include <stddef.h>

#include "element/element.h"

struct guarded {
    char *data; /* device pointer to the array, aligned as cudaMalloc aligns */
    enum element type;
    size_t n;     /* elements in the array */
    char *base;   /* device pointer to the guard before it; data where there is none */
    size_t guard; /* elements in each guard, 0 where there are none */
};

/* Make a device array of n elements with guards of at least `guard` elements where
   there is no emulator. Exits with status 2 if memory is short. Release with
   guarded_free(). */
struct guarded guarded_new(enum element type, size_t n, size_t guard);
void guarded_free(struct guarded *g);

/* Device pointer to element i. */
const void *guarded_at(const struct guarded *g, size_t i);

/* Copy all elements from or to the host. Exits with status 2 if the device fails. */
void guarded_put(const struct guarded *g, const void *from);
void guarded_get(const struct guarded *g, void *to);

/* The index of the first element that differs, bit by bit, from the host's; n if none
   does. Exits with status 2 if the device fails. */
size_t guarded_compare(const struct guarded *g, const void *with);

/* Elements past the array's end (positive), or before its start (negative), of the
   first overwritten element of a guard; 0 if both are whole. Past the end counts
   from 1. */
long guarded_damage(const struct guarded *g);

#endif
