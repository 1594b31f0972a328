/* Text files, read whole; whole_file.h states the contract. */
#include "whole_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

char *emu_read_stream(FILE *in, size_t *bytes)
{
    size_t n = 0, room = 0, more;
    char *text = NULL;

    do {
        if (room - n < 2) {
            char *larger = realloc(text, room = room ? 2 * room : 1 << 16);

            if (!larger) {
                free(text);
                return NULL;
            }
            text = larger;
        }
        more = fread(text + n, 1, room - n - 1, in);
        n += more;
    } while (more);
    if (ferror(in)) {
        free(text);
        return NULL;
    }
    text[n] = '\0';
    if (bytes)
        *bytes = n;
    return text;
}

char *emu_read_file(const char *path, size_t *bytes)
{
    FILE *in = fopen(path, "rb");
    char *text = in ? emu_read_stream(in, bytes) : NULL;
    const int why = errno;

    if (in)
        fclose(in);
    errno = why;
    return text;
}

char *emu_next_line(char **rest)
{
    char *line = *rest, *end;

    if (!line || !*line)
        return NULL;
    end = strchr(line, '\n');
    if (end)
        *end++ = '\0';
    *rest = end;
    return line;
}
