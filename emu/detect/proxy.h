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

struct proxies; /* of a worker */
struct proxies *emu_proxy_new(void);
/* True if the program has asynchronous accesses. If not, nothing below is called. */
bool emu_proxy_used(void);

void emu_proxy_block(struct proxies *p); /* a block begins */
void emu_proxy_store(struct proxies *p, uint32_t thread, uint64_t offset,
                     uint32_t bytes);
void emu_proxy_land(struct proxies *p, const struct landing *l);
void emu_proxy_fenced(struct proxies *p, uint32_t thread);
/* All threads, or this one, are ordered after what others did. */
void emu_proxy_meet(struct proxies *p);
void emu_proxy_pass(struct proxies *p, uint32_t thread);

/* How many bytes of each row the copy engine has permuted where it wrote the word at
   this offset; -1 if it has not written it. */
int emu_proxy_swizzle(const struct proxies *p, uint64_t offset);
/* The thread whose store to these bytes has no fence before it is read
   asynchronously; -1 if there is none. */
int emu_proxy_unfenced(const struct proxies *p, uint64_t offset, uint32_t bytes);

#endif
