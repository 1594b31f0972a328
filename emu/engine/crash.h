/* Signals that a kernel raises, and the one that ends an endless kernel. */
#ifndef EMU_CRASH_H
#define EMU_CRASH_H

#include <signal.h>

enum { SIGNAL_TIMEOUT = SIGUSR2 };

/* Install the handlers, once. */
void emu_crash_handlers(void);
/* Make this OS thread ready for them, once. */
void emu_crash_thread(void);

#endif
