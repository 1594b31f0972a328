/*
 * What the runner does for the judge, one file for each kind of request: serve.c has
 * the loop and what needs a line or two, serve_call.c calls the kernel's functions,
 * serve_trace.c tells what one block asked of memory, serve_end.c sees the program's
 * end coming.
 */
#ifndef SERVE_H
#define SERVE_H

#include "runner/keeper.h"

/* An address that came from lab. */
static inline void *serve_pointer(uint64_t address)
{
    return (void *)(uintptr_t)address; // NOLINT: it came as a number
}

/* The function that a request is about; NULL if it is not linked in. */
operation_function *serve_function(const struct rpc_request *r);

/* Call it, and fill *c with what came of that. */
void serve_call(const struct rpc_request *r, struct rpc_called *c);

/* What tile_valid() says of the request's tile; -1 if the kernel has none. */
int serve_valid(const struct rpc_request *r);

/* RPC_TRACE, RPC_LIFE, RPC_TRACED (returns how many bytes there are) and RPC_SAID. */
void serve_trace(const struct job *job);
void serve_life(const struct rpc_request *r);
int64_t serve_traced(void);
void serve_said(const struct job *job);

/* serve_end.c: called before any constructor; `alone`: what will be read from files is
   to be read now. */
void serve_prepare(bool alone);

/* The kernel's code is about to run, and may take `seconds` of processor time; 0: it
   has returned. */
void serve_limit(double seconds);

#endif
