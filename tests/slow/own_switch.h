/* For the emulator under ThreadSanitizer; included in front of each of its files.
   TSan's setjmp() and longjmp() take all jumps to be on one stack. The jump that
   abandons a coroutine is not: it is the compiler's own. The hooks get other names,
   since TSan's have these. */
#include <setjmp.h>

#define _setjmp(env) __builtin_setjmp((void **)(env))
#define _longjmp(env, value) __builtin_longjmp((void **)(env), 1)

#define __tsan_init emu_hook_init
#define __tsan_read1 emu_hook_read1
#define __tsan_read2 emu_hook_read2
#define __tsan_read4 emu_hook_read4
#define __tsan_read8 emu_hook_read8
#define __tsan_read16 emu_hook_read16
#define __tsan_write1 emu_hook_write1
#define __tsan_write2 emu_hook_write2
#define __tsan_write4 emu_hook_write4
#define __tsan_write8 emu_hook_write8
#define __tsan_write16 emu_hook_write16
#define __tsan_unaligned_read1 emu_hook_unaligned_read1
#define __tsan_unaligned_read2 emu_hook_unaligned_read2
#define __tsan_unaligned_read4 emu_hook_unaligned_read4
#define __tsan_unaligned_read8 emu_hook_unaligned_read8
#define __tsan_unaligned_read16 emu_hook_unaligned_read16
#define __tsan_unaligned_write1 emu_hook_unaligned_write1
#define __tsan_unaligned_write2 emu_hook_unaligned_write2
#define __tsan_unaligned_write4 emu_hook_unaligned_write4
#define __tsan_unaligned_write8 emu_hook_unaligned_write8
#define __tsan_unaligned_write16 emu_hook_unaligned_write16
#define __tsan_read_range emu_hook_read_range
#define __tsan_write_range emu_hook_write_range
#define __tsan_vptr_read emu_hook_vptr_read
#define __tsan_vptr_update emu_hook_vptr_update
#define __tsan_atomic128_compare_exchange_strong                                       \
    emu_hook_atomic128_compare_exchange_strong
#define __tsan_atomic128_compare_exchange_val emu_hook_atomic128_compare_exchange_val
#define __tsan_atomic128_compare_exchange_weak emu_hook_atomic128_compare_exchange_weak
#define __tsan_atomic128_exchange emu_hook_atomic128_exchange
#define __tsan_atomic128_fetch_add emu_hook_atomic128_fetch_add
#define __tsan_atomic128_fetch_and emu_hook_atomic128_fetch_and
#define __tsan_atomic128_fetch_nand emu_hook_atomic128_fetch_nand
#define __tsan_atomic128_fetch_or emu_hook_atomic128_fetch_or
#define __tsan_atomic128_fetch_sub emu_hook_atomic128_fetch_sub
#define __tsan_atomic128_fetch_xor emu_hook_atomic128_fetch_xor
#define __tsan_atomic128_load emu_hook_atomic128_load
#define __tsan_atomic128_store emu_hook_atomic128_store
#define __tsan_atomic16_compare_exchange_strong                                        \
    emu_hook_atomic16_compare_exchange_strong
#define __tsan_atomic16_compare_exchange_val emu_hook_atomic16_compare_exchange_val
#define __tsan_atomic16_compare_exchange_weak emu_hook_atomic16_compare_exchange_weak
#define __tsan_atomic16_exchange emu_hook_atomic16_exchange
#define __tsan_atomic16_fetch_add emu_hook_atomic16_fetch_add
#define __tsan_atomic16_fetch_and emu_hook_atomic16_fetch_and
#define __tsan_atomic16_fetch_nand emu_hook_atomic16_fetch_nand
#define __tsan_atomic16_fetch_or emu_hook_atomic16_fetch_or
#define __tsan_atomic16_fetch_sub emu_hook_atomic16_fetch_sub
#define __tsan_atomic16_fetch_xor emu_hook_atomic16_fetch_xor
#define __tsan_atomic16_load emu_hook_atomic16_load
#define __tsan_atomic16_store emu_hook_atomic16_store
#define __tsan_atomic32_compare_exchange_strong                                        \
    emu_hook_atomic32_compare_exchange_strong
#define __tsan_atomic32_compare_exchange_val emu_hook_atomic32_compare_exchange_val
#define __tsan_atomic32_compare_exchange_weak emu_hook_atomic32_compare_exchange_weak
#define __tsan_atomic32_exchange emu_hook_atomic32_exchange
#define __tsan_atomic32_fetch_add emu_hook_atomic32_fetch_add
#define __tsan_atomic32_fetch_and emu_hook_atomic32_fetch_and
#define __tsan_atomic32_fetch_nand emu_hook_atomic32_fetch_nand
#define __tsan_atomic32_fetch_or emu_hook_atomic32_fetch_or
#define __tsan_atomic32_fetch_sub emu_hook_atomic32_fetch_sub
#define __tsan_atomic32_fetch_xor emu_hook_atomic32_fetch_xor
#define __tsan_atomic32_load emu_hook_atomic32_load
#define __tsan_atomic32_store emu_hook_atomic32_store
#define __tsan_atomic64_compare_exchange_strong                                        \
    emu_hook_atomic64_compare_exchange_strong
#define __tsan_atomic64_compare_exchange_val emu_hook_atomic64_compare_exchange_val
#define __tsan_atomic64_compare_exchange_weak emu_hook_atomic64_compare_exchange_weak
#define __tsan_atomic64_exchange emu_hook_atomic64_exchange
#define __tsan_atomic64_fetch_add emu_hook_atomic64_fetch_add
#define __tsan_atomic64_fetch_and emu_hook_atomic64_fetch_and
#define __tsan_atomic64_fetch_nand emu_hook_atomic64_fetch_nand
#define __tsan_atomic64_fetch_or emu_hook_atomic64_fetch_or
#define __tsan_atomic64_fetch_sub emu_hook_atomic64_fetch_sub
#define __tsan_atomic64_fetch_xor emu_hook_atomic64_fetch_xor
#define __tsan_atomic64_load emu_hook_atomic64_load
#define __tsan_atomic64_store emu_hook_atomic64_store
#define __tsan_atomic8_compare_exchange_strong emu_hook_atomic8_compare_exchange_strong
#define __tsan_atomic8_compare_exchange_val emu_hook_atomic8_compare_exchange_val
#define __tsan_atomic8_compare_exchange_weak emu_hook_atomic8_compare_exchange_weak
#define __tsan_atomic8_exchange emu_hook_atomic8_exchange
#define __tsan_atomic8_fetch_add emu_hook_atomic8_fetch_add
#define __tsan_atomic8_fetch_and emu_hook_atomic8_fetch_and
#define __tsan_atomic8_fetch_nand emu_hook_atomic8_fetch_nand
#define __tsan_atomic8_fetch_or emu_hook_atomic8_fetch_or
#define __tsan_atomic8_fetch_sub emu_hook_atomic8_fetch_sub
#define __tsan_atomic8_fetch_xor emu_hook_atomic8_fetch_xor
#define __tsan_atomic8_load emu_hook_atomic8_load
#define __tsan_atomic8_store emu_hook_atomic8_store
#define __tsan_atomic_signal_fence emu_hook_atomic_signal_fence
#define __tsan_atomic_thread_fence emu_hook_atomic_thread_fence
