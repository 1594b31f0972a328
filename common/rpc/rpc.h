/*
 * A device that is another process, the runner: the CUDA runtime, probe.h and
 * supervise.h of the program lab, as far as it uses them, by protocol.h.
 *
 *   state.c      the runner that is asked, and what is known of its call
 *   rpc_start.c  starts a runner, and asks it
 *   end.c        ends it, and turns its end into a verdict
 *   rpc_print.c  passes on what it prints
 *   cuda.c       the runtime
 *   call.c       calls the kernel, and keeps what came of it
 *   errors.c     the name of the last error
 *   rpc_tiles.c  calls it compiled for a tile
 *   rpc_trace.c  fetches the requests of one block
 *   supervise.c  breaks off the work when a runner has ended
 *
 * The environment has
 *
 *   RUNNER, a shell command that execs the runner; in grading inside the sandbox, which
 *   says on descriptor 4 how it ended;
 *
 *   GRADE_PLAIN, if it is set: the runner's kernel is built without hooks, and its
 *   result alone is judged;
 *
 *   WITNESS, in grading alone: the seed of probe_witness().
 */
#ifndef RPC_H
#define RPC_H

#include <setjmp.h>

#include "rpc/protocol.h"
#include "rpc/supervise_end.h"

/* The judge's connection to a runner. */
struct rpc_runner {
    const char *command; /* NULL: that of RUNNER in the environment */
    const char *tuned;   /* the tuner's cache of its kernel; NULL: that of TUNE_CACHE */
    bool of_peer;        /* it has a library's function: its faults are the machine's */
    int in, out, printed, status; /* descriptors */
    int pid;         /* of the runner, or the sandbox around it; 0: none is running */
    bool beyond;     /* the host's code reached for the emulator's memory */
    bool by_system;  /* SIGKILL ended it, which this program did not send */
    double deadline; /* of the next answer, on the clock */
    struct rpc_device device; /* name "" until it is known */
};
extern struct rpc_runner *rpc_now; /* the one that is asked */
extern struct report rpc_report;   /* what the judge knows of the call in progress */

/* From now on ask runner number i, from 0; it is started with its first request. All
   that the CUDA runtime and probe.h do here is about that one: memory, too. */
enum { RPC_MOST = 24 };
void rpc_use(int i);

/* Runner number i is started by this shell command. The path is of the tuner's cache of
   its kernel; it need not exist. The caller keeps both texts. */
void rpc_set(int i, const char *command, const char *tuned);

/* The path of the tuner's cache of the runner that is asked; NULL if there is none. */
const char *rpc_tuned(void);

/* Runner number i is FOLDER/OPERATION, the operation's first library; number i + 1 is
   FOLDER/OPERATION.LIBRARY with the second one's name, and so on. NULL ends the
   libraries. Returns how many are there, up to the first that is not. */
int rpc_set_peers(int i, const char *folder, const char *operation,
                  const char *const libraries[]);

/* Bytes of other memory to overwrite before each call, so that the caches hold nothing
   of its arrays; 0: none. */
void rpc_flush(size_t bytes);

/* Make later calls so often, back to back, after one that is not timed: the time is
   their mean. 0: once. */
void rpc_repeat(int calls);

/* Seconds on the clock, beside those of a call: for the runner, on a busy machine. */
enum { RPC_SPARE = 10 };

/* True if the kernel is built without instrumentation. */
bool rpc_plain(void);

/* Ask, and get an answer; `more` of n bytes follows the request, `back` of m bytes the
   answer. Starts a runner if there is none. Where the runner does not answer, or not
   within `seconds` on the clock, this does not return: supervise() does. */
struct rpc_answer rpc_ask(const struct rpc_request *r, const void *more, size_t n,
                          void *back, size_t m, double seconds);

/* The two halves of rpc_ask(): between them the runner works, and so may its judge. */
void rpc_send(const struct rpc_request *r, const void *more, size_t n, double seconds);
struct rpc_answer rpc_hear(void *back, size_t m);

/* What the first answer says of the device. Asks for it if need be. */
const struct rpc_device *rpc_device(void);
/* The same; NULL if no answer has come yet. Asks for nothing. */
const struct rpc_device *rpc_device_known(void);

/* An error of the device, by name: cudaGetErrorName() and its kin know it from now on.
 */
void rpc_error(const char *name, const char *text);

/* Control characters in a text become '?': what the runner says ends up in reports. Its
   last byte becomes 0. */
void rpc_clean(char *text, size_t size);

/* rpc_print.c: pass on to standard output, line by line behind "  | ", what the
   runner has printed since the last call. Does not wait for more. */
void rpc_print(void);
/* The runner has ended: print a last line that has no end. */
void rpc_print_end(void);

/* All that was passed on, without what marks its lines; valid until the next call. */
const char *rpc_printed(void);

/* Call the kernel over there: compiled for `tile`, or as it is if that is {0}. Like a
   launch, this does not wait for it: cudaGetLastError() does, and has to be the next
   request. What happened is in the CUDA runtime's errors and probe.h. */
void rpc_call(const struct tile *tile, const struct call *c);
/* True if that function is there; compiled for a tile, if that is not {0}. */
bool rpc_has(const char *function, const struct tile *tile);

/* Where supervise() goes on when a runner has ended; rpc_report has the finding. */
extern jmp_buf rpc_broken_off;

/* What the runner's end means, into rpc_report; the same of the sandbox's limits, and
   false if `how` (rpc_end()) is none of them. */
void rpc_explain(enum verdict v, const char *what, const char *remedy);
bool rpc_explain_limit(const char *how);
/* If the runner has a library's function, its end is the machine's fault: exit with 2.
 */
void rpc_stop_for_peer(const char *what);

/* The submission, not the machine, is at fault: supervise() returns, with a CRASH; with
   MEMORY. */
_Noreturn void rpc_blame(const char *what);
_Noreturn void rpc_out_of_memory(void);

/* End the runner, at once or when it has read the end of the requests, and say how
   it ended: one of sandbox.h's lines, "" if that is not known. */
void rpc_end(char *how, size_t size, bool at_once);

/* End them all; number 0 is the next that is asked. */
void rpc_end_all(bool at_once);

/* The runner has ended, or will not answer (`late`): supervise() returns. */
_Noreturn void rpc_gone(bool late);

#endif
