/* A block's shared memory: its arrays, and its shadow, which has the format of device
   memory's: which bytes belong to an array, and which the block has set. */
#ifndef EMU_SHARED_H
#define EMU_SHARED_H

#include <stdbool.h>
#include <stdint.h>

#include "emu_launch.h"

struct launch;
struct worker;

/* Read the program's arrays, once. */
void emu_shared_init(void);
/* Size of the segment that holds shared memory, in bytes. */
uint64_t emu_shared_bytes(void);

/* A byte of the shadow is a word: it may be accessed, and was not set, or was. */
enum { SHADOW_UNSET = 0x0f, SHADOW_SET = 0xff };

/* Once per OS thread, on that thread; gives up if memory is exhausted. */
void emu_shared_prepare(struct worker *w);
/* A block begins: its contents are unset and poisoned. */
void emu_shared_new_block(struct worker *w);
/* A block has ended: note which arrays it used. */
void emu_shared_end_block(struct worker *w);

/* Except the block's contents in `saved`. Restore them once, after
   emu_shared_new_block(); that frees `saved`. Gives up if memory is exhausted. */
struct shared_saved {
    uint64_t low, high; /* offsets */
    char *bytes;        /* contents, followed by their shadow */
};
void emu_shared_save(const struct worker *w, struct shared_saved *saved);
void emu_shared_restore(struct worker *w, struct shared_saved *saved);

bool emu_shared_is_dynamic(uint64_t offset);
/* True if the address is in the shared memory of the calling OS thread. */
bool emu_shared_is_here(uintptr_t a);
/* The address in the shared window whose low 18 bits begin a wgmma descriptor. The
   arrays of all kernels may need more: then it is a place that the block has set. */
uint32_t emu_shared_start(uint64_t descriptor);
/* Where the first array starts. */
uint64_t emu_shared_first(void);

struct shared_array {
    const char *name;
    uint64_t start, bytes;
    struct emu_shape shape; /* element: 0 where it is not known */
    bool dynamic;           /* it is `extern __shared__`: bytes are the launch's */
};
/* The array that contains offset, where a launch has so many bytes of dynamic shared
   memory; else the array that `line` names, a line of the program or NULL; else the
   nearest array. False if there is none. */
bool emu_shared_array(uint64_t offset, uint64_t dynamic, const char *line,
                      struct shared_array *a);

/* The member at this offset, in dynamic shared memory that the launch's threads view as
   structs: "ring[2].A", and where it starts; of an array of structs, also past its end.
   False if they do not, or if there is none. members.c */
bool emu_shared_member(const struct launch *l, uint64_t offset, char *name, size_t size,
                       struct shared_array *a);

/* Bytes of shared memory that a block of the launch used. */
uint64_t emu_shared_used(const struct launch *l);

#endif
