/*
 * A witness that the hooks see every access. While a randomly drawn lane runs, device
 * and shared memory are closed to the program. Each of its accesses is then a page
 * fault, and a hook must have just announced those bytes. If so, the page is opened for
 * one instruction; else it is FAULT_UNSEEN.
 *
 * On x86-64, and with one worker; elsewhere nothing is verified.
 */
#define _GNU_SOURCE
#include "witness.h"

#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

#include "event.h"
#include "launch.h"
#include "memory.h"
#include "mix.h"
#include "settings.h"
#include "shared.h"
#include "symbols.h"
#include "variable.h"

#ifdef __x86_64__

enum {
    REGIONS = 4, /* device memory, shared arrays, dynamic ones, __device__ variables */
    MOST_OPEN = 4,  /* pages that one instruction touches */
    AT_A_TIME = 12, /* accesses that are verified after the timer chose a lane */
    LOOK_BACK = 64, /* recent announcements that may match an access: g++ may read a
                       value again instead of keeping it in a register */
    SINGLE_STEP = 1 << 8, /* the trap flag of EFLAGS */
    FAULT_WRITES = 2      /* in the error code of a page fault */
};
/* The n-th resumption of a lane in a launch is verified, until the lane stops, with
   probability AT_FIRST / n + RATE: about 4 of the first thousand, 8 of ten thousand.
   Verifying an access takes about 20 microseconds, and there are up to 128 of them
   (LOG_DEPTH). */
static const double AT_FIRST = 0.5, RATE = 0.0003;
/* The timer's interval, and the probability that the running lane is then verified:
   every 1.2 ms on average. */
static const double LOOK_SECONDS = 0.0001, AT_A_LOOK = 1. / 12;

static struct {
    uint64_t random; /* the state of the random numbers */
    uint64_t turns;  /* of lanes, in this launch */
    bool wanted;     /* some turns of this launch are verified */
    bool on;         /* memory is closed */
    bool inside;     /* the emulator itself accesses memory for the kernel */
    struct {
        uintptr_t start, bytes;
    } region[REGIONS];
    uintptr_t open[MOST_OPEN]; /* pages, for one instruction */
    int opened;
    int lane;
    int began; /* announcements of the lane before this turn */
    int left;  /* accesses still to verify */
} witness;

/* The shared arrays have pages of their own, if the program is linked with marks around
   them. */
static uint64_t shared_start, shared_end;

static void take_mark(const char *name, uint64_t at, uint64_t bytes)
{
    (void)bytes;
    if (!strcmp(name, "emu_shared_begin"))
        shared_start = at;
    else if (!strcmp(name, "emu_shared_end"))
        shared_end = at;
}

extern char __start_emu_device[] __attribute__((weak));
extern char __stop_emu_device[] __attribute__((weak));
extern char emu_fence_data[] __attribute__((weak)); /* a graded program */

/* splitmix64: mix.h. */
static uint64_t draw(void)
{
    return emu_mix(witness.random += 0x9e3779b97f4a7c15);
}

static void on_time(int number);

void emu_witness_prepare(void)
{
    static bool prepared;
    const struct sigaction timed = {.sa_handler = on_time, .sa_flags = SA_ONSTACK};
    if (prepared)
        return;
    emu_program_shared(take_mark);
    sigaction(SIGNAL_LOOK, &timed, NULL);
    prepared = true;
}

static void set_region(int i, uintptr_t start, uintptr_t end)
{
    witness.region[i].start = start;
    witness.region[i].bytes = end - start;
}

/* A launch begins. With several workers, such as those of a cluster, nothing is
   verified: memory cannot be closed to only one of them. */
void emu_witness_begin(struct worker *w)
{
    int n;
    emu_workers(&n);
    const bool wanted = n == 1 && emu_settings()->witness;
    if (wanted != witness.wanted)
        witness.wanted = wanted;
    if (!wanted)
        return;
    if (!witness.random)
        witness.random = emu_settings()->witness;
    witness.turns = 0;
    set_region(0, emu_arena(), emu_arena() + emu_memory_used());
    set_region(1, w->shared_base + shared_start, w->shared_base + shared_end);
    set_region(2, (uintptr_t)emu_shared_dynamic,
               (uintptr_t)emu_shared_dynamic + SHARED_DYNAMIC_PAGES);
    if (emu_fence_data) /* then they have pages of their own as well */
        set_region(3, (uintptr_t)__start_emu_device, (uintptr_t)__stop_emu_device);
}

static void protect(int access)
{
    for (int i = 0; i < REGIONS; i++)
        if (witness.region[i].bytes)
            mprotect((void *)witness.region[i].start, witness.region[i].bytes, access);
}

/* Memory is open again. */
static void open_all(void)
{
    if (!witness.on)
        return;
    protect(PROT_READ | PROT_WRITE);
    witness.on = false;
    witness.opened = 0;
}

void emu_witness_lanes_end(void)
{
    open_all();
}

/* The running worker resumes this lane of its warp: close or open memory, at random. */
void emu_witness_lane(struct worker *w, int lane)
{
    open_all();
    if (!witness.wanted)
        return;
    const double chance = AT_FIRST / (double)++witness.turns + RATE;
    if ((double)(draw() >> 11) * 0x1p-53 >= chance)
        return;
    witness.lane = lane;
    witness.began = w->filled[lane];
    witness.left = LOG_DEPTH;
    witness.on = true;
    protect(PROT_NONE);
}

/* True if the running lane has announced nothing since the last call. */
static bool is_silent(const struct worker *w)
{
    static struct {
        const struct thread *thread;
        const uint64_t *next;
        uint64_t block;
    } last;
    const bool silent = last.thread == w->running && last.next == emu_log_next &&
                        last.block == w->block;
    last.thread = w->running;
    last.next = emu_log_next;
    last.block = w->block;
    return silent;
}

/* The timer: a long-running lane is chosen in proportion to its time, and is verified
   from here on. So is a lane that announces nothing for a whole interval. */
static void on_time(int number)
{
    const struct worker *w = emu_worker();
    (void)number;
    if (!w || !emu_in_kernel() || !witness.wanted || witness.on)
        return;
    if (!is_silent(w) && (double)(draw() >> 11) * 0x1p-53 >= AT_A_LOOK)
        return;
    witness.lane = (int)((emu_thread() - w->thread) % WARP_SIZE);
    witness.began = 0;
    witness.left = AT_A_TIME;
    witness.on = true;
    protect(PROT_NONE);
}

double emu_witness_interval(void)
{
    return witness.wanted ? LOOK_SECONDS : 0;
}

void emu_witness_inside(bool inside)
{
    if (witness.wanted)
        witness.inside = inside;
}

/* The address in the form of a log's offset; UINT64_MAX if it is not verified. */
static uint64_t offset_of(uintptr_t a)
{
    for (int i = 0; i < REGIONS; i++)
        if (a - witness.region[i].start < witness.region[i].bytes)
            return i == 0   ? a - emu_arena()
                   : i == 3 ? MODULE_OFFSET + emu_variable_offset(a)
                            : a - emu_worker()->shared_base + SHARED_OFFSET;
    return UINT64_MAX;
}

/* True if a hook has recently announced this byte for such an access. (An instruction
   that reads and writes faults as a write.) */
static bool is_byte_announced(uint64_t offset, bool write)
{
    const uint64_t *log = emu_worker()->log[witness.lane];
    const int filled = (int)(emu_log_next - log);
    for (int i = filled - 1; i >= witness.began && i >= filled - LOOK_BACK; i--) {
        const uint64_t key = log[i] >> OFFSET_BITS;
        if (offset - (log[i] & OFFSET_MASK) < emu_key_size(key) &&
            write == !!(key & KEY_WRITE))
            return true;
    }
    return false;
}

static bool is_announced(uint64_t offset, int bytes, bool write)
{
    for (int i = 0; i < bytes; i++)
        if (!is_byte_announced(offset + i, write))
            return false;
    return true;
}

static void open_page(uintptr_t a)
{
    if (witness.opened == MOST_OPEN)
        return; /* it faults again */
    witness.open[witness.opened++] = a & ~(uintptr_t)(PAGE_BYTES - 1);
    mprotect((void *)(a & ~(uintptr_t)(PAGE_BYTES - 1)), PAGE_BYTES,
             PROT_READ | PROT_WRITE);
}

static void close_pages(void)
{
    while (witness.opened)
        mprotect((void *)witness.open[--witness.opened], PAGE_BYTES, PROT_NONE);
}

static _Noreturn void unseen(uintptr_t pc, uint64_t offset, bool write)
{
    struct fault_record f = emu_fault_here(
        FAULT_UNSEEN, emu_is_code(pc) ? pc + 1 : 0); /* else it is a library's */
    f.other_pc = emu_last_seen();
    f.offset = offset;
    f.size = 4;
    f.write = write;
    open_all();
    emu_fault_abandon(emu_worker(), &f);
}

bool emu_witness_signal(int number, const siginfo_t *info, void *context)
{
    greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
    if (!witness.on)
        return false;
    if (number == SIGTRAP && registers[REG_EFL] & SINGLE_STEP) {
        registers[REG_EFL] &= ~(greg_t)SINGLE_STEP;
        close_pages();
        if (witness.left-- <= 0)
            open_all();
        return true;
    }
    const uint64_t offset = offset_of((uintptr_t)info->si_addr);
    if (number != SIGSEGV || info->si_code != SEGV_ACCERR || offset == UINT64_MAX)
        return false;
    const uintptr_t pc = registers[REG_RIP];
    const bool write = registers[REG_ERR] & FAULT_WRITES;
    const bool again = registers[REG_EFL] & SINGLE_STEP; /* its other page */
    if (!witness.inside && !again) {
        const int bytes = emu_x86_access((const unsigned char *)pc);
        if (bytes < 0 || !is_announced(offset, bytes ? bytes : 1, write))
            unseen(pc, offset, write);
    }
    open_page((uintptr_t)info->si_addr);
    registers[REG_EFL] |= SINGLE_STEP;
    return true;
}

#else

void emu_witness_prepare(void)
{
}

void emu_witness_begin(struct worker *w)
{
    (void)w;
}

void emu_witness_lane(struct worker *w, int lane)
{
    (void)w, (void)lane;
}

void emu_witness_lanes_end(void)
{
}

void emu_witness_inside(bool begins)
{
    (void)begins;
}

bool emu_witness_signal(int number, const siginfo_t *info, void *context)
{
    (void)number, (void)info, (void)context;
    return false;
}

double emu_witness_interval(void)
{
    return 0;
}

#endif
