/* Text files, read whole, and their lines. The emulator and the course read them so;
   each program is linked with base/whole_file.c on its own. */
#ifndef EMU_WHOLE_FILE_H
#define EMU_WHOLE_FILE_H

#include <stddef.h>
#include <stdio.h>

/* The rest of a stream, followed by a byte 0; *bytes, unless it is NULL, is the number
   of bytes before that. The caller frees the text. Returns NULL if the stream cannot be
   read, or memory is exhausted; errno says why. */
char *emu_read_stream(FILE *in, size_t *bytes);

/* The same of the file at `path`. */
char *emu_read_file(const char *path, size_t *bytes);

/* The next line of a text, whose line feed becomes a byte 0. *rest is then what follows
   it, and NULL after a last line without a line feed. Returns NULL if there is no line
   left. */
char *emu_next_line(char **rest);

#endif
