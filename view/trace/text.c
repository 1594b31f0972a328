/* Text that grows; text.h states the contract. */
#include "trace/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "trace/fail.h"
#include "trace/traced_memory.h"

void text_add(struct text *t, const char *format, ...)
{
    va_list list;
    int length;

    va_start(list, format);
    length = vsnprintf(NULL, 0, format, list);
    va_end(list);
    if (length < 0)
        fail("a text is too long");
    t->start = memory_grow(t->start, &t->room, t->length + (size_t)length + 1, 1);
    va_start(list, format);
    vsnprintf(t->start + t->length, t->room - t->length, format, list);
    va_end(list);
    t->length += (size_t)length;
}

void text_trim(struct text *t, char c)
{
    while (t->length && t->start[t->length - 1] == c)
        t->start[--t->length] = '\0';
}

const char *text_of(const struct text *t)
{
    return t->length ? t->start : "";
}

void text_clear(struct text *t)
{
    t->length = 0;
}

void text_free(struct text *t)
{
    free(t->start);
    *t = (struct text){0};
}
