/* The faults of a run, as text. */
#ifndef EMU_REPORT_H
#define EMU_REPORT_H

#include <cuda_runtime.h>

#include "fault.h"

/* A fault of a launch, in the order of the report: true if it is the first of
   the run. So many more were found. */
bool emu_report_add(const struct fault_record *f);
void emu_report_more(unsigned long faults);

/* The error that a GPU would give for the faults of the last launch. */
cudaError_t emu_fault_error(void);

/* A fault that is no kernel's: print it, and keep it if it is the first of the run. */
void emu_fault_tell(const struct fault *f);

/* Print it to standard error, like a compiler's message; not if a harness reads the
   faults. */
void emu_fault_print(const struct fault *f);

/* The first fault since emu_fault_forget(): true and *f filled; false if there is
   none. */
bool emu_fault_first(struct fault *f);
void emu_fault_forget(void);

/* The same fault as it was found, before it became text. Its kind is FAULT_NONE if
   there is none. */
struct fault_place {
    struct fault_record fault;
    unsigned launch;
    uint64_t epoch; /* of the worker that found it */
};
const struct fault_place *emu_fault_place(void);

#endif
