/*
 * The emulator's inside: what its files share. Nothing outside emu includes it.
 *
 *   launch.c    a grid of blocks over the cores of this machine
 *   block.c     one block, from barrier to barrier
 *   thread.c    its threads, which are coroutines: context.c
 *   access.c    the hooks that g++ calls at every memory access of a kernel
 *   host_access.c  and of the host, in a program that is graded
 *   warp.c      32 lanes' accesses merged into the requests a GPU would issue
 *   count.c     requests into counters           race.c    requests into races
 *   widen.c     shared loads that nvcc merges    race_*.c  races in device memory
 *   pace.c      how often a warp waits
 *   trace*.c    requests of one block, remembered
 *   warp_ops.c  shuffles and votes
 *   memory.c    device memory and its shadow     shared.c  shared memory, likewise
 *   allocations.c  what lies where in it         module.c  __device__ variables
 *   fault.c     what went wrong first     words*.c, remedy*.c  and how to say it
 *   crash.c     signals and endless loops        device_calls.c  traps, clocks
 *   copy_async.c  __pipeline_memcpy_async        device_print.c  printf in a kernel
 *   rounding.c  arithmetic by rounding mode
 *   symbols.c   addresses to names and lines     cache.c   the L1 of one SM
 *   model.c     counters into time               profile.c the GPU that is modelled
 *   occupancy.c blocks an SM has at a time
 *   runtime.c, api_*.c  the CUDA runtime API     probe.c  what probe.h asks
 *   debug.c      where a debugger is to stop
 */
#ifndef EMU_H
#define EMU_H

#include <cuda_runtime.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "context.h"
#include "emu_launch.h"
#include "probe.h"
#include "model.h"

enum {
    WARP_SIZE = 32,
    MAX_THREADS = 1024, /* a block, on every GPU since 2010 */
    MAX_WARPS = MAX_THREADS / WARP_SIZE,
    LOG_DEPTH = 128,            /* accesses a lane may make before its warp is merged */
    LOG_STRIDE = LOG_DEPTH + 8, /* from lane to lane: no power of two, or the logs would
                                   fight for one set of the cache */
    STACK_BYTES = 15 * 4096,    /* a thread's stack, with a page that is its end: an odd
                                   number of pages, or all stacks would fight for a few
                                   places of the TLB */
    SHARED_DYNAMIC_MAX =
        232448, /* 227 KiB, the most a block may have (H100, H200)... */
    SHARED_DYNAMIC_PAGES = 233472, /* ...and in whole pages */
    SECTOR_BYTES = 32,
    LINE_BYTES = 128,
    SHARED_GAP = 1024, /* bytes behind each array that belong to none: emucc */
    EMU_MAX_WORKERS = 64
};

/* ---- One access, packed into 64 bits: pc:24 atomic:1 write:1 log2size:3 offset:35.
   The upper 29 bits are the access's key: equal keys merge into one request. Of the pc,
   the low 24 bits are kept: the program's code is less than 16 MiB. */
enum { OFFSET_BITS = 35, KEY_WRITE = 1 << 3, KEY_ATOMIC = 1 << 4, KEY_PC_SHIFT = 5 };
/* log2sizes above 4 are not counted: 5, 6 and 7 are asynchronous copies of 4, 8 and 16
   bytes that land. They were counted when they began. */
enum { KEY_LANDING = 3 };
static inline bool emu_key_lands(uint64_t key)
{
    return (key & 7) > 4;
}
static inline uint32_t emu_key_size(uint64_t key)
{
    return 1u << (emu_key_lands(key) ? (key & 7) - KEY_LANDING : key & 7);
}
#define OFFSET_MASK ((1ull << OFFSET_BITS) - 1)
#define ARENA_BYTES (1ull << 34)   /* offsets below this are device memory... */
#define SHARED_OFFSET ARENA_BYTES  /* ...from here a block's shared memory... */
#define MODULE_OFFSET (3ull << 33) /* ...and from here __device__ variables */

/* Loops over the lanes of a warp are worth the processor's widest registers. */
#ifdef __x86_64__
#define VECTORIZED __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define VECTORIZED
#endif

/* ---- A CUDA thread. */
enum thread_state { THREAD_READY, THREAD_BARRIER, THREAD_WARP, THREAD_EXITED };

struct thread {
    struct context context; /* where it stopped */
    bool created;
    struct uint3 idx; /* threadIdx */
    uintptr_t site;   /* the pc of the barrier or warp operation it waits at */
    uint32_t mask;    /* lanes of that warp operation... */
    uint64_t value;   /* ...and what it gives to and takes from the others */
    enum emu_collective op;
    int argument;
};

/* ---- What the hooks need at every access, one per OS thread. */
struct fast {
    uint64_t
        *log_end; /* where the running lane's log is full; NULL: nothing is logged */
#ifndef __x86_64__
    uint64_t *log_next; /* the next entry */
#endif
    uintptr_t shared_base;  /* this OS thread's thread-local segment... */
    uint8_t *shared_shadow; /* ...and its shadow */
    struct thread *thread;
    struct worker *worker;
};
extern __thread struct fast emu_fast;
/* threadIdx and its kin, of the running thread: see emu_builtin.hpp. */
extern __thread struct uint3 emu_threadIdx, emu_blockIdx;
extern __thread struct dim3 emu_blockDim, emu_gridDim;
/* Where the next entry of the log goes is kept in a register that neither kernels nor
   the emulator use for anything else: they are compiled with -ffixed-r15. In memory,
   each access would wait for the one before. */
#ifdef __x86_64__
register uint64_t *emu_log_next __asm__("r15");
#else
#define emu_log_next emu_fast.log_next
#endif

/* Whether the caller is a kernel's thread, and may be stopped. */
static inline bool emu_in_kernel(void)
{
    return emu_fast.log_end != NULL;
}
/* Until emu_go_on(), the running thread is not to be stopped: see crash.c. */
static inline uint64_t *emu_hold_on(void)
{
    uint64_t *log_end = emu_fast.log_end;
    emu_fast.log_end = NULL;
    return log_end;
}
static inline void emu_go_on(uint64_t *log_end)
{
    emu_fast.log_end = log_end;
}

/* ---- Faults, as they are found; turned into words by words.c. */
enum detail {
    DETAIL_NONE,
    DETAIL_NULL,      /* OUT_OF_BOUNDS: near address 0 */
    DETAIL_HOST,      /* OUT_OF_BOUNDS: memory of the host */
    DETAIL_VARIABLE,  /* OUT_OF_BOUNDS: past or before a __device__ variable... */
    DETAIL_READ_ONLY, /* ...or a write to one that kernels cannot write */
    DETAIL_EXITED,    /* BARRIER: the other thread, of the same warp, has ended */
    DETAIL_ELSEWHERE, /* BARRIER: the other thread waits at another one */
    DETAIL_BELOW,     /* OUT_OF_BOUNDS: before all of shared memory */
    DETAIL_WARP,      /* BARRIER: the other thread waits in a warp operation */
    DETAIL_DIVISION,  /* CRASH: by zero */
    DETAIL_STACK,     /* CRASH: it overflowed */
    DETAIL_CALL,      /* CRASH: a call that cannot be */
    DETAIL_UNDEFINED, /* CRASH: g++ has left out what comes here */
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
    bool with_atomic; /* RACE: one of the two is an atomic operation */
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
    uint32_t lanes; /* a bit each */
    uint8_t lane[WARP_SIZE];
    uint64_t offset[WARP_SIZE]; /* of a shape that says the rest, offset[0] alone is
                                   set: use emu_request_offset() */
};
static inline uint64_t emu_request_offset(const struct request *r, int i)
{
    return r->shape == SHAPE_ANY        ? r->offset[i]
           : r->shape == SHAPE_ONE_WORD ? r->offset[0]
                                        : r->offset[0] + 4 * (uint64_t)i;
}
/* Offsets of a request that are set. */
static inline int emu_request_spelled(const struct request *r)
{
    return r->shape == SHAPE_ANY ? r->n : 1;
}

/* Loads of neighbouring words that nvcc would make one; see widen.c. */
enum { CHAINS = 256, WIDENED = 4096, LOADED = 512 };
struct loaded {            /* a load that may be repeated */
    uint64_t hash;         /* of all that it is */
    uint64_t number, last; /* like a chain's */
};
struct chain {
    struct request start;
    uint64_t number; /* of the worker's when it began: else it is over */
    uint64_t last;   /* when its last word was loaded, in the worker's shared_loads */
    int words;       /* in the chain so far; 0: none */
    bool quad;       /* aligned for four of them */
    int pending;     /* wavefronts counted for words not yet merged... */
    int first_pair;  /* ...and for the first two, merged */
    struct widened *notes; /* on the place where it began */
};
struct widened {
    uintptr_t pc;
    uint32_t place;
    uint8_t phases; /* a bit for each alignment, in words modulo 4, that it had */
    bool dynamic;   /* in dynamic shared memory */
    /* Chains that began there: requests saved by 8-byte loads, and by making 16-byte
       loads of those; and the wavefronts saved. */
    int64_t pairs, quads, saved_by_pairs, saved_by_quads;
};

/* What a request to shared memory costs: the same instruction's next one often has its
   lanes as far apart, and then costs the same. See count.c. */
enum { PRICES = 64 };
struct price {
    uintptr_t pc;
    uint32_t size, lanes;
    uint64_t apart[WARP_SIZE]; /* offset[i] - offset[0] */
    int wavefronts, words;
};

/* What warp 0 did since the last barrier; see pace.c. */
enum { PACE_PLACES = 32 };
struct pace_place {
    uintptr_t pc;
    uint32_t times;
};
struct pace {
    struct pace_place place[PACE_PLACES]; /* of global loads */
    uint32_t loads, most;                 /* of them; and the most at one place */
    uint64_t line;                        /* of the last one */
    uintptr_t site;                       /* likewise, where it is in the program */
    uintptr_t copied; /* the site whose loads were last stored to shared memory */
    bool wide;        /* it was of 16 bytes */
    bool fresh;       /* since the last global store, one was of a new line */
    bool read;        /* shared memory was read... */
    bool after_reads; /* ...and then global memory */
    uint32_t copies;  /* times that shared stores followed loads, and... */
    uint32_t updates; /* ...that global stores followed fresh ones */
};

/* ---- An OS thread that runs blocks, one at a time. */
struct worker {
    int number; /* from 0 */
    struct fast *fast;
    struct context scheduler; /* back to emu_threads_run() from a thread... */
    jmp_buf abandon;          /* ...and to block.c from one that must not go on */
    uint32_t turn;            /* lanes of the running warp whose turn is to come */
    struct thread thread[MAX_THREADS];
    uint8_t state[MAX_THREADS]; /* enum thread_state of each */
    char *stacks;
    uint64_t (*log)[LOG_STRIDE]; /* a row a lane */
    uint16_t filled[WARP_SIZE];  /* entries in each row */

    uint64_t block;      /* linear index of the running block */
    uint32_t first_lane; /* linear thread index of the running warp's lane 0 */
    int votes;           /* threads whose predicate held at the last barrier... */
    int arriving;        /* ...and so far at the coming one */
    uintptr_t barrier;   /* where the first thread waits at it; 0: none yet */
    bool elsewhere;      /* another thread waits at another place */
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
    struct loaded loaded[LOADED];
    uint64_t loads; /* of shared memory, by the worker */
    struct chain chains[CHAINS];
    struct widened widened[WIDENED];
    bool wide_dynamic; /* 8 or 16 bytes of dynamic shared memory were loaded at once */
    struct price prices[PRICES];
    uint64_t shared_loads;
    uint64_t chain_number; /* counts what ends all chains... */
    uint64_t chain_began;  /* ...and shared_loads at the last of them */
    bool saw_global; /* the running warp used global memory in this log's length */
    struct cache *l1;
    struct pace pace;
    const char *stack_top;  /* thread 0's stack, from where the kernel has it... */
    uint64_t stack_bytes;   /* ...and the most that the kernel had there */
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
    uintptr_t site;     /* where the program launches it */
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

/* thread.c */
void emu_worker_prepare(struct worker *w);
/* Let these lanes of the running warp run, one after the other, each until it stops. */
void emu_threads_run(struct worker *w, uint32_t lanes);
/* Stop the running thread until its warp or block lets it go on. */
void emu_thread_wait(enum thread_state state, uintptr_t site);
/* Stop the running thread because its log is full. */
void emu_thread_pause(void);
/* The kernel has called a function, which has this frame: note how much of thread 0's
   stack lies between it and stack_top, which is the kernel's. */
static inline void emu_note_stack(const char *frame)
{
    struct worker *w = emu_fast.worker;
    uint64_t bytes = w->stack_top - frame;
    if (emu_fast.thread == w->thread && bytes > w->stack_bytes)
        w->stack_bytes = bytes;
}

/* access.c: one access; kind is the low bits of a key. For what the hooks do not see.
 */
void emu_access(const void *p, uint64_t kind, uintptr_t pc);

/* host_access.c: an access of host code. In a graded program, one to device variables,
   shared memory or the emulator's own memory ends it by emu_beyond_fence(). */
void emu_host_access(uintptr_t a);
void *emu_host_memcpy(void *to, const void *from, size_t n);
void *emu_host_memmove(void *to, const void *from, size_t n);
void *emu_host_memset(void *to, int byte, size_t n);

/* warp.c: merge what the lanes logged. `open` are the lanes that will log more before
   they stop: their missing accesses are waited for. */
void emu_warp_merge(struct worker *w, uint32_t open);

/* warp_ops.c: complete the warp operations of the running warp whose lanes have all
   arrived; `present` are its lanes. True if some lane may go on. */
bool emu_warp_ops(struct worker *w, uint32_t present);

/* device_print.c: print what the blocks of the last launch printed. */
void emu_print_all(void);

/* count.c, race.c, widen.c: what one request costs, and whether it races. */
void emu_count_global(struct worker *w, const struct request *r);
void emu_count_shared(struct worker *w, const struct request *r);
/* Passes through the banks; *words becomes how many words are touched. */
int emu_wavefronts(struct worker *w, const struct request *r, int *words);
/* How many lanes, the one called `lane` among them, shared memory serves together: the
   lanes of an aligned group of so many. */
int emu_lanes_together(const struct request *r, int lane);
/* Loads from one word to the next at most, if nvcc is to make them one. */
int emu_widen_reach(void);
/* Words that one load may have at a place with these alignments: 4, 2 or 1. */
int emu_widen_words(uint8_t phases);
/* pace.c: a request of the block's warp 0; and a barrier, or the block's end. */
void emu_pace_request(struct worker *w, const struct request *r);
void emu_pace_barrier(struct worker *w);
/* Whether every lane still has what it loads here from an earlier load. */
bool emu_widen_again(struct worker *w, const struct request *r);
void emu_widen_load(struct worker *w, const struct request *r, int wavefronts);
void emu_widen_reset(struct worker *w);
/* Before a launch, and after it: take what was saved from its counters. */
void emu_widen_forget(struct worker *w);
void emu_widen_settle(struct worker *const *workers, int n, struct counters *c);
/* trace.c: remember a request of the block that is traced; its cost is in sectors or
   wavefronts. Only while emu_trace_on. */
extern bool emu_trace_on;
void emu_trace(struct worker *w, const struct request *r, int cost);
/* trace_join.c: make one of shared loads as nvcc does, among n requests. */
struct traced {
    struct request r; /* every offset spelled; joined into another: n is 0 */
    int cost, loads;  /* how many loads were joined, 1 if none was */
    unsigned launch;
    uint32_t warp, step; /* the step-th request of its warp, from 1 */
    uint64_t epoch;
    struct worker *worker;
};
void emu_trace_join(struct traced *t, size_t n);
void emu_race_shared(struct worker *w, const struct request *r);
void emu_race_new_epoch(struct worker *w);
/* One lane at one cell of writes and one of reads: false if it races. own: the stamp
   with the thread in bits 1 to 11. */
uint64_t emu_race_stamp(const struct worker *w, const struct request *r);
bool emu_race_touch(struct worker *w, const struct request *r, int i, uint64_t own,
                    uint64_t *write, uint64_t *read);
/* Likewise, and the cells stay as they are: true if it races. */
bool emu_race_clash(struct worker *w, const struct request *r, int i, uint64_t own,
                    uint64_t write, uint64_t read);

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
    uintptr_t taken_at, freed_at; /* pcs */
    unsigned number;              /* in the order in which they were taken */
};
/* The allocation, live or freed, that holds or is nearest to `offset`; NULL if none. */
const struct allocation *emu_allocation_near(uint64_t offset);
size_t emu_allocated_bytes(void);

/* module.c: __device__ and __constant__ variables. */
struct variable {
    uintptr_t start;
    uint64_t bytes;
    enum { EMU_DEVICE, EMU_CONSTANT, EMU_CONST } in;
    char name[64];
};
enum variable_access {
    VARIABLE_NONE,      /* to no such variable */
    VARIABLE_DEVICE,    /* to a __device__ variable */
    VARIABLE_CONSTANT,  /* a read of one that kernels cannot write... */
    VARIABLE_ARRAY,     /* ...which is a __constant__ array */
    VARIABLE_READ_ONLY, /* a write of such a one */
    VARIABLE_OUTSIDE    /* past the end of one, or before its start */
};
/* What a kernel's access to size bytes at address a is. */
enum variable_access emu_variable_look(uintptr_t a, uint32_t size, bool write);
/* The variable at a, or the nearest within 1 KiB; NULL if there is none. */
const struct variable *emu_variable_near(uintptr_t a);
/* Whether they lie in one variable that is not const. */
bool emu_variable_holds(uintptr_t a, uint64_t bytes);
/* Of __device__ variables: from the address to the offset in their section, and back.
 */
uint64_t emu_variable_offset(uintptr_t a);
uintptr_t emu_variable_address(uint64_t offset);

/* shared.c */
extern uint64_t emu_shared_bytes; /* size of the segment that holds shared memory */
void emu_shared_init(void);
void emu_shared_prepare(struct worker *w);   /* once an OS thread, on that thread */
void emu_shared_new_block(struct worker *w); /* contents unset and poisoned */
void emu_shared_end_block(struct worker *w); /* note which arrays it used */
bool emu_shared_is_dynamic(uint64_t offset);
struct shared_array {
    const char *name;
    uint64_t start, bytes;
    struct emu_shape shape; /* element: 0 where it is not known */
};
/* The array that holds offset. Else the one that `line`, a line of the program, names,
   or NULL; else the nearest. False if there is none. */
bool emu_shared_array(uint64_t offset, const char *line, struct shared_array *a);
/* Bytes of shared memory a block of the last launch used. */
uint64_t emu_shared_used(void);

/* symbols.c */
extern uintptr_t emu_text;      /* first address of the program's code */
extern uintptr_t emu_read_only; /* the program's constants: string literals, tables */
extern uintptr_t emu_read_only_bytes;
void emu_symbols_init(void);
/* The pc whose low 24 bits these are. */
static inline uintptr_t emu_full_pc(uint64_t low)
{
    return emu_text + ((low - emu_text) & 0xffffff);
}
bool emu_symbols_line(uintptr_t pc, char *file, size_t size, int *line);
/* The text of a line of a file; false if it cannot be read. */
bool emu_symbols_text(const char *file, int line, char *text, int size);
/* The function that this address lies in: its start and mangled name. False if none. */
bool emu_symbols_function(uintptr_t pc, uintptr_t *start, char *name, size_t size);
/* The program's thread-local variables, by offset, and its others, by address. */
typedef void emu_symbol_visitor(const char *name, uint64_t at, uint64_t bytes);
void emu_symbols_tls(emu_symbol_visitor *visit);
void emu_symbols_objects(emu_symbol_visitor *visit);

/* fault.c */
void emu_fault_record(struct worker *w, const struct raw_fault *f); /* and go on */
_Noreturn void emu_fault_abandon(struct worker *w, const struct raw_fault *f);
/* device_calls.c: a CRASH at pc, of a thread that `does` something. */
_Noreturn void emu_stop_at(const char *does, uintptr_t pc);
/* copy_async.c: whether the last launch began asynchronous copies. */
bool emu_copy_began(void);
/* After a launch: keep its first fault, if none is kept from before, and return the
   error that the GPU would give. */
cudaError_t emu_fault_collect(struct worker *const *workers, int n);
void emu_fault_forget(void);
/* The first fault since then, as it was found. Its kind is FAULT_NONE if there is none.
 */
struct fault_place {
    struct raw_fault fault;
    unsigned launch;
    uint64_t epoch; /* of the worker that found it */
};
const struct fault_place *emu_fault_place(void);

/* remedy.c: what to look at next. */
void emu_remedy(const struct raw_fault *f, char *text, size_t size);
void emu_remedy_race(const struct raw_fault *f, char *text, size_t size);

/* words_place.c: what lies at f's offset, of which the line of source is `line`, or
   NULL; at an address in the program's variables. */
void emu_say_place(char *text, size_t size, const struct raw_fault *f,
                   const char *line);
void emu_say_variable(char *text, size_t size, uintptr_t address, uint32_t bytes);
/* words.c: from f, in the launch that has just run. */
void emu_words(const struct raw_fault *f, struct fault *out);
/* "thread (1,0)", "block (0,2)", from their linear index in that launch. */
void emu_say_thread(char *text, size_t size, uint32_t thread);
void emu_say_block(char *text, size_t size, uint64_t block);

bool emu_fault_first(struct fault *f);
/* Host code at pc touched device memory, and is about to die of it. */
void emu_fault_on_host(uintptr_t pc, uint64_t offset);

/* crash.c: signals that a kernel raises, and the one that ends an endless kernel. */
enum { SIGNAL_TIMEOUT = SIGUSR2 };
/* Where the running thread was last seen: at its last access, or where it last called
   the emulator. */
uintptr_t emu_last_seen(const struct worker *w);
/* Whether it is in the program's own code. */
bool emu_is_code(uintptr_t pc);
void emu_crash_handlers(void); /* install them, once */
void emu_crash_thread(void);   /* make this OS thread ready for them, once */

/* probe.c: this machine cannot go on, as was just said on standard error: end with
   status 2. */
_Noreturn void emu_give_up(void);

/* launch.c: what probe.h asks for. */
struct launch_settings {
    unsigned sample;  /* blocks of a grid to run; 0: all */
    double flops;     /* of each launch to come; 0: not known */
    double timeout;   /* seconds of processor time a launch may take; 0: no limit */
    bool quiet;       /* somebody asks for faults: do not print them */
    bool no_device;   /* the program is still being constructed */
    uint64_t witness; /* what turns are verified, by witness.c; 0: none */
};
extern struct launch_settings emu_settings;
extern struct counters emu_counters;  /* of all launches since the reset */
extern double emu_clock;              /* seconds on the modelled device's clock */
extern char emu_bottleneck[96];       /* of the last launch... */
extern struct occupancy emu_occupied; /* ...likewise */
extern uint64_t emu_stack_bytes;      /* as probe_stack() has it */

/* launch_config.c: what the GPU says of a launch before it runs anything; `site` is
   where the program launches. */
cudaError_t emu_launch_check(const struct emu_config *config, void (*run)(void *),
                             void *closure, const char *kernel, uintptr_t site);
/* api_function.c: bytes of dynamic shared memory that the kernel whose code holds pc
   may have. */
uint64_t emu_kernel_dynamic_limit(uintptr_t pc);

/* runtime.c */
void emu_runtime_error(cudaError_t error, bool sticky);
bool emu_runtime_stuck(void); /* a sticky error is set: nothing runs */

#endif
