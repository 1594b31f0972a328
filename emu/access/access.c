/*
 * The hooks. g++ -fsanitize=thread calls one of them before every memory access of a
 * kernel. A hook checks the shadow and logs the access. An access that fails this check
 * goes to odd_access.c. Registers have no hooks, and local arrays are not logged.
 */
#include <string.h>

#include "event.h"
#include "host_access.h"
#include "memory.h"
#include "odd_access.h"
#include "padding.h"
#include "platform.h"
#include "shared.h"
#include "stored.h"
#include "symbols.h"
#include "wgmma.h"

#define INLINE static inline __attribute__((always_inline))

/* What the hooks need at every access. */
static EMU_OWN struct {
    uint64_t *log_end; /* the end of the running lane's log; NULL: nothing is logged */
#ifndef __x86_64__
    uint64_t *log_next; /* the next entry */
#endif
    uintptr_t arena;                     /* where device memory begins */
    uint8_t *shadow;                     /* of device memory */
    uintptr_t shared_base, shared_bytes; /* of this OS thread's shared memory */
    uint8_t *shared_shadow;              /* of that shared memory */
    uintptr_t stacks;                    /* of its coroutines */
    struct worker *worker;
    /* The running lane's stores since it last stopped: entries of its log. */
    const uint64_t *store[LOG_STRIDE];
    uint32_t n_stores;
} emu_fast;

/* ---- The log of the lane that runs on this OS thread: log.h. */

void emu_log_prepare(struct worker *w)
{
    emu_fast.worker = w;
    emu_fast.arena = emu_arena();
    emu_fast.shadow = emu_shadow();
    emu_fast.shared_base = w->shared_base;
    emu_fast.shared_bytes = (emu_shared_bytes() + 3) / 4 * 4;
    emu_fast.shared_shadow = w->shared_shadow;
    emu_fast.stacks = (uintptr_t)w->stacks;
}

#ifndef __x86_64__
uint64_t **emu_log_place(void)
{
    return &emu_fast.log_next;
}
#endif

void emu_log_open(const struct worker *w, int lane)
{
    emu_log_next = &w->log[lane][w->filled[lane]];
    emu_fast.log_end = &w->log[lane][w->on->depth];
    emu_fast.n_stores = 0;
}

/* Limit the accesses of the running lane before its warp is merged. */
static void set_log_end(const struct worker *w, int depth)
{
    emu_fast.log_end = &w->log[(w->running - w->thread) % WARP_SIZE][depth];
}

void emu_log_close(void)
{
    emu_fast.log_end = NULL;
}

uint32_t emu_log_stores(const uint64_t *const **stores)
{
    *stores = emu_fast.store;
    return emu_fast.n_stores;
}

uint64_t *emu_log_end(void)
{
    return emu_fast.log_end;
}

void emu_log_end_at(uint64_t *end)
{
    emu_fast.log_end = end;
}

/* ---- The accesses. */

INLINE void log_access(uint64_t offset, uint64_t kind, uintptr_t pc)
{
    if (kind & KEY_WRITE)
        emu_fast.store[emu_fast.n_stores++] = emu_log_next;
    *emu_log_next = (pc << KEY_PC_SHIFT | kind) << OFFSET_BITS | offset;
    emu_log_next++;
}

/* An access that needs a closer check. */
static __attribute__((noinline)) void look_and_log(uint8_t *shadow, uint64_t offset,
                                                   uint64_t kind, uintptr_t pc)
{
    /* threadIdx and the like are stored among the shared arrays. An access here reads
       one through a reference, such as those of std::max(). */
    if (!(kind & KEY_WRITE) && offset >= SHARED_OFFSET &&
        emu_is_built_in(offset - SHARED_OFFSET + emu_fast.shared_base))
        return;
    emu_odd_access(shadow, offset, kind, pc);
    log_access(offset, kind, pc);
}

/* An access that is not to whole, aligned words of device or shared memory. */
static __attribute__((noinline)) void unusual(uintptr_t a, uint64_t kind, uintptr_t pc)
{
    uint64_t offset = a - emu_fast.arena;
    const uint64_t in_shared = a - emu_fast.shared_base;
    if (offset < ARENA_BYTES)
        look_and_log(emu_fast.shadow + offset / 4, offset, kind, pc);
    else if (in_shared < emu_fast.shared_bytes)
        look_and_log(emu_fast.shared_shadow + in_shared / 4, SHARED_OFFSET + in_shared,
                     kind, pc);
    else if (emu_odd_address(a, kind, pc, &offset))
        log_access(offset, kind, pc);
}

/* An access that is not to whole, aligned words of device or shared memory, or one to
   the thread's own stack. This function uses no stack, which may be full; then the
   thread's site has the place of the fault. */
static __attribute__((noinline)) void own_or_unusual(uintptr_t a, uint64_t kind,
                                                     uintptr_t pc)
{
    emu_fast.worker->running->site = pc;
    if (a - emu_fast.stacks >= (uint64_t)MAX_THREADS * STACK_BYTES)
        unusual(a, kind, pc);
#ifdef __wasm__
    else if (emu_stack_is_full(emu_fast.worker, a)) /* no page below it refuses it */
        emu_stop_at("overflows its stack: it has 128 KiB of local memory here", pc);
#endif
    else if (emu_fast.worker->accumulates)
        emu_wgmma_touched(a, pc);
}

/* An access of host code; or of a lane whose log is full: its warp's logs are merged
   first. */
static __attribute__((noinline)) void pause_and_access(const void *p, uint64_t kind,
                                                       uintptr_t pc, bool hook)
{
    if (!emu_fast.log_end) {
        emu_host_access((uintptr_t)p, kind & KEY_WRITE, pc);
        return;
    }
    /* A hook has no large frame; what else calls emu_access() may have one. */
    if (hook)
        emu_note_stack(emu_fast.worker, __builtin_frame_address(0));
    emu_thread_pause();
    emu_access(p, kind, pc);
}

/* x rotated right by n bits: a multiple of 1 << n becomes small, any other number
   huge. */
INLINE uint64_t rotated(uint64_t x, uint32_t n)
{
    return n ? x >> n | x << (64 - n) : x;
}

/* An access to whole, aligned words. Their shadow bytes are 0xff if the words may be
   accessed and are set. */
INLINE void access_words(const uint8_t *shadow, uint64_t offset, uint64_t kind,
                         uintptr_t pc)
{
    const uint32_t size = emu_key_size(kind);
    const uint32_t all = size == 16 ? 0xffffffff : size == 8 ? 0xffff : 0xff;
    const uint32_t state =
        size == 4   ? __atomic_load_n(shadow, __ATOMIC_RELAXED)
        : size == 8 ? __atomic_load_n((const uint16_t *)shadow, __ATOMIC_RELAXED)
                    : __atomic_load_n((const uint32_t *)shadow, __ATOMIC_RELAXED);
    if (__builtin_expect(state != all, 0))
        look_and_log((uint8_t *)shadow, offset, kind, pc);
    else
        log_access(offset, kind, pc);
}

/* kind: the low bits of a key, with log2 of the size in bytes. The path that nearly
   every access takes contains no call. */
INLINE void announce(const void *p, uint64_t kind, uintptr_t pc, bool hook)
{
    const uint32_t size = emu_key_size(kind), log2 = __builtin_ctz(size);
    const uintptr_t a = (uintptr_t)p;
#ifdef EMU_DEBUG
    if (emu_fast.log_end)
        EMU_TELL(emu_fast.worker->on, access, emu_fast.worker, a, size, pc);
#endif
    if (__builtin_expect(emu_log_next >= emu_fast.log_end, 0)) {
        pause_and_access(p, kind, pc, hook);
        return;
    }
    const uint64_t in_shared = a - emu_fast.shared_base;
    if (size >= 4 && in_shared < emu_fast.shared_bytes) {
        if (__builtin_expect(in_shared % size != 0, 0))
            own_or_unusual(a, kind, pc);
        else
            access_words(emu_fast.shared_shadow + in_shared / 4,
                         in_shared | SHARED_OFFSET, kind, pc);
        return;
    }
    const uint64_t in_arena = a - emu_fast.arena, unit = rotated(in_arena, log2);
    if (size >= 4 && unit < ARENA_BYTES >> log2)
        access_words(emu_fast.shadow + unit * (size / 4), in_arena, kind, pc);
    else
        own_or_unusual(a, kind, pc);
}

#define PC (EMU_CALLER())
#define HOOKS(size, log2)                                                              \
    void __tsan_read##size(void *p)                                                    \
    {                                                                                  \
        announce(p, log2, PC, true);                                                   \
    }                                                                                  \
    void __tsan_write##size(void *p)                                                   \
    {                                                                                  \
        announce(p, log2 | KEY_WRITE, PC, true);                                       \
    }

/* The places of the program that access volatile variables: a bit for each pc of the
   log. */
static uint8_t volatile_pcs[1 << 21];

bool emu_is_volatile(uintptr_t pc)
{
    const uint8_t *const bits = &volatile_pcs[(pc & 0xffffff) / 8];
    return __atomic_load_n(bits, __ATOMIC_RELAXED) >> pc % 8 & 1;
}

/* Of kernels alone: to host code of a graded program these bits are closed. */
INLINE void note_volatile(uintptr_t pc)
{
    if (emu_fast.log_end && __builtin_expect(!emu_is_volatile(pc), 0))
        __atomic_fetch_or(&volatile_pcs[(pc & 0xffffff) / 8], 1 << pc % 8,
                          __ATOMIC_RELAXED);
}

#define VOLATILE_HOOKS(size, log2)                                                     \
    void __tsan_volatile_read##size(void *p)                                           \
    {                                                                                  \
        note_volatile(PC);                                                             \
        announce(p, log2, PC, true);                                                   \
    }                                                                                  \
    void __tsan_volatile_write##size(void *p)                                          \
    {                                                                                  \
        note_volatile(PC);                                                             \
        if (emu_fast.log_end)                                                          \
            emu_flag_next(p);                                                          \
        announce(p, log2 | KEY_WRITE, PC, true);                                       \
    }
VOLATILE_HOOKS(1, 0)
VOLATILE_HOOKS(2, 1)
VOLATILE_HOOKS(4, 2)
VOLATILE_HOOKS(8, 3)
VOLATILE_HOOKS(16, 4)
HOOKS(1, 0)
HOOKS(2, 1)
HOOKS(4, 2)
HOOKS(8, 3)
HOOKS(16, 4)

static void set_padding(uintptr_t a, uint64_t bytes)
{
    const uint64_t in_shared = a - emu_fast.shared_base;
    uint8_t *shadow =
        in_shared < emu_fast.shared_bytes  ? emu_fast.shared_shadow + in_shared / 4
        : a - emu_fast.arena < ARENA_BYTES ? emu_fast.shadow + (a - emu_fast.arena) / 4
                                           : NULL;
    if (shadow && emu_fast.log_end)
        emu_padding_set(shadow, a, bytes);
}

/* A struct of another size: announce the pieces that a GPU would load or store, all
   before the access itself. For an observer with `step` they count as one access. */
static void range(void *p, long bytes, bool write, uintptr_t pc, uint32_t largest)
{
    bool first = true;
    if (!write && (uintptr_t)p % 4 == 0)
        set_padding((uintptr_t)p, bytes);
    for (uintptr_t a = (uintptr_t)p, end = a + bytes; a < end;) {
        uint32_t log2 = largest;
        while (log2 > 0 && (a % (1u << log2) || a + (1u << log2) > end))
            log2--;
        announce((void *)a, log2 | (write ? KEY_WRITE : 0), pc, true);
        a += 1u << log2;
        if (write && emu_fast.log_end)
            emu_stored_late(emu_fast.worker);
        if (first && emu_fast.log_end)
            set_log_end(emu_fast.worker, LOG_DEPTH);
        first = false;
    }
    if (emu_fast.log_end)
        set_log_end(emu_fast.worker, emu_fast.worker->on->depth);
}

void __tsan_read_range(void *p, long bytes)
{
    range(p, bytes, false, PC, 4);
}

void __tsan_write_range(void *p, long bytes)
{
    range(p, bytes, true, PC, 4);
}

void emu_padding(const void *start, uint64_t bytes)
{
    set_padding((uintptr_t)start & -8, bytes < 8 ? 8 : bytes);
}

/* Words of a struct, which may have padding: what clang knows to be aligned to less,
   and g++'s accesses in a library (assembler/parts.c). */
#define UNALIGNED_HOOKS(size, log2)                                                    \
    void __tsan_unaligned_read##size(void *p)                                          \
    {                                                                                  \
        if ((uintptr_t)p % 4 == 0)                                                     \
            emu_padding(p, size);                                                      \
        announce(p, log2, PC, true);                                                   \
    }                                                                                  \
    void __tsan_unaligned_write##size(void *p)                                         \
    {                                                                                  \
        announce(p, log2 | KEY_WRITE, PC, true);                                       \
    }
UNALIGNED_HOOKS(2, 1)
UNALIGNED_HOOKS(4, 2)
UNALIGNED_HOOKS(8, 3)

/* 16 bytes of a type that is aligned to 8. */
void __tsan_unaligned_read16(void *p)
{
    range(p, 16, false, PC, 3);
}

void __tsan_unaligned_write16(void *p)
{
    range(p, 16, true, PC, 3);
}

void emu_access(const void *p, uint64_t kind, uintptr_t pc)
{
    announce(p, kind, pc, false);
}

#ifdef __wasm__
/* Structs that clang copies, and what it fills. */
void *__tsan_memcpy(void *to, const void *from, size_t n)
{
    range((void *)from, n, false, PC, 4);
    range(to, n, true, PC, 4);
    return memcpy(to, from, n);
}

void *__tsan_memmove(void *to, const void *from, size_t n)
{
    range((void *)from, n, false, PC, 4);
    range(to, n, true, PC, 4);
    return memmove(to, from, n);
}

void *__tsan_memset(void *to, int byte, size_t n)
{
    range(to, n, true, PC, 4);
    return memset(to, byte, n);
}
#endif

void __tsan_init(void)
{
}

/* A constructor stores the address of its class's virtual table. */
#ifdef __wasm__ /* clang's has the new address as well */
void __tsan_vptr_update(void **p, void *table)
{
    (void)table;
#else
void __tsan_vptr_update(void **p)
{
#endif
    announce(p, 3 | KEY_WRITE, PC, true);
}

void __tsan_vptr_read(void **p)
{
    (void)p;
}
