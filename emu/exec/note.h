/* What is no fault, and still worth a word: printed on standard error, as a compiler
   would, once for each line; nothing with EMU_NOTES=0, or where a harness asks for
   faults. */
#ifndef EMU_NOTE_H
#define EMU_NOTE_H

#include <stdint.h>

/* kind is a word such as "PORTABILITY"; remedy says what to do. */
void emu_note(uintptr_t pc, const char *kind, const char *remedy, const char *format,
              ...) __attribute__((format(printf, 4, 5)));

#endif
