/* The table of faults: what is said of each, and what to try. */
#ifndef EMU_FAULT_TABLE_H
#define EMU_FAULT_TABLE_H

#include "fault.h"

/* "OUT_OF_BOUNDS". */
const char *emu_fault_name(enum fault_kind kind);

/* What happened, and what to check next: texts in which words.c replaces {names}. */
const char *emu_fault_sentence(const struct fault_record *f);
const char *emu_fault_remedy(const struct fault_record *f);

/* fault_when.c: conditions of rows. */
bool emu_when_shared(const struct fault_record *f);
/* Out of bounds: of memory that was freed; before the start of an array; of memory from
   cudaMallocPitch; of the dynamic shared memory of the launch. */
bool emu_when_freed(const struct fault_record *f);
bool emu_when_before(const struct fault_record *f);
/* The two threads are of one warp, and the source speaks of one. */
bool emu_when_one_warp(const struct fault_record *f);
/* A block reads what another one stores, in a launch with atomic operations. */
bool emu_when_counted(const struct fault_record *f);
/* There is no memory at the address. */
bool emu_when_nowhere(const struct fault_record *f);
bool emu_when_nowhere_alone(const struct fault_record *f); /* no harness runs it */
bool emu_when_pitched(const struct fault_record *f);
bool emu_when_set_a_pointer(const struct fault_record *f);
bool emu_when_set_in_part(const struct fault_record *f);
bool emu_when_not_set(const struct fault_record *f);
bool emu_when_dynamic(const struct fault_record *f);
bool emu_when_bytes_16(const struct fault_record *f);
bool emu_when_writes(const struct fault_record *f);
bool emu_when_said(const struct fault_record *f);        /* there is a text */
bool emu_when_other_known(const struct fault_record *f); /* the other's place is */
bool emu_when_copies(const struct fault_record *f);      /* the launch has cp.async */
bool emu_when_orders(const struct fault_record *f);      /* it has mbarriers, or such */
bool emu_when_mbarrier(const struct fault_record *f);    /* a race with its first use */
bool emu_when_atomic(const struct fault_record *f);
bool emu_when_global(const struct fault_record *f); /* in device memory */
bool emu_when_fenced(const struct fault_record *f);
bool emu_when_default_limit(const struct fault_record *f); /* of time */
bool emu_when_locked(const struct fault_record *f); /* an atomicCAS took something */
bool emu_when_adds_up(
    const struct fault_record *f); /* both: "sum[0] += x;", "n[i]++" */
/* Two stores by threads that differ in threadIdx.x alone; in another index of the
   thread alone; in one index of the block alone; in several indices. */
bool emu_when_only_x(const struct fault_record *f);
bool emu_when_only_thread(const struct fault_record *f);
bool emu_when_only_block(const struct fault_record *f);
bool emu_when_several(const struct fault_record *f);
/* The two accesses are on different lines; of one file, and the launch has mbarriers;
   of one file, and the earlier access is on the later line, as in a loop. */
bool emu_when_two_lines(const struct fault_record *f);
bool emu_when_two_lines_ordered(const struct fault_record *f);
bool emu_when_loop(const struct fault_record *f);
bool emu_when_shared_orders(const struct fault_record *f);
bool emu_when_committed(const struct fault_record *f);
bool emu_when_copied_again(const struct fault_record *f);
bool emu_when_copied_over(const struct fault_record *f);

/* "threadIdx.x and blockIdx.y", in which the two threads differ. */
void emu_say_differences(char *text, size_t size, const struct fault_record *f);

#endif
