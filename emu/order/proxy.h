/*
 * Views of shared memory. What a thread stores, the copy engine and wgmma see only
 * after a fence.proxy.async: by that thread after the store, or by another one after a
 * barrier (PTX ISA, proxies). What the copy engine writes needs none.
 */
#ifndef EMU_PROXY_H
#define EMU_PROXY_H

#include <stdbool.h>
#include <stdint.h>

#include "event.h"

/*
 * An mbarrier that a thread has initialised is seen by the copy engine after
 * one of these fences, or after a fence.mbarrier_init.
 */

/* The last store to a word: when, by whom, and how many fences this thread had executed
   before. Time 0: none since the block began; or the copy engine wrote it, and in
   shared memory `fences` is the swizzle of a tensor copy, and 1. */
struct store {
    uint32_t time;
    uint32_t thread : 11, fences : 21;
};

struct proxies; /* of a worker */
struct proxies *emu_proxy_new(void);
/* True if the program has asynchronous accesses. If not, nothing below is called. */
bool emu_proxy_used(void);

void emu_proxy_block(struct proxies *p); /* a block begins */
void emu_proxy_store(struct proxies *p, uint32_t thread, uint64_t offset,
                     uint32_t bytes);
void emu_proxy_land(struct proxies *p, const struct landing *l);
void emu_proxy_fenced(struct proxies *p, uint32_t thread);
/* The thread has initialised mbarrier i; it executes fence.mbarrier_init. */
void emu_proxy_initialised(struct proxies *p, uint32_t thread, int i);
void emu_proxy_init_fenced(struct proxies *p, uint32_t thread);
/* All threads, or this one, are ordered after what others did. */
void emu_proxy_meet(struct proxies *p);
void emu_proxy_pass(struct proxies *p, uint32_t thread);

/* A store by the thread now. True if no fence lets asynchronous reads see this one. */
struct store emu_proxy_stamp(const struct proxies *p, uint32_t thread);
bool emu_proxy_open(const struct proxies *p, struct store s);

/* How many bytes of each row a tensor copy has permuted where it wrote the word at this
   offset; -1 if none wrote it. */
int emu_proxy_swizzle(const struct proxies *p, uint64_t offset);
/* The thread whose store to these bytes has no fence before it is read
   asynchronously; -1 if there is none. */
int emu_proxy_unfenced(const struct proxies *p, uint64_t offset, uint32_t bytes);
/* True if mbarrier i has no fence since it was initialised. */
bool emu_proxy_init_unfenced(const struct proxies *p, int i);

#endif
