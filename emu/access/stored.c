/* Values that lanes have stored; stored.h has the contract. */
#include "stored.h"

#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "settings.h"
#include "variable.h"

void emu_stored_begin(struct worker *w)
{
    if (emu_settings()->quiet) {
        free(w->stored);
        w->stored = NULL;
    } else if (!w->stored) {
        w->stored = emu_allocate(WARP_SIZE, sizeof *w->stored, "stored values");
    }
    w->stored_late = 0;
}

/* Where the access was, from the offset in the log. */
static const void *place_of(const struct worker *w, uint64_t offset)
{
    if (offset >= MODULE_OFFSET)
        return (const void *)emu_variable_address(offset - MODULE_OFFSET);
    if (offset >= SHARED_OFFSET)
        return (const void *)(w->shared_base + offset - SHARED_OFFSET);
    return (const void *)(emu_arena() + offset);
}

/* For up to 4 bytes, two values have one number only if that is 1. */
static uint32_t number_of(const struct worker *w, uint64_t offset, uint32_t size)
{
    const char *at = place_of(w, offset);
    uint64_t value = 0, more = 0;
    switch (size) { /* memcpy() of a constant size is one instruction */
    case 4:
        memcpy(&value, at, 4);
        break;
    case 16:
        memcpy(&more, at + 8, 8);
        __attribute__((fallthrough));
    case 8:
        memcpy(&value, at, 8);
        break;
    default:
        memcpy(&value, at, size);
    }
    value += more * 0x9e3779b97f4a7c15;
    const uint32_t place = (uint32_t)(offset % 16) << 8 | size;
    const uint32_t number =
        ((uint32_t)value ^ (uint32_t)(value >> 32) * 0x9e3779b1) + place * 0x85ebca6b;
    return number ? number : 1;
}

void emu_stored_keep(struct worker *w, int lane)
{
    const uint64_t *const *store;
    const uint32_t n = emu_log_stores(&store);
    const bool late = w->stored_late >> lane & 1;
    w->stored_late &= ~(1u << lane);
    for (uint32_t i = 0; i < n; i++) {
        const uint64_t key = *store[i] >> OFFSET_BITS;
        const bool plain = !(key & KEY_ATOMIC) && !emu_key_stores_copy(key);
        w->stored[lane][store[i] - w->log[lane]] =
            plain && !late ? number_of(w, *store[i] & OFFSET_MASK, emu_key_size(key))
                           : 0;
    }
}
