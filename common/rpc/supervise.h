/*
 * Running an untrusted function where it can do no harm: in a separate process, the
 * runner, which may crash, hang or exit without taking the verdict with it. In a
 * program that has no runner (unsupervised.c) the marks around calls do nothing.
 */
#ifndef SUPERVISE_H
#define SUPERVISE_H

#include <stddef.h>

#include "operation/operation.h"
#include "finding/verdict.h"

/* Work that calls the kernel, and leaves what it found in *f. */
typedef void supervise_work(void *arg, struct finding *f);

/*
 * Run work(arg, f); the runner is started with its first call. Returns 0 if work() came
 * to its end, and *f is what it left; 1 if it was cut short by the runner's end, and *f
 * says how: CRASH for a signal or an exit(), OUT_OF_BOUNDS for device memory touched on
 * the host, TIMEOUT for a call past its limit. What work() had allocated is lost then.
 * Exits with status 2, and a line on stderr, if the machine or the harness failed.
 */
int supervise(supervise_work *work, void *arg, struct finding *f);

/* End the runner: the next call is made in a new process, so that nothing is left of
   the calls before, in the kernel's memory or on the device. Not while arrays are
   there. */
void supervise_renew(void);

/* Before a call: where n arrays lie in device memory, so that a call
   which touches one of them on the host is known as OUT_OF_BOUNDS. */
enum { SUPERVISE_ARRAYS = OPERATION_ARRAYS, SUPERVISE_NAME = 16 };
struct supervise_array {
    char name[SUPERVISE_NAME];
    const char *start;
    size_t bytes, each; /* each: of an element */
};
void supervise_arrays(const struct supervise_array arrays[], int n);

/*
 * Around each call: `call` is how messages name it. The runner's main thread may use
 * `seconds` of processor time, so that a loaded machine raises no false alarm, and
 * eight times as much may pass on the clock, for what waits without working.
 */
void supervise_enter(const char *call, double seconds);
void supervise_leave(void);

/* Within a call: its function, sizes and scalars, for the record. */
void supervise_numbers(const char *function, const struct finding_numbers *numbers);

#endif
