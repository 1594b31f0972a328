/* fence.proxy.async: what a thread has stored is ordered before what the copy engine
   and the tensor cores do; fence.mbarrier_init orders the mbarriers that it has
   initialised. */
#include "barriers.h"
#include "event.h"
#include "platform.h"

void emu_proxy_fence(void)
{
    struct worker *w = emu_worker();
    if (!emu_in_kernel())
        return;
    emu_barrier_order(EMU_CALLER());
    EMU_ASYNC(w, ASYNC_PROXY_FENCE);
}

void emu_init_fence(void)
{
    struct worker *w = emu_worker();
    if (emu_in_kernel())
        EMU_ASYNC(w, ASYNC_INIT_FENCE);
}
