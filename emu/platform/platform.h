/*
 * What the emulator takes from the system, and nothing else does: fibres, pages of
 * memory, a crew of workers, and the places of calls. platform/linux has one side of
 * it, platform/wasm the other.
 */
#ifndef EMU_PLATFORM_H
#define EMU_PLATFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef __wasm__
#include <semaphore.h>
#ifndef __x86_64__
#include <ucontext.h>
#endif
#endif

/* ---- Where the emulator was called: a pc, which emu_symbols_line() turns into a file
   and a line. On WebAssembly, which has no return addresses, the program stores before
   the call where its place is in the table of places (assembler/ir_parts.c); a pc
   counts from the table's start on, wherever the program's data put that. */
#ifdef __wasm__
enum { EMU_FIRST_PLACE = 1 << 20 }; /* no function's number is that large */
extern uint32_t emu_site_now;       /* 0: no place */
extern const char __start_emu_sites[] __attribute__((weak));
#define EMU_CALLER()                                                                   \
    (emu_site_now                                                                      \
         ? (uintptr_t)emu_site_now - (uintptr_t)__start_emu_sites + EMU_FIRST_PLACE    \
         : 0)
#else
#define EMU_CALLER() ((uintptr_t)__builtin_return_address(0))
#endif

/* A variable of which each worker has its own. Its name begins with emu_: else it is a
   shared array of the kernels. */
#ifdef __wasm__
#define EMU_OWN __attribute__((section("emu_own")))
#else
#define EMU_OWN __thread
#endif

/* ---- Fibres: each has its own stack, and a call switches from one to another. */

/* Where a fibre stopped. */
struct context {
#if defined(__wasm__)
    char *stack;     /* of its variables that have addresses */
    uint32_t number; /* of the engine's stack; 0: it has none yet */
    void (*main)(void);
#elif defined(__x86_64__)
    void *stack; /* its registers are saved on top */
#else
    ucontext_t registers;
#endif
};

/* Prepare `c` to start main(), which never returns, on the stack of `bytes` bytes that
   begins at `stack`. */
void emu_context_new(struct context *c, char *stack, size_t bytes, void (*main)(void));

/* Stop here, saved in `from`, and resume where `to` stopped. */
void emu_context_switch(struct context *from, struct context *to);

/* A stopped fibre will not be resumed. */
#ifdef __wasm__
void emu_context_end(struct context *c);
#else
static inline void emu_context_end(struct context *c)
{
    (void)c;
}
#endif

/* The lowest stack address in use by a stopped fibre. */
static inline char *emu_context_stack(const struct context *c)
{
#if defined(__wasm__) || defined(__x86_64__)
    return (char *)c->stack;
#else
    return (char *)c->registers.uc_mcontext.sp;
#endif
}

/* Prefetch the top of its stack before it resumes: with a thousand stacks, it is
   rarely in the cache. */
static inline void emu_context_prefetch(const struct context *c)
{
#ifdef __x86_64__
    enum { NEAR = 320, LINE = 64 }; /* bytes: a kernel's frame and the hooks' */
    for (int at = 0; at < NEAR; at += LINE)
        __builtin_prefetch((const char *)c->stack + at, 1);
#else
    __builtin_prefetch(c, 1);
#endif
}

/* ---- Pages: reserved addresses, zero at first. */

/* NULL if there is no room. Unless they are open, an access to them is a fault. */
void *emu_pages_reserve(size_t bytes, bool open);
/* used: the rest of the bytes was never written. */
void emu_pages_free(void *start, size_t bytes, size_t used);
enum pages { PAGES_CLOSED, PAGES_READ, PAGES_OPEN };
void emu_pages_allow(void *start, size_t bytes, enum pages access);
/* Give the memory back to the system: the pages are zero again. */
void emu_pages_drop(void *start, size_t bytes);
/* True if there is memory at the address. */
bool emu_pages_exist(uintptr_t address);
/* Forbid access to the lowest page of a stack for good. */
void emu_pages_guard(void *page);

/* ---- Workers: OS threads on Linux; on WebAssembly, fibres that take turns. */

/* Cores that this process may use. */
int emu_cores(void);
/* Let there be n workers; each new one calls prepare() first. Gives up if there cannot
   be so many. */
void emu_crew_grow(int n, void (*prepare)(int worker));
/* The first n workers call run(); returns when all have. Meanwhile it calls look(n)
   every so many seconds as that has returned, look(0) before, unless nothing can
   interrupt a worker. */
void emu_crew_run(int n, void (*run)(int worker), double (*look)(int n));
/* The worker's processor time. */
double emu_crew_seconds(int worker);
/* Send it a signal. */
void emu_crew_signal(int worker, int signal);

/* A worker's turn, which another one gives. */
struct turn {
#ifdef __wasm__
    unsigned given;
#else
    sem_t given;
#endif
};
void emu_turn_reset(struct turn *t);
void emu_turn_give(struct turn *t);
void emu_turn_await(struct turn *t);

/* The shared arrays of the blocks that the calling worker runs. */
struct segment {
    void *start;
    uint64_t bytes;
};
struct segment emu_shared_segment(void);

/* ---- The program, by its symbol table and debug information. */

/* Read them. Gives up if the program has more code than a pc of 24 bits can tell. */
void emu_program_read(void);
/* True if the address is in the program's own code; in its constants. */
bool emu_is_code(uintptr_t pc);
bool emu_is_read_only(uintptr_t address);
/* The pc whose low 24 bits these are. */
static inline uintptr_t emu_full_pc(uint64_t low)
{
#ifdef __wasm__
    return (uintptr_t)(low & 0xffffff);
#else
    extern char __executable_start[];
    const uintptr_t text = (uintptr_t)__executable_start;
    return text + ((low - text) & 0xffffff);
#endif
}
/* Calls visit() for the function at pc, then for those into which it was inlined, until
   it returns another value than 0. A file or a function may be NULL. */
typedef int emu_place_visitor(void *data, uintptr_t pc, const char *file, int line,
                              const char *function);
void emu_place_find(uintptr_t pc, emu_place_visitor *visit, void *data);

/* The return addresses of the calls in progress, the innermost first, of which the
   first n are stored: how many there are. */
int emu_place_calls(void **frames, int n);

/* The function that contains this address: its start and mangled name. False if
   none. */
bool emu_program_function(uintptr_t pc, uintptr_t *start, char *name, size_t size);
/* The bytes of a thread's frame that say how many registers it needs: of the kernel
   that has this pc, which used so many of its stack. */
uint64_t emu_program_frame(uintptr_t kernel, uint64_t used);

/* The program's shared arrays, by offset, and its other variables, by address. */
typedef void emu_symbol_visitor(const char *name, uint64_t at, uint64_t bytes);
void emu_program_shared(emu_symbol_visitor *visit);
void emu_program_objects(emu_symbol_visitor *visit);

#endif
