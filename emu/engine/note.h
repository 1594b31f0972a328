/* Notes: warnings that are not faults. Printed to standard error like a compiler's,
   once per line of the program. Not printed with EMU_NOTES=0, or if a harness reads the
   faults. */
#ifndef EMU_NOTE_H
#define EMU_NOTE_H

#include <stdint.h>

/* kind is a word such as "PORTABILITY"; remedy says what to do. */
void emu_note(uintptr_t pc, const char *kind, const char *remedy, const char *format,
              ...) __attribute__((format(printf, 4, 5)));

#endif
