/*
 * The emulator's inside: what its files share. Nothing outside common/emu includes it.
 *
 *   launch.c    a grid of blocks over the cores of this machine
 *   block.c     one block: its threads are coroutines, its barriers are switches
 *   access.c    the hooks that g++ calls at every memory access of a kernel
 *   warp.c      32 lanes' accesses merged into the requests a GPU would issue
 *   count.c     requests into counters           race.c    requests into races
 *   widen.c     shared loads that nvcc merges    race_global.c  races in device memory
 *   warp_ops.c  shuffles and votes
 *   memory.c    device memory and its shadow     shared.c  shared memory, likewise
 *   fault.c     what went wrong first            words.c   and how to say it
 *   crash.c     signals and endless loops
 *   symbols.c   addresses to names and lines     cache.c   the L1 of one SM
 *   model.c     counters into time               profile.c the GPU that is modelled
 *   runtime.c   the CUDA runtime API             instrument.c  what instrument.h asks
 */
#ifndef EMU_H
#define EMU_H

#include <cuda_runtime.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "emu_launch.h"
#include "instrument.h"

enum {
    WARP_SIZE = 32,
    MAX_THREADS = 1024, /* a block, on every GPU since 2010 */
    MAX_WARPS = MAX_THREADS / WARP_SIZE,
    LOG_DEPTH = 128,         /* accesses a lane may make before its warp is merged */
    STACK_BYTES = 64 * 1024, /* a thread's stack */
    SHARED_DYNAMIC_MAX = 232448, /* 227 KiB, the most a block may have (H100, H200) */
    SECTOR_BYTES = 32,
    LINE_BYTES = 128,
    EMU_MAX_WORKERS = 64
};

/* ---- One access, packed into 64 bits: pc:24 atomic:1 write:1 log2size:3 offset:35.
   The upper 29 bits are the access's key: equal keys merge into one request. Of the pc,
   the low 24 bits are kept: the program's code is less than 16 MiB. */
enum { OFFSET_BITS = 35, KEY_WRITE = 1 << 3, KEY_ATOMIC = 1 << 4, KEY_PC_SHIFT = 5 };
#define OFFSET_MASK ((1ull << OFFSET_BITS) - 1)
#define ARENA_BYTES (1ull << 34)   /* offsets below this are device memory... */
#define SHARED_OFFSET ARENA_BYTES  /* ...from here a block's shared memory... */
#define MODULE_OFFSET (3ull << 33) /* ...and from here __device__ variables */

/* Loops over the lanes of a warp are worth the processor's widest registers. */
#ifdef __x86_64__
#define VECTORIZED                                                                     \
    __attribute__((target_clones("arch=skylake-avx512", "avx2", "default")))
#else
#define VECTORIZED
#endif

/* ---- A CUDA thread. */
enum thread_state { THREAD_READY, THREAD_BARRIER, THREAD_WARP, THREAD_EXITED };

struct thread {
    jmp_buf env; /* where it stopped */
    enum thread_state state;
    bool created;
    uint64_t packed_idx; /* threadIdx as x | y << 16 | z << 32 */
    uintptr_t site;      /* the pc of the barrier or warp operation it waits at */
    uint32_t mask;       /* lanes of that warp operation... */
    uint64_t value;      /* ...and what it gives to and takes from the others */
    enum emu_collective op;
    int argument;
};

/* ---- What the hooks need at every access, one per OS thread. */
struct fast {
    uint64_t *log_next; /* the running lane's next log entry; NULL outside a kernel */
    uint64_t *log_end;
    uintptr_t shared_base;  /* this OS thread's thread-local segment... */
    uint8_t *shared_shadow; /* ...and its shadow */
    uint64_t packed_thread, packed_block;
    struct thread *thread;
    struct worker *worker;
};
extern __thread struct fast emu_fast;

/* ---- Faults, as they are found; turned into words by words.c. */
enum detail {
    DETAIL_NONE,
    DETAIL_NULL,      /* OUT_OF_BOUNDS: near address 0 */
    DETAIL_HOST,      /* OUT_OF_BOUNDS: memory of the host */
    DETAIL_EXITED,    /* BARRIER: the other thread, of the same warp, has ended */
    DETAIL_ELSEWHERE, /* BARRIER: the other thread waits at another one */
    DETAIL_WARP,      /* BARRIER: the other thread waits in a warp operation */
    DETAIL_DIVISION,  /* CRASH: by zero */
    DETAIL_STACK,     /* CRASH: it overflowed */
    DETAIL_BLOCKS     /* RACE: the other thread is of another block */
};
struct raw_fault {
    enum fault_kind kind;
    enum detail detail;
    uint64_t block, other_block; /* linear index: the lowest is reported */
    uintptr_t pc, other_pc;
    uint32_t thread, other_thread; /* linear index in the block */
    uint64_t offset;               /* of the access, as in the log; or an address */
    uint32_t size;
    bool write, other_write;
    bool failed_assertion;
    char text[160]; /* CRASH: what the thread does */
};

/* ---- One memory instruction of a warp. offset[i] is lane lane[i]'s, for i < n. */
enum request_shape {
    SHAPE_ANY,
    SHAPE_ONE_WORD, /* 4 bytes, the same in all lanes */
    SHAPE_ROW       /* 4 bytes each, one after the other */
};
struct request {
    uintptr_t pc;
    uint32_t size;
    bool write, atomic;
    bool shared; /* offsets are in shared memory */
    enum request_shape shape;
    int n;
    uint8_t lane[WARP_SIZE];
    uint64_t offset[WARP_SIZE];
};

/* Loads of neighbouring words that nvcc would make one; see widen.c. */
enum { CHAINS = 64 };
struct chain {
    struct request start;
    uint64_t number; /* of the worker's when it began: else it is over */
    uint64_t last;   /* when its last word was loaded, in the worker's shared_loads */
    int words;       /* in the chain so far; 0: none */
    bool quad;       /* aligned for four of them */
    int pending;     /* wavefronts counted for words not yet merged... */
    int first_pair;  /* ...and for the first two, merged */
};

/* ---- An OS thread that runs blocks, one at a time. */
struct worker {
    int number; /* from 0 */
    struct fast *fast;
    jmp_buf scheduler; /* back to block.c from a thread... */
    jmp_buf abandon;   /* ...and from a thread that must not go on */
    struct thread thread[MAX_THREADS];
    char *stacks;
    uint64_t (*log)[WARP_SIZE]; /* LOG_DEPTH rows, a column a lane */
    uint16_t filled[WARP_SIZE]; /* entries in each column */

    uint64_t block;      /* linear index of the running block */
    uint32_t first_lane; /* linear thread index of the running warp's lane 0 */
    uint64_t epoch;      /* barriers passed: accesses of two epochs never race */
    uint32_t warp_epoch[MAX_WARPS];
    uint64_t *writes, *reads; /* a cell for each word: see race.c */
    int cell_shift; /* a cell is 1 << cell_shift bytes: 2, or 0 once bytes are used */
    uint64_t cells_epoch;
    struct raw_fault
        unset;  /* a read of unset shared memory, unless a race explains it */
    bool raced; /* a race was found since the last barrier */
    uint64_t shared_low, shared_high; /* offsets touched by the running block */
    unsigned shadow_launch;           /* the launch that shared_shadow is right for */

    struct counters counters;
    struct chain chains[CHAINS];
    uint64_t shared_loads;
    uint64_t chain_number; /* counts what ends all chains */
    bool saw_global; /* the running warp used global memory in this log's length */
    struct cache *l1;
    struct raw_fault fault; /* the first: blocks are run in order */
    uint64_t fault_epoch;   /* ...found in this epoch */
    unsigned long faults;
    bool stopped; /* one of them ended its block */
};

/* ---- The launch in progress. */
struct launch {
    unsigned number; /* counts launches from 1 */
    struct emu_config config;
    void (*run)(void *closure); /* runs the kernel as the current thread */
    void *closure;
    const char *kernel; /* name, and arguments as written, for messages */
    const char *arguments;
    const struct emu_argument *values;
    int n_values;
    uint64_t blocks, step; /* run blocks 0, step, 2 step... of so many */
    uint32_t threads;      /* a block */
    uint64_t l1_bytes;     /* of cache, a block's share of its SM's */
    atomic_ullong next;    /* the next to be run */
    atomic_ullong stop_at; /* no block from here on need run: an earlier one faulted */
};
extern struct launch emu_launch_now;

/* block.c: run one block to its end, or to a fault. */
void emu_block_run(struct worker *w, uint64_t block);
/* Stop the running thread until its warp or block lets it go on. */
void emu_thread_wait(enum thread_state state, uintptr_t site);
/* Stop the running thread because its log is full. */
void emu_thread_pause(void);
void emu_worker_prepare(struct worker *w);

/* warp.c: merge what the lanes logged. `open` are the lanes that will log more before
   they stop: their missing accesses are waited for. */
void emu_warp_merge(struct worker *w, uint32_t open);

/* warp_ops.c: complete the warp operations whose lanes have all arrived. True if some
   lane may go on. */
bool emu_warp_ops(struct worker *w, struct thread *lanes, uint32_t present);

/* count.c, race.c, widen.c: what one request costs, and whether it races. */
void emu_count_global(struct worker *w, const struct request *r);
void emu_count_shared(struct worker *w, const struct request *r);
/* Passes through the banks; *words, if wanted, becomes how many words are touched. */
int emu_wavefronts(const struct request *r, int *words);
void emu_widen_load(struct worker *w, const struct request *r, int wavefronts);
void emu_widen_reset(struct worker *w);
void emu_race_shared(struct worker *w, const struct request *r);
void emu_race_new_epoch(struct worker *w);
/* One lane at one cell of writes and one of reads: false if it races. own: the stamp
   with the thread in bits 1 to 11. */
uint64_t emu_race_stamp(const struct worker *w, const struct request *r);
bool emu_race_touch(struct worker *w, const struct request *r, int i, uint64_t own,
                    uint64_t *write, uint64_t *read);

/* race_global.c */
void emu_race_launch(void); /* before a launch */
void emu_race_global(struct worker *w, const struct request *r);
void emu_race_forget(const struct worker *w);
void emu_race_landed(struct worker *w); /* after it: what blocks did to each other */

/* memory.c */
extern uintptr_t emu_arena; /* device memory: ARENA_BYTES from here */
extern uint8_t *emu_shadow; /* a byte for 4: low nibble addressable, high nibble set */
struct allocation {
    uint64_t offset, bytes;
    bool freed;
};
/* The allocation, live or freed, that holds or is nearest to `offset`; NULL if none. */
const struct allocation *emu_allocation_near(uint64_t offset);
size_t emu_allocated_bytes(void);

/* shared.c */
extern uint64_t emu_shared_bytes; /* size of the segment that holds shared memory */
void emu_shared_init(void);
void emu_shared_prepare(struct worker *w);   /* once an OS thread, on that thread */
void emu_shared_new_block(struct worker *w); /* contents unset and poisoned */
void emu_shared_end_block(struct worker *w); /* note which arrays it used */
/* The array that holds or is nearest to offset: its name, start and size. */
bool emu_shared_array(uint64_t offset, const char **name, uint64_t *start,
                      uint64_t *bytes);
/* Bytes of shared memory a block of the last launch used. */
uint64_t emu_shared_used(void);

/* symbols.c */
extern uintptr_t emu_text; /* first address of the program's code */
void emu_symbols_init(void);
/* The pc whose low 24 bits these are. */
static inline uintptr_t emu_full_pc(uint64_t low)
{
    return emu_text + ((low - emu_text) & 0xffffff);
}
bool emu_symbols_line(uintptr_t pc, char *file, size_t size, int *line);
typedef void emu_tls_visitor(const char *name, uint64_t offset, uint64_t bytes);
void emu_symbols_tls(emu_tls_visitor *visit);

/* fault.c */
void emu_fault_record(struct worker *w, const struct raw_fault *f); /* and go on */
_Noreturn void emu_fault_abandon(struct worker *w, const struct raw_fault *f);
/* After a launch: keep its first fault, if none is kept from before, and return the
   error that the GPU would give. */
cudaError_t emu_fault_collect(struct worker *const *workers, int n);
void emu_fault_forget(void);

/* words.c: from f, in the launch that has just run. */
void emu_words(const struct raw_fault *f, struct fault *out);

bool emu_fault_first(struct fault *f);
/* Host code at pc touched device memory, and is about to die of it. */
void emu_fault_on_host(uintptr_t pc, uint64_t offset);

/* crash.c: signals that a kernel raises, and the one that ends an endless kernel. */
enum { SIGNAL_TIMEOUT = SIGUSR2 };
void emu_crash_handlers(void); /* install them, once */
void emu_crash_stack(void);    /* give this OS thread a stack for signals */

/* profile.c: constants of the modelled GPU. Exit 2 with one line if it is unknown. */
struct profile {
    char name[64];
    double sms;                /* streaming multiprocessors */
    double clock_mhz;          /* that they run at under load */
    double fp32_lanes;         /* multiply-adds an SM starts each clock */
    double l1_bytes;           /* an SM's L1 and shared memory together */
    double l1_wavefronts;      /* an SM's a clock, global and shared together */
    double shared_bytes_sm;    /* of it, at most so much shared memory... */
    double shared_bytes_block; /* ...and so much for one block */
    double registers_sm, threads_sm, blocks_sm;
    double l2_bytes, l2_gbs;     /* size; read bandwidth in 1e9 bytes a second */
    double dram_bytes, dram_gbs; /* likewise */
    double launch_us;            /* from launch to end of an empty kernel */
    double compute_major, compute_minor;
};
const struct profile *emu_profile(void);

/* cache.c: the L1 of one SM, as one block sees it. */
struct cache *emu_cache_new(void);
void emu_cache_reset(struct cache *c, uint64_t bytes);
/* Sectors of the line that missed, given the sectors asked for (a bit each). */
uint32_t emu_cache_load(struct cache *c, uint64_t line, uint32_t sectors);

/* model.c: seconds of a launch with these counters and floating-point operations, and
   what bounds it, in words. */
double emu_model_seconds(const struct counters *c, double flops, uint64_t dram_bytes,
                         char *bottleneck, size_t size);
int emu_model_blocks_per_sm(uint32_t threads, uint64_t shared_bytes);

/* launch.c: what instrument.h asks for. */
struct launch_settings {
    unsigned sample;  /* blocks of a grid to run; 0: all */
    double flops;     /* of each launch to come; 0: not known */
    double timeout;   /* seconds of processor time a launch may take; 0: no limit */
    int shared_opted; /* bytes of shared memory that cudaFuncSetAttribute allowed */
    bool quiet;       /* somebody asks for faults: do not print them */
};
extern struct launch_settings emu_settings;
extern struct counters emu_counters; /* of all launches since the reset */
extern double emu_clock;             /* seconds on the modelled device's clock */
extern char emu_bottleneck[96];      /* of the last launch */

/* runtime.c */
void emu_runtime_error(cudaError_t error, bool sticky);
bool emu_runtime_stuck(void); /* a sticky error is set: nothing runs */

#endif
