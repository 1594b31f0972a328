/* The padding of structs; padding.h states the contract. */
#include "padding.h"

void emu_padding_set(uint8_t *shadow, uintptr_t a, uint64_t bytes)
{
    for (uint64_t at = 0; at < bytes;) {
        const int words = (a + at) % 8 == 0 && bytes - at > 4 ? 2 : 1;
        uint8_t state[2] = {0, 0}, set = 0, may = 0;
        for (int i = 0; i < words; i++) {
            state[i] = __atomic_load_n(&shadow[at / 4 + i], __ATOMIC_RELAXED);
            set |= state[i] >> 4;
            may |= (uint8_t)((state[i] & 0x0f) & ~(state[i] >> 4));
        }
        for (int i = 0; set && may && i < words; i++)
            __atomic_fetch_or(&shadow[at / 4 + i], (state[i] & 0x0f) << 4,
                              __ATOMIC_RELAXED);
        at += 4 * words;
    }
}
