/* Asynchronous copies to shared memory: the interface of copy_async.c. */
#ifndef EMU_COPY_ASYNC_H
#define EMU_COPY_ASYNC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct launch;
struct worker;
struct queue;

/* True if the last launch to begin asynchronous copies is this one. */
bool emu_copy_began(const struct launch *l);

/* Take the copies that the threads of the worker's block have in flight, or give them
   back. NULL: none. */
struct queue *emu_copy_take(const struct worker *w);
void emu_copy_give(const struct worker *w, struct queue *queue);

/* This phase of an mbarrier completes the running thread's copies, those that no other
   phase does: attach them. Returns how many. */
uint32_t emu_copy_attach(int barrier, uint64_t phase);
/* A thread knows that the phases before this one are complete: so are all copies that
   are attached to them. Returns how many. */
uint32_t emu_copy_complete(struct worker *w, int barrier, uint64_t phase);

/* The asynchronous copies of a thread in the block that its worker runs. A tile is what
   is completed by one wait. */
struct copy_progress {
    bool begun;                   /* there are some */
    uint32_t tiles;               /* completed, the one of this wait among them */
    uint64_t complete, in_flight; /* bytes of copies that are complete, and not */
    uint64_t bytes_in_16;         /* read by the copies of 16 bytes that were begun */
};
/* True if a copy to the byte at `offset` of shared memory is in flight; then the thread
   that has begun it, where, and true in *committed if it has committed its group. */
bool emu_copy_in_flight(const struct worker *w, uint64_t offset, uint32_t *thread,
                        uintptr_t *pc, bool *committed);
/* False if the thread has begun none. */
bool emu_copy_progress(const struct worker *w, uint32_t thread,
                       struct copy_progress *to);

#endif
