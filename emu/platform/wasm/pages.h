/* What the host may access of device memory. */
#ifndef EMU_PAGES_H
#define EMU_PAGES_H

#include <stdbool.h>
#include <stdint.h>

bool emu_pages_may(uintptr_t address, bool write);

#endif
