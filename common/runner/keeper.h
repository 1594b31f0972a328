/*
 * The runner's two sides. The *keeper*, so called since it keeps the channel from the
 * submission, is a thread that runs no line of the submission. It has the channel to
 * the judge. The *main thread* runs all of the submission, its static constructors too,
 * and does what the keeper hands it; it has no descriptor but standard output and
 * error, and so have the threads that it starts.
 *
 *      judge  <-- pipes -->  keeper  <-- struct job -->  main thread: serve.c, kernel
 *
 * The keeper starts before any constructor. In a program called with --alone, the main
 * thread may from then on make only the system calls of calls.c.
 */
#ifndef KEEPER_H
#define KEEPER_H

#include "rpc/protocol.h"

/* A request, and room for its answer. */
struct job {
    struct rpc_request request;
    void *data; /* the bytes behind the request, or room for those behind the answer */
    struct rpc_answer answer;
    struct rpc_device device; /* what follows the answer, by the request */
    struct rpc_called called;
    struct probe_place place;
};

/* Main thread: the constructors are done; the keeper may begin. */
void keeper_start(void);

/* Main thread: the next request. Does not return when there is none: the program ends.
 */
struct job *keeper_next(void);

/* Main thread: its answer is complete. */
void keeper_done(void);

/* Any thread, in a signal handler too: the program is about to end, and this is known
   of it. Returns when the judge has been told; at once if it has been told before. */
void keeper_last_words(const struct rpc_ended *ended);

/* Before any constructor: start the keeper, and take the descriptors from the calling
   thread; `alone`: and the system calls. Ends the program if that fails. */
void keeper_prepare(bool alone);

/* calls.c: from now on the calling thread, and those that it starts, get EPERM from all
   system calls but those that a kernel and the emulator need. Returns false if this
   system cannot filter them. */
bool calls_confine(void);

#endif
