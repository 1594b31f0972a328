/*
 * A device that is another process: the judge's cuda_runtime.h, probe.h, tile.h
 * and supervise.h, as far as a check uses them, over wire.h. remote_start.c starts the
 * runner, remote_print.c passes on what it prints; remote_cuda.c is the runtime;
 * remote_call.c calls the kernel and keeps what came of it, for remote_kernel.c, or
 * where a lab has tiles remote_tiles.c; remote_supervise.c turns the runner's end into
 * a verdict.
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
#ifndef REMOTE_H
#define REMOTE_H

#include "rpc/protocol.h"
#include "rpc/supervise_end.h"

/* How the judge stands with a runner. */
struct remote {
    const char *command; /* NULL: that of RUNNER in the environment */
    bool of_peer;        /* it has a library's function: its faults are the machine's */
    int in, out, printed, status; /* descriptors */
    int pid;        /* of the runner, or the sandbox around it; 0: none is running */
    bool beyond;    /* the host's code reached for the emulator's memory */
    bool by_system; /* SIGKILL ended it, and nobody here sent that */
    bool mid_line;  /* the call in progress has printed: the report has a new line */
    struct wire_device device; /* name "" until it is known */
};
extern struct remote *remote;       /* the one that is asked */
extern struct report remote_report; /* what the judge knows of the call in progress */

/* From now on ask runner number i, from 0; it is started with its first request. All
   that the CUDA runtime and probe.h do here is about that one: memory, too. */
enum { REMOTE_MOST = 24 };
void remote_use(int i);

/* Runner number i is started by this shell command, which the caller keeps. */
void remote_set(int i, const char *command);

/* Runner number i is FOLDER/OPERATION. Returns false if that is not there. */
bool remote_set_peer(int i, const char *folder, const char *operation);

/* Bytes of other memory to overwrite before each call, so that the caches hold nothing
   of its arrays; 0: none. */
void remote_flush(size_t bytes);

/* Seconds on the clock, beside those of a call: for the runner, on a busy machine. */
enum { REMOTE_SPARE = 10 };

/* Whether the kernel is built without instrumentation. */
bool remote_plain(void);

/* Ask, and get an answer; `more` of n bytes follows the request, `back` of m bytes the
   answer. Starts a runner if there is none. Where the runner does not answer, or not
   within `seconds` on the clock, this does not return: supervise() does. */
struct wire_answer remote_ask(const struct wire_request *r, const void *more, size_t n,
                              void *back, size_t m, double seconds);

/* What the first answer says of the device. Asks for it if need be. */
const struct wire_device *remote_device(void);
/* The same; NULL if no answer has come yet. Asks for nothing. */
const struct wire_device *remote_device_known(void);

/* An answer tells an error: cudaGetErrorName() and its kin know it from now on. */
void remote_failed(const struct wire_answer *a);

/* Control characters in a text become '?': what the runner says ends up in reports. Its
   last byte becomes 0. */
void remote_clean(char *text, size_t size);

/* remote_print.c: pass on to standard output, line by line behind "  | ", what the
   runner has printed and nobody has read yet. It does not wait for more. */
void remote_print(void);
/* The runner has ended: print a last line that has no end. */
void remote_print_end(void);

/* All that was passed on, without what marks its lines; valid until the next call. */
const char *remote_printed(void);

/* Call the kernel over there: compiled for `tile`, or as it is if that is {0}. What
   came of it is told by the CUDA runtime and probe.h. */
void remote_call(const struct tile *tile, const struct call *c);
/* True if that function is there; compiled for a tile, if that is not {0}. */
bool remote_has(const char *function, const struct tile *tile);

/* The submission, not the machine, is at fault: supervise() returns, with a CRASH. */
_Noreturn void remote_blame(const char *what);
/* Likewise, with MEMORY. */
_Noreturn void remote_out_of_memory(void);

/* End the runner, at once or when it has seen that nobody asks any more, and tell how
   it ended: one of sandbox.h's lines, "" if that is not known. */
void remote_end(char *how, size_t size, bool at_once);

/* End them all; number 0 is the next that is asked. */
void remote_end_all(bool at_once);

/* remote_supervise.c: the runner has ended, or will not answer (`late`). */
_Noreturn void remote_gone(bool late);

#endif
