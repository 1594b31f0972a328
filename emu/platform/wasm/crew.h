/* Nothing interrupts a worker here: it looks itself whether it is late. */
#ifndef EMU_CREW_H
#define EMU_CREW_H

/* Often, on a worker: at switches, and in loops without accesses. */
void emu_crew_look(void);

#endif
