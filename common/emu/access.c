/*
 * The hooks. g++ -fsanitize=thread calls one of them before every memory access of a
 * kernel; each looks at the shadow, stops the thread if the access is out of bounds or
 * misaligned, and logs it. Registers and local arrays never come here.
 */
#include <string.h>

#include "emu.h"

__thread struct fast emu_fast;

/* Sections that emucc puts __device__ and __constant__ variables into. */
extern char __start_emu_device[] __attribute__((weak));
extern char __stop_emu_device[] __attribute__((weak));
extern char __start_emu_constant[] __attribute__((weak));
extern char __stop_emu_constant[] __attribute__((weak));
extern char __start_emu_const[] __attribute__((weak));
extern char __stop_emu_const[] __attribute__((weak));

#define INLINE static inline __attribute__((always_inline))

static struct raw_fault fault_at(enum fault_kind kind, uintptr_t pc, uint64_t offset,
                                 uint32_t size, bool write)
{
    const struct worker *w = emu_fast.worker;
    return (struct raw_fault){.kind = kind,
                              .block = w->block,
                              .pc = pc,
                              .thread = emu_fast.thread - w->thread,
                              .offset = offset,
                              .size = size,
                              .write = write};
}

/* Log an access and go on, or pause where the log is full. Always the last thing that a
   hook does: a jump, not a call. */
INLINE void log_access(uint64_t offset, uint64_t kind, uintptr_t pc)
{
    uint64_t *entry = emu_fast.log_next;
    *entry = (pc << KEY_PC_SHIFT | kind) << OFFSET_BITS | offset;
    emu_fast.log_next = entry + WARP_SIZE;
    if (__builtin_expect(entry + WARP_SIZE >= emu_fast.log_end, 0))
        emu_thread_pause();
}

/* Shadow bytes of an access that did not pass at first sight: misaligned, out of
   bounds, unset, or smaller than a word. */
static __attribute__((noinline)) void look(uint8_t *shadow, uint64_t offset,
                                           uint32_t size, bool write, uintptr_t pc)
{
    bool shared = offset >= SHARED_OFFSET;
    if (offset % size) {
        struct raw_fault f = fault_at(FAULT_MISALIGNED, pc, offset, size, write);
        emu_fault_abandon(emu_fast.worker, &f);
    }
    bool unset = false;
    for (uint32_t i = 0; i < size; i++) {
        uint32_t byte = offset % 4 + i;
        if (!(shadow[byte / 4] & 1 << byte % 4)) {
            struct raw_fault f = fault_at(FAULT_OUT_OF_BOUNDS, pc, offset, size, write);
            emu_fault_abandon(emu_fast.worker, &f);
        }
        if (write)
            shadow[byte / 4] |= 0x10 << byte % 4;
        else if (!(shadow[byte / 4] & 0x10 << byte % 4))
            unset = true;
    }
    if (!unset)
        return;
    struct raw_fault f = fault_at(FAULT_UNINITIALIZED, pc, offset, size, write);
    struct worker *w = emu_fast.worker;
    if (!shared)
        emu_fault_record(w, &f);
    else if (!w->unset.kind)
        w->unset = f; /* unless another thread sets it before the barrier: a race */
}

/* Not device or shared memory: the thread's own stack, a __device__ variable, or a
   pointer that no kernel may follow. */
static __attribute__((noinline)) void elsewhere(uintptr_t a, uint32_t size,
                                                uint64_t kind, uintptr_t pc)
{
    const struct worker *w = emu_fast.worker;
    uintptr_t stacks = (uintptr_t)w->stacks;
    if (a - stacks < (uint64_t)MAX_THREADS * STACK_BYTES)
        return;
    if (a >= (uintptr_t)__start_emu_device && a < (uintptr_t)__stop_emu_device) {
        log_access(MODULE_OFFSET + (a - (uintptr_t)__start_emu_device), kind, pc);
        return;
    }
    if ((a >= (uintptr_t)__start_emu_constant && a < (uintptr_t)__stop_emu_constant) ||
        (a >= (uintptr_t)__start_emu_const && a < (uintptr_t)__stop_emu_const))
        return;
    struct raw_fault f = fault_at(FAULT_OUT_OF_BOUNDS, pc, a, size, kind & KEY_WRITE);
    f.detail = a < 4096 ? DETAIL_NULL : DETAIL_HOST;
    emu_fault_abandon(emu_fast.worker, &f);
}

/* An access that did not pass at first sight. */
static __attribute__((noinline)) void look_and_log(uint8_t *shadow, uint64_t offset,
                                                   uint64_t kind, uintptr_t pc)
{
    look(shadow, offset, 1u << (kind & 7), kind & KEY_WRITE, pc);
    log_access(offset, kind, pc);
}

/* kind: the low bits of a key, log2 of the size in bytes among them. The way through
   here that nearly every access takes has no call in it. */
INLINE void access(const void *p, uint64_t kind, uintptr_t pc)
{
    const uint32_t size = 1u << (kind & 7);
    /* Shadow bytes of whole words all of which may be touched and are set. */
    const uint32_t all = size == 16 ? 0xffffffff : size == 8 ? 0xffff : 0xff;
    if (!emu_fast.log_next)
        return;
    uintptr_t a = (uintptr_t)p;
    uint64_t offset = a - emu_arena;
    uint8_t *shadow;
    if (offset < ARENA_BYTES) {
        shadow = emu_shadow + offset / 4;
    } else if (a - emu_fast.shared_base < emu_shared_bytes) {
        offset = a - emu_fast.shared_base;
        shadow = emu_fast.shared_shadow + offset / 4;
        offset += SHARED_OFFSET;
    } else {
        elsewhere(a, size, kind, pc);
        return;
    }
    uint32_t state = 0;
    if (size >= 4)
        memcpy(&state, shadow, size / 4);
    if (__builtin_expect(state != all || offset % size, 0))
        look_and_log(shadow, offset, kind, pc);
    else
        log_access(offset, kind, pc);
}

#define PC ((uintptr_t)__builtin_return_address(0))
#define HOOKS(size, log2)                                                              \
    void __tsan_read##size(void *p)                                                    \
    {                                                                                  \
        access(p, log2, PC);                                                           \
    }                                                                                  \
    void __tsan_write##size(void *p)                                                   \
    {                                                                                  \
        access(p, log2 | KEY_WRITE, PC);                                               \
    }                                                                                  \
    void __tsan_unaligned_read##size(void *p)                                          \
    {                                                                                  \
        access(p, log2, PC);                                                           \
    }                                                                                  \
    void __tsan_unaligned_write##size(void *p)                                         \
    {                                                                                  \
        access(p, log2 | KEY_WRITE, PC);                                               \
    }
HOOKS(1, 0)
HOOKS(2, 1)
HOOKS(4, 2)
HOOKS(8, 3)
HOOKS(16, 4)

/* A struct of another size: the pieces a GPU would load or store. */
static void range(void *p, long bytes, bool write, uintptr_t pc)
{
    for (uintptr_t a = (uintptr_t)p, end = a + bytes; a < end;) {
        uint32_t log2 = 4;
        while (log2 > 0 && (a % (1u << log2) || a + (1u << log2) > end))
            log2--;
        access((void *)a, log2 | (write ? KEY_WRITE : 0), pc);
        a += 1u << log2;
    }
}

void __tsan_read_range(void *p, long bytes)
{
    range(p, bytes, false, PC);
}

void __tsan_write_range(void *p, long bytes)
{
    range(p, bytes, true, PC);
}

void __tsan_init(void)
{
}

void __tsan_vptr_update(void **p, void *value)
{
    (void)p, (void)value;
}

void __tsan_vptr_read(void **p)
{
    (void)p;
}

uint64_t emu_atomic(void *p, int n, uint64_t operand,
                    uint64_t (*compute)(uint64_t, uint64_t))
{
    access(p, (n == 8 ? 3 : 2) | KEY_WRITE | KEY_ATOMIC, PC);
    uint64_t old, new;
    if (n == 8) {
        old = __atomic_load_n((uint64_t *)p, __ATOMIC_RELAXED);
        do
            new = compute(old, operand);
        while (!__atomic_compare_exchange_n((uint64_t *)p, &old, new, false,
                                            __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));
        return old;
    }
    uint32_t old32 = __atomic_load_n((uint32_t *)p, __ATOMIC_RELAXED), new32;
    do
        new32 = compute(old32, operand);
    while (!__atomic_compare_exchange_n((uint32_t *)p, &old32, new32, false,
                                        __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));
    return old32;
}

uint64_t emu_atomic_cas(void *p, int n, uint64_t expected, uint64_t desired)
{
    access(p, (n == 8 ? 3 : 2) | KEY_WRITE | KEY_ATOMIC, PC);
    if (n == 8) {
        __atomic_compare_exchange_n((uint64_t *)p, &expected, desired, false,
                                    __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
        return expected;
    }
    uint32_t expected32 = expected;
    __atomic_compare_exchange_n((uint32_t *)p, &expected32, desired, false,
                                __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    return expected32;
}
