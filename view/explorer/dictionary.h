/* A set of short arrays of numbers: most requests of a kernel repeat a few patterns. */
#ifndef DICTIONARY_H
#define DICTIONARY_H

#include <stddef.h>

struct dictionary {
    size_t n;         /* entries so far */
    long long *value; /* all entries, one after the other */
    size_t values, room;
    size_t *start, rooms; /* of each entry, and of the one after the last */
    size_t *slot, slots;  /* of the hash table: 0, or 1 + an entry */
};

/* The index of the entry that equals value[0..n), which is added if there is none. */
size_t dictionary_add(struct dictionary *d, const long long *value, size_t n);

void dictionary_free(struct dictionary *d);

#endif
