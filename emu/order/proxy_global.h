/* Views of device memory: what the threads of the running block have stored there, for
   bulk copies that read it in the same launch. */
#ifndef EMU_PROXY_GLOBAL_H
#define EMU_PROXY_GLOBAL_H

#include "proxy.h"

struct views; /* of a worker */
struct views *emu_views_new(void);
void emu_views_block(struct views *v); /* a block begins */
/* A store to these bytes of device memory, which are not many. */
void emu_views_store(struct views *v, uint64_t offset, uint32_t bytes, struct store s);
/* True if a store to these bytes has no fence before they are read asynchronously: its
   place, and its thread. */
bool emu_views_unfenced(const struct views *v, const struct proxies *p, uint64_t offset,
                        uint32_t bytes, uint64_t *at, uint32_t *thread);

#endif
