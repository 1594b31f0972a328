/* Parts of an opcode; ptx_match.c states what a pattern is. */
#ifndef EMU_PTX_MATCH_H
#define EMU_PTX_MATCH_H

#include "ptx.h"

/* True if one of the words in `list`, | between them, is this segment of n
   characters. */
bool ptx_is_one_of(const char *list, const char *word, size_t n);
/* The C++ type of such a segment: s32 is int32_t. NULL if it is none of the class. */
const char *ptx_type_of(char class, const char *word, size_t n);

/* The segments of a pattern that are $ or choices. */
struct ptx_matched {
    int n_names, n_choices;
    char names[4][PTX_NAME], choices[4][PTX_NAME];
    bool flushes;
};
bool ptx_match(const char *pattern, const char *opcode, struct ptx_matched *m);
/* The function's name, with what was matched. */
void ptx_fill_in(const char *function, const struct ptx_matched *m, char *to,
                 size_t size);

/* ptx_families.c: instructions whose modifiers may come in many combinations. */
struct ptx_function ptx_find_family(const char *opcode, char name[], size_t size);

#endif
