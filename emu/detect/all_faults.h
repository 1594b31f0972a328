/* The distinct faults of a run: the first of each kind; with EMU_FAULTS=all, of each
   kind and place. */
#ifndef EMU_ALL_FAULTS_H
#define EMU_ALL_FAULTS_H

#include "event.h"

extern const struct observer emu_all_faults;

/* A distinct fault, in words. */
struct told_fault {
    enum fault_kind kind;
    uintptr_t pc, other_pc;
    struct fault words;
    unsigned launch; /* the first in which it came */
    unsigned long count;
};

/* faults_json.c: write them to a file, with the number of those left out, and leaks.
   If it cannot, it prints so to standard error. */
void emu_faults_json(const char *path, const struct told_fault *told, int n,
                     unsigned long left_out);

/* At the program's end, with EMU_FAULTS=all: print how often each fault came, and write
 * EMU_FAULTS_JSON. */
void emu_all_faults_end(void);

#endif
