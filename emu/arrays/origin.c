/* Where the contents of memory come from, by sectors; origin.h states the contract. */
#include "origin.h"

#include <stdio.h>

#include "address.h"
#include "param.h"
#include "platform.h"
#include "settings.h"
#include "vault.h"

/* Variables are far fewer than this. */
enum { VARIABLES = 1 << 26 /* bytes */ };
static const size_t sectors = (ARENA_BYTES + VARIABLES) / SECTOR_BYTES;

static origins *of; /* each sector; NULL before there are arrays */
static origins constants;

void emu_origin_new(int n)
{
    constants = 0;
    if (n && !of) {
        of = emu_pages_reserve(sectors, true);
        if (!of) {
            fprintf(stderr, "emulator: not enough memory for the origins of %s\n",
                    "device memory");
            emu_give_up();
        }
        emu_vault_add(of, sectors);
    } else if (n) {
        emu_pages_drop(of, sectors);
    }
}

/* Its sector; the last one for all variables that are too many. */
static size_t sector_of(uint64_t offset)
{
    const uint64_t place =
        offset < ARENA_BYTES ? offset : ARENA_BYTES + (offset - MODULE_OFFSET);
    return place / SECTOR_BYTES < sectors ? place / SECTOR_BYTES : sectors - 1;
}

origins emu_origin(uint64_t offset)
{
    return of[sector_of(offset)];
}

void emu_origin_add(uint64_t offset, uint64_t bytes, origins from)
{
    const size_t end = sector_of(offset + bytes - 1);
    for (size_t s = sector_of(offset); from && s <= end; s++)
        if (from & ~__atomic_load_n(&of[s], __ATOMIC_RELAXED))
            __atomic_fetch_or(&of[s], from, __ATOMIC_RELAXED);
}

origins emu_origin_of_constants(void)
{
    return constants;
}

void emu_origin_add_to_constants(origins from)
{
    constants |= from;
}
