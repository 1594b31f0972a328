/* griddepcontrol.wait: the running thread goes on when the kernel before has ended.
   Here it always has: launches run one after the other. detect/kernel_overlap.c looks
   for kernels that do not wait. */
#include "barriers.h"
#include "event.h"
#include "platform.h"

void emu_kernel_before_wait(void)
{
    struct worker *w = emu_worker();
    if (!emu_in_kernel())
        return;
    emu_barrier_order(EMU_CALLER());
    EMU_ASYNC(w, ASYNC_KERNEL_ENDED);
}
