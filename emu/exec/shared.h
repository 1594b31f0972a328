/* A block's shared memory: its arrays, and its shadow, which is laid out like device
   memory's and says which bytes belong to an array and which the block has set. */
#ifndef EMU_SHARED_H
#define EMU_SHARED_H

#include <stdbool.h>
#include <stdint.h>

#include "emu_launch.h"

struct worker;

/* Read the program's arrays, once. */
void emu_shared_init(void);
/* Size of the segment that holds shared memory, in bytes. */
uint64_t emu_shared_bytes(void);

/* Once an OS thread, on that thread; gives up without memory. */
void emu_shared_prepare(struct worker *w);
/* A block begins: contents unset and poisoned. */
void emu_shared_new_block(struct worker *w);
/* It has ended: note which arrays it used. */
void emu_shared_end_block(struct worker *w);

/* Set what the block has stored aside in `saved`, to be freed by restoring it, once,
   after emu_shared_new_block(); gives up without memory. */
struct shared_saved {
    uint64_t low, high; /* offsets */
    char *bytes;        /* contents, and their shadow behind */
};
void emu_shared_save(const struct worker *w, struct shared_saved *saved);
void emu_shared_restore(struct worker *w, struct shared_saved *saved);

bool emu_shared_is_dynamic(uint64_t offset);
/* True if the address is in the shared memory of the calling OS thread. */
bool emu_shared_is_here(uintptr_t a);
/* Where the first array starts. */
uint64_t emu_shared_first(void);

struct shared_array {
    const char *name;
    uint64_t start, bytes;
    struct emu_shape shape; /* element: 0 where it is not known */
};
/* The array that holds offset. Else the one that `line`, a line of the program, names,
   or NULL; else the nearest. False if there is none. */
bool emu_shared_array(uint64_t offset, const char *line, struct shared_array *a);

/* Bytes of shared memory that a block of the last launch used. */
uint64_t emu_shared_used(void);

#endif
