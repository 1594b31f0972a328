/*
 * The hooks. g++ -fsanitize=thread calls one of them before every memory access of a
 * kernel; each looks at the shadow, stops the thread if the access is out of bounds or
 * misaligned, and logs it. Registers and local arrays never come here.
 */
#include <string.h>

#include "debug.h"
#include "emu.h"

__thread struct fast emu_fast;

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

INLINE void log_access(uint64_t offset, uint64_t kind, uintptr_t pc)
{
    *emu_log_next++ = (pc << KEY_PC_SHIFT | kind) << OFFSET_BITS | offset;
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
    /* Of each word that is touched, a bit a byte. */
    const uint8_t bytes = size >= 4 ? 0x0f : ((1u << size) - 1) << offset % 4;
    bool unset = false;
    for (uint32_t word = 0; word < (size + 3) / 4; word++) {
        uint8_t state = __atomic_load_n(&shadow[word], __ATOMIC_RELAXED);
        if ((state & bytes) != bytes) {
            struct raw_fault f = fault_at(FAULT_OUT_OF_BOUNDS, pc, offset, size, write);
            emu_fault_abandon(emu_fast.worker, &f);
        }
        if (write && bytes == 0x0f)
            __atomic_store_n(&shadow[word], 0xff, __ATOMIC_RELAXED);
        else if (write) /* another block may set the word's other bytes now */
            __atomic_fetch_or(&shadow[word], bytes << 4, __ATOMIC_RELAXED);
        else if ((state >> 4 & bytes) != bytes)
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

/* Neither device nor shared memory, nor the thread's own: a __device__ variable, or a
   pointer that no kernel may follow. */
static __attribute__((noinline)) void beyond(uintptr_t a, uint32_t size, uint64_t kind,
                                             uintptr_t pc)
{
    enum variable_access variable = emu_variable_look(a, size, kind & KEY_WRITE);
    if (variable == VARIABLE_ARRAY)
        emu_fast.worker->counters.constant_bytes += size;
    if (variable == VARIABLE_CONSTANT || variable == VARIABLE_ARRAY)
        return;
    if (variable == VARIABLE_DEVICE) {
        uint64_t offset = MODULE_OFFSET + emu_variable_offset(a);
        if (a % size) {
            struct raw_fault f =
                fault_at(FAULT_MISALIGNED, pc, offset, size, kind & KEY_WRITE);
            emu_fault_abandon(emu_fast.worker, &f);
        }
        log_access(offset, kind, pc);
        return;
    }
    const uint64_t below = emu_fast.shared_base - a; /* an index of the first array */
    if (below <= SHARED_GAP) {
        struct raw_fault f = fault_at(FAULT_OUT_OF_BOUNDS, pc, SHARED_OFFSET - below,
                                      size, kind & KEY_WRITE);
        f.detail = DETAIL_BELOW;
        emu_fault_abandon(emu_fast.worker, &f);
    }
    if (!(kind & KEY_WRITE) && a - emu_read_only < emu_read_only_bytes)
        return;
    struct raw_fault f = fault_at(FAULT_OUT_OF_BOUNDS, pc, a, size, kind & KEY_WRITE);
    f.detail = variable == VARIABLE_OUTSIDE     ? DETAIL_VARIABLE
               : variable == VARIABLE_READ_ONLY ? DETAIL_READ_ONLY
               : a < 4096                       ? DETAIL_NULL
                                                : DETAIL_HOST;
    emu_fault_abandon(emu_fast.worker, &f);
}

/* Neither device nor shared memory. It takes no room on the stack: that may be full,
   and then the thread's site tells where. */
static __attribute__((noinline)) void elsewhere(uintptr_t a, uint32_t size,
                                                uint64_t kind, uintptr_t pc)
{
    uintptr_t stacks = (uintptr_t)emu_fast.worker->stacks;
    emu_fast.thread->site = pc;
    if (a - stacks >= (uint64_t)MAX_THREADS * STACK_BYTES)
        beyond(a, size, kind, pc);
}

/* Whether offset is in threadIdx or its kin, which lie among shared arrays: they are
   read through references alone, such as those of std::max(). */
static bool is_built_in(uint64_t offset)
{
    const uintptr_t a = offset - SHARED_OFFSET + emu_fast.shared_base;
    return a - (uintptr_t)&emu_threadIdx < sizeof emu_threadIdx ||
           a - (uintptr_t)&emu_blockIdx < sizeof emu_blockIdx ||
           a - (uintptr_t)&emu_blockDim < sizeof emu_blockDim ||
           a - (uintptr_t)&emu_gridDim < sizeof emu_gridDim;
}

/* An access that did not pass at first sight. */
static __attribute__((noinline)) void look_and_log(uint8_t *shadow, uint64_t offset,
                                                   uint64_t kind, uintptr_t pc)
{
    if (!(kind & KEY_WRITE) && is_built_in(offset))
        return;
    look(shadow, offset, emu_key_size(kind), kind & KEY_WRITE, pc);
    log_access(offset, kind, pc);
}

/* An access of a lane whose log is full: its warp's logs are merged first. Or of the
   host. */
static __attribute__((noinline)) void pause_and_access(const void *p, uint64_t kind,
                                                       uintptr_t pc)
{
    if (!emu_in_kernel()) {
        emu_host_access((uintptr_t)p);
        return;
    }
    /* From a hook, which jumps here: no frame of the emulator's lies between. */
    if ((uintptr_t)__builtin_return_address(0) == pc)
        emu_note_stack(__builtin_frame_address(0));
    emu_thread_pause();
    emu_access(p, kind, pc);
}

/* kind: the low bits of a key, log2 of the size in bytes among them. The way through
   here that nearly every access takes has no call in it. */
INLINE void access(const void *p, uint64_t kind, uintptr_t pc)
{
    const uint32_t size = emu_key_size(kind);
#ifdef EMU_DEBUG
    emu_debug_access((uintptr_t)p, size, pc);
#endif
    /* Shadow bytes of whole words all of which may be touched and are set. */
    const uint32_t all = size == 16 ? 0xffffffff : size == 8 ? 0xffff : 0xff;
    if (__builtin_expect(emu_log_next >= emu_fast.log_end, 0)) {
        pause_and_access(p, kind, pc);
        return;
    }
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
    if (offset % size) {
        look_and_log(shadow, offset, kind, pc);
        return;
    }
    if (size == 4)
        state = __atomic_load_n(shadow, __ATOMIC_RELAXED);
    else if (size == 8)
        state = __atomic_load_n((const uint16_t *)shadow, __ATOMIC_RELAXED);
    else if (size == 16)
        state = __atomic_load_n((const uint32_t *)shadow, __ATOMIC_RELAXED);
    if (__builtin_expect(state != all, 0))
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

void emu_access(const void *p, uint64_t kind, uintptr_t pc)
{
    access(p, kind, pc);
}

void __tsan_init(void)
{
}

/* A constructor stores the address of its class's table. */
void __tsan_vptr_update(void **p)
{
    access(p, 3 | KEY_WRITE, PC);
}

void __tsan_vptr_read(void **p)
{
    (void)p;
}
