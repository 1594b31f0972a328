/* Faults as text: what happened, where, in which thread; and what to check next. */
#ifndef EMU_WORDS_H
#define EMU_WORDS_H

#include <stddef.h>
#include <stdint.h>

#include "fault.h"
#include "launch.h"

/* words.c: the text of f. Its launch must still exist. */
void emu_words(const struct fault_record *f, struct fault *out);
/* The thread as data, with the kernel's name. If `thread` means several threads, *who
   is empty. */
void emu_who(const struct launch *l, struct probe_who *who, uint64_t block,
             uint32_t thread);

/* words_place.c: the array and element at f's offset, or at an address in the program's
   variables. `line` is f's line of source, or NULL. *e becomes the element as data, if
   it is known. */
void emu_say_place(char *text, size_t size, const struct fault_record *f,
                   const char *line, struct probe_element *e);
/* The mbarrier at an offset of shared memory: "full[1]". */
void emu_say_mbarrier(char *text, size_t size, const struct launch *l, uint64_t offset);
void emu_say_variable(char *text, size_t size, uintptr_t address, uint32_t bytes,
                      struct probe_element *e);

#endif
