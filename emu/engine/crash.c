/* A kernel that ends the program, by exit() or assert(). */
#include "crash.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "event.h"
#include "launch.h"
#include "note.h"
#include "platform.h"
#include "running.h"

/* exit(), which a kernel can only reach by a pointer: the program must end. If several
   OS threads call it, the first one reports the fault and ends the program. */
void emu_exit_in_kernel(void)
{
    static atomic_flag told = ATOMIC_FLAG_INIT;
    struct worker *w = emu_worker();
    if (!w || !emu_in_kernel())
        return;
    while (atomic_flag_test_and_set(&told))
        sleep(1);
    struct fault_record f = emu_fault_here(FAULT_CRASH, 0);
    f.detail = DETAIL_CALL;
    f.other_pc = emu_last_seen();
    snprintf(f.text, sizeof f.text, "ends the program with exit()");
    emu_hold_on();
    emu_fault_record(w, &f);
    EMU_TELL(w->on, ending, w);
    _exit(1);
}

/* assert() in a kernel. */
void __assert_fail(const char *expression, const char *file, unsigned int line,
                   const char *function)
{
    struct worker *w = emu_worker();
    if (!w || !emu_in_kernel()) {
        fprintf(stderr, "%s:%u: %s: assertion failed: %s\n", file, line, function,
                expression);
        abort();
    }
    struct fault_record f = emu_fault_here(FAULT_CRASH, EMU_CALLER());
    f.failed_assertion = true;
    snprintf(f.text, sizeof f.text, "fails its assertion %.100s", expression);
    emu_fault_abandon(w, &f);
}

void emu_note_division(uintptr_t pc, bool by_zero)
{
    char who[128];
    emu_say_running(who, sizeof who);
    emu_note(pc, "UNDEFINED",
             by_zero
                 ? "check the divisor: a GPU goes on with an unspecified value, here "
                   "that of an H100, a quotient with all bits set"
                 : "check the dividend: a GPU goes on with an unspecified value, here "
                   "that of an H100, the lowest number",
             "%s divides %s", who,
             by_zero ? "an integer by zero" : "the lowest number by -1");
}
