/* With EMU_FAULTS=all: every distinct fault, not the first alone. */
#ifndef EMU_ALL_FAULTS_H
#define EMU_ALL_FAULTS_H

#include "event.h"

extern const struct observer emu_all_faults;

/* At the program's end: one line with how many there were, and EMU_FAULTS_JSON. */
void emu_all_faults_end(void);

#endif
