/* Faults in words: what happened, where, to whom; and what to look at next. */
#ifndef EMU_WORDS_H
#define EMU_WORDS_H

#include <stddef.h>
#include <stdint.h>

#include "fault.h"

/* words.c: from f, in the launch that has just run. */
void emu_words(const struct fault_record *f, struct fault *out);
/* "thread (1,0)", "block (0,2)", from their linear index in that launch. */
void emu_say_thread(char *text, size_t size, uint32_t thread);
void emu_say_block(char *text, size_t size, uint64_t block);

/* words_place.c: what lies at f's offset, of which the line of source is `line`, or
   NULL; at an address in the program's variables. */
void emu_say_place(char *text, size_t size, const struct fault_record *f,
                   const char *line);
void emu_say_variable(char *text, size_t size, uintptr_t address, uint32_t bytes);

/* remedy.c, remedy_race.c: what to look at next. */
void emu_remedy(const struct fault_record *f, char *text, size_t size);
void emu_remedy_race(const struct fault_record *f, char *text, size_t size);

#endif
