/*
 * The look at the kernel's file; saved.h states the contract. The text is read and
 * compared each time. That works on every disk, also over a network and under WSL,
 * where the system does not report changes. The file's identity counts as well: between
 * two looks, a text may be replaced by another one, and come back.
 */
#define _POSIX_C_SOURCE 200809L
#include "live/saved.h"

#include <stdlib.h>
#include <string.h>

#include "whole_file.h"

/* POSIX cksum: a CRC of 32 bits, over the text and then over its length. */
static unsigned long checksum(const char *text, size_t size)
{
    const unsigned polynomial = 0x04c11db7;
    unsigned sum = 0;
    size_t length = size;

    for (size_t i = 0; i < size || length; i++) {
        unsigned byte = i < size ? (unsigned char)text[i] : length & 0xff;

        if (i >= size)
            length >>= 8;
        sum ^= byte << 24;
        for (int bit = 0; bit < 8; bit++)
            sum = sum & 0x80000000 ? sum << 1 ^ polynomial : sum << 1;
    }
    return ~sum & 0xffffffff;
}

bool saved_again(struct saved *s)
{
    const struct file_id before = file_id_of(s->path);
    size_t size = 0;
    char *text = emu_read_file(s->path, &size);
    const struct file_id after = file_id_of(s->path);
    const bool was_empty = s->empty;

    if (!text)
        return false;
    s->empty = size == 0;
    if (!file_id_same(&before, &after) || (s->empty && !was_empty)) {
        free(text); /* it is being written: the next look sees all of it */
        return false;
    }
    if (s->text && file_id_same(&before, &s->id) && size == s->size &&
        memcmp(text, s->text, size) == 0) {
        free(text);
        return false;
    }
    free(s->text);
    s->text = text;
    s->size = size;
    s->id = before;
    s->number++;
    s->sum = checksum(text, size);
    return true;
}
