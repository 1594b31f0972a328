/*
 * The log of a lane: its accesses. The hooks of access.c write it, and warp.c reads it.
 * On an OS thread only one lane writes at a time: that of the running thread.
 *
 *   an entry, 64 bits:   pc:24 atomic:1 write:1 log2size:3 offset:35
 *
 * The upper 29 bits are the access's key: entries with equal keys merge into one
 * request.
 */
#ifndef EMU_LOG_H
#define EMU_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "address.h"

enum {
    LOG_DEPTH = 128,            /* most accesses per lane before its warp is merged */
    LOG_STRIDE = LOG_DEPTH + 8, /* entries from lane to lane: not a power of two, so
                                   that the logs use different sets of the cache */
    KEY_WRITE = 1 << 3,
    KEY_ATOMIC = 1 << 4,
    KEY_PC_SHIFT = 5
};

/*
 * Asynchronous copies of 4, 8 and 16 bytes:
 *
 *   atomic, no write                    it begins: the load
 *   atomic, write, log2size 5, 6, 7     it begins: the place in shared memory
 *   write, log2size 5, 6, 7             it completes; not counted, since it was when it
 *                                       began
 *
 *   neither, log2size 5, 6              an atomic load of 4 or 8 bytes, or a load
 *                                       before an atomicCAS of the thread there
 */
enum { KEY_COPY_STORE = 3 }; /* added to log2size */
static inline bool emu_key_stores_copy(uint64_t key)
{
    return (key & 7) > 4;
}
static inline bool emu_key_begins_copy(uint64_t key)
{
    return key & KEY_ATOMIC && (!(key & KEY_WRITE) || emu_key_stores_copy(key));
}
static inline bool emu_key_lands(uint64_t key)
{
    return emu_key_stores_copy(key) && (key & (KEY_ATOMIC | KEY_WRITE)) == KEY_WRITE;
}
static inline bool emu_key_compared(uint64_t key)
{
    return emu_key_stores_copy(key) && !(key & (KEY_ATOMIC | KEY_WRITE));
}
static inline uint32_t emu_key_size(uint64_t key)
{
    return 1u << (emu_key_stores_copy(key) ? (key & 7) - KEY_COPY_STORE : key & 7);
}

/* One access of the running thread, for accesses without a compiler hook; kind is the
   low bits of a key. For host code, see host_access.h. */
void emu_access(const void *p, uint64_t kind, uintptr_t pc);

/* True if the code before this pc has accessed a volatile variable. */
bool emu_is_volatile(uintptr_t pc);
/* The running thread will store to a volatile variable, or by an atomic operation. */
void emu_flag_next(const volatile void *p);

/* ---- The log of the lane that runs on this OS thread. */

struct worker;

/* Once per OS thread, before it runs blocks: hooks write to this worker's logs. */
void emu_log_prepare(struct worker *w);

/* From here on hooks write to this lane's log; to no log. */
void emu_log_open(const struct worker *w, int lane);
void emu_log_close(void);

/* The entries of stores and atomic operations in the open log since it was opened: how
   many, and where they are. */
uint32_t emu_log_stores(const uint64_t *const **stores);

/* Where the open log ends; NULL if none is open. Let it end there, or close it. */
uint64_t *emu_log_end(void);
void emu_log_end_at(uint64_t *end);

/* The place of the next entry is kept in a register with no other use: kernels and the
   emulator are compiled with -ffixed-r15. In memory, each access would wait for the
   previous one. */
#ifdef __x86_64__
register uint64_t *emu_log_next __asm__("r15");
#else
#define emu_log_next (*emu_log_place())
uint64_t **emu_log_place(void);
#endif

#endif
