/*
 * Atomic operations: those of kernels (emu_atomic.hpp), and those that g++
 * -fsanitize=thread generates for std::atomic, for the counts of std::shared_ptr and
 * for the guards of static variables. Each is one access of a kernel, which never races
 * with another atomic one. For host code the operation is only performed.
 */
#include "event.h"
#include "launch.h"
#include "log.h"
#include "memory.h"
#include "platform.h"
#include "shared.h"
#include "witness.h"

#define PC (EMU_CALLER())

/* Only in a program with fences. */
extern __typeof__(emu_release) emu_release __attribute__((weak));

/* Fences and atomic operations order threads: flags.c. */
static void order(const void *p)
{
    struct thread *t = emu_worker()->running;
    t->fencing = t->fenced;
    if (t->fenced)
        emu_release(p);
    t->fencing = false;
    t->flag = p;
}

/* The same for the blocks of the launch: block_order.c. Shared memory orders none. */
static void tell(const volatile void *p, enum async_type what)
{
    struct worker *w = emu_worker();
    if (emu_release && (uintptr_t)p - w->shared_base >= emu_shared_bytes())
        EMU_ASYNC(w, what, .flag = (uintptr_t)p);
}

void emu_flag_next(const volatile void *p)
{
    if (emu_in_kernel())
        tell(p, ASYNC_FLAG_NEXT);
}

/* Begin an operation on n bytes, which is this kind of access. It ends at end(). */
static void begin_as(const volatile void *p, uint64_t kind, uintptr_t pc)
{
    if (emu_in_kernel())
        order((const void *)p);
    if (kind & KEY_WRITE)
        emu_flag_next(p);
    emu_access((const void *)p, kind, pc);
    if (emu_in_kernel())
        emu_witness_inside(true);
}

/* 1, 2, 4, 8 or 16 bytes. */
static void begin(const volatile void *p, int n, uintptr_t pc)
{
    begin_as(p, __builtin_ctz(n) | KEY_WRITE | KEY_ATOMIC, pc);
}

/* A load, as one that an atomicCAS follows: it does not race with atomic operations. */
static void begin_load(const volatile void *p, int n, uintptr_t pc)
{
    if (n == 4 || n == 8)
        begin_as(p, __builtin_ctz(n) + KEY_COPY_STORE, pc);
    else
        begin(p, n, pc);
}

static void end(const volatile void *p)
{
    if (!emu_in_kernel())
        return;
    emu_witness_inside(false);
    tell(p, ASYNC_FLAG_DONE);
}

/* The operation has changed nothing, if `vain`. If the thread's last one got the same
   answer from the same place, it waits for what another thread does, as in the loop
   around a lock: the others run first. */
static void answer(const volatile void *p, uint64_t old, bool vain)
{
    if (!emu_in_kernel())
        return;
    struct worker *w = emu_worker();
    struct thread *t = w->running;
    const bool again = vain && t->asked == p && t->answer == old;
    t->asked = vain ? p : NULL;
    t->answer = old;
    if (again) {
        w->turn_ends = true;
        emu_thread_pause();
    }
}

/* Store `new`, which is computed from `old`; `old` becomes the previous value. The
   first value may be an old one, or of 16 bytes a torn one: then the exchange fails. */
#define REPLACE(T, p, old, new)                                                        \
    T old = sizeof(T) <= sizeof(uint64_t)                                              \
                ? __atomic_load_n((T *)(p), __ATOMIC_RELAXED)                          \
                : *(volatile T *)(p);                                                  \
    for (T now;                                                                        \
         (now = __sync_val_compare_and_swap((volatile T *)(p), old, new)) != old;)     \
    old = now

/* ---- In kernels: 2, 4 or 8 bytes. */

#define COMPUTE(T)                                                                     \
    {                                                                                  \
        REPLACE(T, p, old, (T)compute(old, operand));                                  \
        end(p);                                                                        \
        answer(p, old, old == (T)operand && (T)compute(old, operand) == old);          \
        return old;                                                                    \
    }

uint64_t emu_atomic(void *p, int n, uint64_t operand,
                    uint64_t (*compute)(uint64_t, uint64_t))
{
    begin(p, n, PC);
    if (n == 8)
        COMPUTE(uint64_t)
    if (n == 4)
        COMPUTE(uint32_t)
    COMPUTE(uint16_t)
}

#define COMPARE_AND_SWAP(T)                                                            \
    {                                                                                  \
        T old = __sync_val_compare_and_swap((T *)p, expected, desired);                \
        end(p);                                                                        \
        if (emu_in_kernel())                                                           \
            emu_worker()->running->swapped |= old == (T)expected;                      \
        answer(p, old, old != (T)expected);                                            \
        return old;                                                                    \
    }

/* A load of these bytes by one of the thread's last accesses: the operation finds out
   whether it was too early, as in the loop around atomicCAS of the CUDA programming
   guide. */
static void compare(const void *p, int n)
{
    enum { LOOK_BACK = 8 };
    const struct worker *w = emu_worker();
    const uint64_t *const first = w->log[emu_running(w) % WARP_SIZE];
    const uint64_t offset = emu_is_global(p)
                                ? (uintptr_t)p - emu_arena()
                                : SHARED_OFFSET + ((uintptr_t)p - w->shared_base);
    for (uint64_t *e = emu_log_next - 1;
         n >= 4 && e >= first && emu_log_next - e <= LOOK_BACK; e--)
        if ((*e & OFFSET_MASK) == offset) {
            if ((*e >> OFFSET_BITS & 31) == (uint64_t)__builtin_ctz(n))
                *e += (uint64_t)KEY_COPY_STORE << OFFSET_BITS;
            return;
        }
}

uint64_t emu_atomic_cas(void *p, int n, uint64_t expected, uint64_t desired)
{
    if (emu_in_kernel())
        compare(p, n);
    begin(p, n, PC);
    if (n == 8)
        COMPARE_AND_SWAP(uint64_t)
    if (n == 4)
        COMPARE_AND_SWAP(uint32_t)
    COMPARE_AND_SWAP(uint16_t)
}

/* ---- The functions that g++ calls. Every memory order is the strictest one. */

/* x86-64 has the instruction for 16 bytes since 2004; gcc needs an attribute for it. */
#ifdef __x86_64__
#pragma GCC target("cx16")
#endif
typedef unsigned __int128 uint128_t;

#define REPLACING(bits, T, name, new)                                                  \
    T __tsan_atomic##bits##_##name(volatile T *p, T v, int order)                      \
    {                                                                                  \
        (void)order;                                                                   \
        begin(p, sizeof(T), PC);                                                       \
        REPLACE(T, p, old, new);                                                       \
        end(p);                                                                        \
        answer(p, (uint64_t)old, old == v && (T)(new) == old);                         \
        return old;                                                                    \
    }

/* If the value differs from *expected, copy it there and return 0. */
#define COMPARING(bits, T, name)                                                       \
    int __tsan_atomic##bits##_compare_exchange_##name(volatile T *p, T *expected, T v, \
                                                      int order, int if_not)           \
    {                                                                                  \
        (void)order, (void)if_not;                                                     \
        emu_access(expected, __builtin_ctz(sizeof(T)), PC);                            \
        const T want = *expected;                                                      \
        begin(p, sizeof(T), PC);                                                       \
        const T old = __sync_val_compare_and_swap(p, want, v);                         \
        end(p);                                                                        \
        answer(p, (uint64_t)old, old != want);                                         \
        if (old == want)                                                               \
            return 1;                                                                  \
        emu_access(expected, __builtin_ctz(sizeof(T)) | KEY_WRITE, PC);                \
        *expected = old;                                                               \
        return 0;                                                                      \
    }

#define OPERATIONS(bits, T)                                                            \
    REPLACING(bits, T, exchange, v)                                                    \
    REPLACING(bits, T, fetch_add, old + v)                                             \
    REPLACING(bits, T, fetch_sub, old - v)                                             \
    REPLACING(bits, T, fetch_and, (old & v))                                           \
    REPLACING(bits, T, fetch_or, (old | v))                                            \
    REPLACING(bits, T, fetch_xor, old ^ v)                                             \
    REPLACING(bits, T, fetch_nand, ~(old & v))                                         \
    COMPARING(bits, T, strong)                                                         \
    COMPARING(bits, T, weak)                                                           \
    T __tsan_atomic##bits##_compare_exchange_val(volatile T *p, T expected, T v,       \
                                                 int order, int if_not)                \
    {                                                                                  \
        (void)order, (void)if_not;                                                     \
        begin(p, sizeof(T), PC);                                                       \
        const T old = __sync_val_compare_and_swap(p, expected, v);                     \
        end(p);                                                                        \
        answer(p, (uint64_t)old, old != expected);                                     \
        return old;                                                                    \
    }                                                                                  \
    void __tsan_atomic##bits##_store(volatile T *p, T v, int order)                    \
    {                                                                                  \
        (void)order;                                                                   \
        begin(p, sizeof(T), PC);                                                       \
        REPLACE(T, p, old, v);                                                         \
        end(p);                                                                        \
    }                                                                                  \
    T __tsan_atomic##bits##_load(volatile T *p, int order)                             \
    {                                                                                  \
        (void)order;                                                                   \
        begin_load(p, sizeof(T), PC);                                                  \
        const T now = sizeof(T) > 8 ? __sync_val_compare_and_swap(p, 0, 0)             \
                                    : __atomic_load_n(p, __ATOMIC_SEQ_CST);            \
        end(p);                                                                        \
        return now;                                                                    \
    }
OPERATIONS(8, uint8_t)
OPERATIONS(16, uint16_t)
OPERATIONS(32, uint32_t)
OPERATIONS(64, uint64_t)
OPERATIONS(128, uint128_t)

void __tsan_atomic_thread_fence(int order)
{
    __atomic_thread_fence(order);
    if (emu_in_kernel())
        EMU_TELL(emu_worker()->on, fence, emu_worker(), PC);
}

void __tsan_atomic_signal_fence(int order)
{
    __atomic_signal_fence(order);
}
