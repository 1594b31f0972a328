/*
 * What the judge and the runner say to each other, over two pipes. The judge asks, the
 * runner answers; each answer is bytes that nobody trusts.
 *
 *      judge (trusted)                          runner (in the sandbox)
 *      matrix.c, check.c, remote.c  -- asks -->  serve.c, the submission, the emulator
 *                                  <- answers --
 */
#ifndef WIRE_H
#define WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "instrument.h"
#include "tile.h"

enum { WIRE_IN = 0, WIRE_OUT = 3 }; /* the runner's descriptors */

enum wire_what {
    WIRE_DEVICE, /* -> a name of WIRE_NAME bytes */
    WIRE_MALLOC, /* bytes -> address; 0: refused */
    WIRE_FREE,   /* address */
    WIRE_PUT,    /* address, bytes, and behind the request the bytes themselves */
    WIRE_GET,    /* address, bytes -> and behind the answer the bytes themselves */
    WIRE_RESET,  /* the device */
    WIRE_CALL,   /* of sgemm() -> and behind the answer a struct wire_called */
    WIRE_VALID,  /* tile -> what tile_valid() says; -1: there is none */
    WIRE_HAS     /* tile -> whether its kernel is linked in */
};

enum { WIRE_NAME = 256, WIRE_ERROR = 160 };

struct wire_request {
    int32_t what;
    uint64_t address, bytes;
    struct tile tile; /* WIRE_CALL: {0} is the kernel as it is */
    int32_t M, N, K;
    float alpha, beta;
    uint64_t A, B, C;
    uint32_t sample;       /* as instrument_sample() has it... */
    double flops, seconds; /* ...and the others */
};

/* Answers that no request asks for are bad news: */
enum { WIRE_ANSWER = 0x57495245, WIRE_FAULT = 0x46415554 };

struct wire_answer {
    uint32_t mark; /* WIRE_ANSWER; WIRE_FAULT: the host's code touched `value` */
    uint32_t failed;
    int64_t value;
};

struct wire_called {
    int32_t launch, sync;                    /* errors of CUDA... */
    char error[WIRE_NAME], text[WIRE_ERROR]; /* ...of the first that is one */
    float ms;
    int32_t has_fault;
    struct fault fault;
    struct counters counters;
    char bottleneck[WIRE_ERROR];
};

/* All n bytes, or false: the other side is gone. Interrupts are passed over. */
bool wire_read(int fd, void *p, size_t n);
bool wire_write(int fd, const void *p, size_t n);

#endif
