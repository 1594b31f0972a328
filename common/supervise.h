/*
 * Running somebody's sgemm() where it can do no harm: in a child process, which may
 * crash, hang or exit without taking the verdict with it.
 */
#ifndef SUPERVISE_H
#define SUPERVISE_H

#include <stddef.h>

#include "operation/operation.h"
#include "verdict.h"

/* What the child does: work, and leave what it found in *f. CUDA must be touched in
   here alone, since it does not survive fork(). */
typedef void supervise_work(void *arg, struct finding *f);

/*
 * Run work(arg, f) in a child process; standard output is the child's until it ends.
 * Returns 0 if work() came to its end, and *f is what it left; 1 if it was cut short by
 * a call of sgemm(), and *f says how: CRASH for a signal or an exit(), OUT_OF_BOUNDS
 * for device memory touched on the host, TIMEOUT for a call past its limit; 2 if the
 * machine or the harness failed, with a line on stderr.
 */
int supervise(supervise_work *work, void *arg, struct finding *f);

/* In the child, before a call: where n arrays lie in device memory, so that a call
   which touches one of them on the host is known as OUT_OF_BOUNDS. */
enum { SUPERVISE_ARRAYS = OPERATION_ARRAYS, SUPERVISE_NAME = 16 };
struct supervise_array {
    char name[SUPERVISE_NAME];
    const char *start;
    size_t bytes, each; /* each: of an element */
};
void supervise_arrays(const struct supervise_array arrays[], int n);

/*
 * In the child, around each call of sgemm(): `call` is how messages name it. The
 * calling thread may use `seconds` of processor time, so that a loaded machine raises
 * no false alarm, and eight times as much may pass on the clock, for what waits without
 * working. Until the next call thirty times as much may pass: a child that stands still
 * after a call is a CRASH, unless it had found something already.
 */
void supervise_enter(const char *call, double seconds);
void supervise_leave(void);

#endif
