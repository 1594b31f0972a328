/* A fibre that trapped: the engine has ended it. */
#ifndef EMU_TRAPS_H
#define EMU_TRAPS_H

/* After a switch: if the fibre that ran before has trapped, its block is abandoned, and
   this does not return. */
void emu_trap_seen(void);

#endif
