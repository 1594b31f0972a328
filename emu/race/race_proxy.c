/*
 * What threads have stored, as the copy engine and wgmma see it: proxy.h. Also in
 * device memory, where bulk copies read it in the same launch.
 */
#include "barriers.h"
#include "memory.h"
#include "note.h"
#include "race_cells.h"
#include "symbols.h"

void emu_race_check_view(struct worker *w, const struct request *r)
{
    const struct cells *c = emu_race_cells(w);
    const int stored = emu_proxy_unfenced(c->proxies, r->offset[0], r->size);
    if (stored < 0)
        return;
    const struct fault_record f = {.kind = FAULT_RACE,
                                   .detail = DETAIL_PROXY,
                                   .block = w->block,
                                   .pc = r->pc,
                                   .thread = w->first_lane + r->lane[0],
                                   .other_thread = (uint32_t)stored,
                                   .offset = r->offset[0] + SHARED_OFFSET,
                                   .size = r->size,
                                   .other_write = true};
    emu_fault_record(w, &f);
}

/* A copy's mbarrier, which the copy engine may not see initialised. */
void emu_race_check_barrier(const struct worker *w, const struct bulk_access *a)
{
    const struct cells *c = emu_race_cells(w);
    char file[256];
    int line = 0;
    if (!emu_proxy_init_unfenced(c->proxies, a->barrier))
        return;
    emu_symbols_line(emu_barrier_at(w, a->barrier)->pc, file, sizeof file, &line);
    emu_note(a->pc, "PORTABILITY",
             "let the thread that initialises it execute "
             "fence.mbarrier_init.release.cluster or fence.proxy.async afterwards, "
             "before the threads meet",
             "a bulk copy has an mbarrier that was initialised on line %d, without a "
             "fence since then: PTX does not guarantee that the copy engine sees it",
             line);
}

void emu_race_proxy_fence(struct worker *w)
{
    const struct cells *c = emu_race_cells(w);
    if (c->proxies)
        emu_proxy_fenced(c->proxies, emu_running(w));
}

void emu_race_initialised(struct worker *w, int i)
{
    const struct cells *c = emu_race_cells(w);
    if (c->proxies)
        emu_proxy_initialised(c->proxies, emu_running(w), i);
}

void emu_race_init_fence(struct worker *w)
{
    const struct cells *c = emu_race_cells(w);
    if (c->proxies)
        emu_proxy_init_fenced(c->proxies, emu_running(w));
}

void emu_race_global_store(struct worker *w, const struct request *r)
{
    const struct cells *c = emu_race_cells(w);
    for (int i = 0; i < r->n; i++) {
        const uint64_t offset = emu_request_offset(r, i);
        if (offset < ARENA_BYTES)
            emu_views_store(c->views, offset, r->size,
                            emu_proxy_stamp(c->proxies, w->first_lane + r->lane[i]));
    }
}

/* A bulk copy writes to device memory itself, or reads what threads have stored. */
void emu_race_bulk_run(struct worker *w, const struct bulk_run *r)
{
    const struct cells *c = emu_race_cells(w);
    struct fault_record f = {.kind = FAULT_RACE,
                             .detail = DETAIL_PROXY,
                             .block = w->block,
                             .pc = r->pc,
                             .thread = emu_running(w),
                             .size = 4,
                             .other_write = true};
    if (r->offset >= ARENA_BYTES || r->offset + r->bytes > ARENA_BYTES)
        return;
    if (r->write) {
        emu_views_store(c->views, r->offset, r->bytes, (struct store){.time = 0});
        emu_race_bulk_stores(w, r);
    } else if (emu_views_unfenced(c->views, c->proxies, r->offset, r->bytes, &f.offset,
                                  &f.other_thread))
        emu_fault_record(w, &f);
}
