/* Accesses that need a closer check; odd_access.h has the contract. */
#include "odd_access.h"

#include "alias.h"
#include "cluster.h"
#include "event.h"
#include "memory.h"
#include "param.h"
#include "symbols.h"
#include "variable.h"

/* Report an odd access to the detectors. A detector may end the thread. */
static void tell(uint64_t offset, uint64_t kind, uintptr_t pc, bool outside, bool unset,
                 enum detail detail)
{
    const uint32_t size = emu_key_size(kind);
    const struct odd_access a = {.offset = offset,
                                 .size = size,
                                 .write = kind & KEY_WRITE,
                                 .pc = pc,
                                 .misaligned = offset % size,
                                 .outside = outside,
                                 .unset = unset,
                                 .owner = emu_worker()->remote,
                                 .detail = detail};
    EMU_TELL(emu_worker()->on, odd, emu_worker(), &a);
}

/* A mask of n bytes from byte `from` of a word: one bit each. */
static uint8_t bytes_of_word(uint32_t from, uint32_t n)
{
    return ((1u << n) - 1) << from;
}

/* The most common case: the first store to whole, aligned words, all accessible. False
   if it is another case. */
static bool set_words(uint8_t *shadow, uint64_t offset, uint32_t size)
{
    const uint32_t words = size / 4;
    if (words == 0 || offset & (size - 1))
        return false;
    for (uint32_t i = 0; i < words; i++)
        if ((__atomic_load_n(&shadow[i], __ATOMIC_RELAXED) & 0x0f) != 0x0f)
            return false;
    for (uint32_t i = 0; i < words; i++)
        __atomic_store_n(&shadow[i], 0xff, __ATOMIC_RELAXED);
    return true;
}

void emu_odd_access(uint8_t *shadow, uint64_t offset, uint64_t kind, uintptr_t pc)
{
    const bool write = kind & KEY_WRITE;
    const uint32_t size = emu_key_size(kind);
    bool outside = false, unset = false;
    if (write && set_words(shadow, offset, size))
        return;
    for (uint32_t at = 0; at < size;) {
        const uint32_t from = (offset + at) % 4,
                       n = size - at < 4 - from ? size - at : 4 - from;
        const uint8_t bytes = bytes_of_word(from, n),
                      state = __atomic_load_n(&shadow[(offset % 4 + at) / 4],
                                              __ATOMIC_RELAXED);
        outside |= (state & bytes) != bytes;
        unset |= !write && (state >> 4 & bytes) != bytes;
        at += n;
    }
    if (outside || unset || offset & (size - 1))
        tell(offset, kind, pc, outside, unset, DETAIL_NONE);
    for (uint32_t at = 0; write && at < size;) {
        const uint32_t from = (offset + at) % 4,
                       n = size - at < 4 - from ? size - at : 4 - from;
        uint8_t *word = &shadow[(offset % 4 + at) / 4];
        if (n == 4)
            __atomic_store_n(word, 0xff, __ATOMIC_RELAXED);
        else /* another block may set the word's other bytes at the same time */
            __atomic_fetch_or(word, bytes_of_word(from, n) << 4, __ATOMIC_RELAXED);
        at += n;
    }
}

bool emu_odd_address(uintptr_t a, uint64_t kind, uintptr_t pc, uint64_t *offset)
{
    struct worker *w = emu_worker();
    const uint32_t size = emu_key_size(kind);
    if (emu_cluster_access(a, kind, pc) || (!(kind & KEY_WRITE) && emu_is_built_in(a)))
        return false;
    if (emu_alias(a, offset)) {
        emu_odd_access(emu_shadow() + *offset / 4, *offset, kind, pc);
        return true;
    }
    enum variable_access variable = emu_variable_look(a, size, kind & KEY_WRITE);
    if (variable == VARIABLE_ARRAY)
        EMU_TELL(w->on, constant, w, size);
    if (variable == VARIABLE_CONSTANT || variable == VARIABLE_ARRAY)
        return false;
    if (variable == VARIABLE_DEVICE) {
        *offset = MODULE_OFFSET + emu_variable_offset(a);
        if (a % size)
            tell(*offset, kind, pc, false, false, DETAIL_NONE);
        return true;
    }
    const uint64_t below =
        emu_worker()->shared_base - a; /* an index of the first array */
    if (below <= SHARED_GAP)
        tell(SHARED_OFFSET - below, kind, pc, true, false, DETAIL_BELOW);
    else if (kind & KEY_WRITE || !emu_is_read_only(a))
        tell(a, kind, pc, true, false,
             variable == VARIABLE_OUTSIDE     ? DETAIL_VARIABLE
             : variable == VARIABLE_READ_ONLY ? DETAIL_READ_ONLY
             : a < PAGE_BYTES                 ? DETAIL_NULL
             : emu_variable_of_host(a)        ? DETAIL_SYMBOL
                                              : DETAIL_HOST);
#ifdef __wasm__
    if (a < PAGE_BYTES) /* no page refuses it */
        emu_stop_at("accesses memory that does not exist", pc);
#endif
    return false;
}
