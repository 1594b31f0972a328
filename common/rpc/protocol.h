/*
 * What the judge and the runner say to each other, over two pipes. The judge asks, the
 * runner answers; each answer is bytes that nobody trusts.
 *
 *      judge (trusted)                          runner (linked with somebody's kernel)
 *      check.c, remote_*.c         -- asks -->  keeper.c, serve.c, the kernel, the
 * device
 *                                  <- answers --
 */
#ifndef WIRE_H
#define WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "operation/call.h"
#include "probe.h"
#include "tile.h"

enum { WIRE_IN = 0, WIRE_OUT = 3 }; /* the runner's descriptors when it starts */

enum wire_what {
    WIRE_DEVICE, /* -> and behind the answer a struct wire_device */
    WIRE_MALLOC, /* bytes -> address; 0: refused */
    WIRE_FREE,   /* address */
    WIRE_PUT,    /* address, bytes, and behind the request the bytes themselves */
    WIRE_GET,    /* address, bytes -> and behind the answer the bytes themselves */
    WIRE_RESET,  /* the device */
    WIRE_CALL,   /* of the function -> and behind the answer a struct wire_called */
    WIRE_VALID,  /* tile -> what tile_valid() says; -1: there is none */
    WIRE_HAS,    /* function, tile -> 1 if it is linked in, compiled for the tile */
    WIRE_WRITER, /* address -> and behind the answer a struct probe_place */
    WIRE_LAUNCH, /* -> likewise, of the last launch; value: 1 if it is known */
    WIRE_COPY,   /* bytes from address to array[0], both device memory */
    WIRE_TRACE,  /* and behind the request struct wire_matrix, bytes in all: from now on
                    remember the requests of one block */
    WIRE_TRACED, /* what was remembered, as text -> how many bytes it has */
    WIRE_SAID    /* bytes -> and behind the answer that many of this text */
};

enum { WIRE_FUNCTION = 48, WIRE_NAME = 256, WIRE_TEXT = 160 };

struct wire_request {
    int32_t what;
    uint64_t address, bytes;
    char function[WIRE_FUNCTION]; /* an operation's name */
    struct tile tile;             /* {0} is the kernel as it is */
    int32_t size[OPERATION_SIZES];
    float scalar[OPERATION_SCALARS];
    uint64_t array[OPERATION_ARRAYS]; /* addresses */
    uint32_t sample;                  /* as probe_sample() has it... */
    double flops, seconds;            /* ...and the others */
    uint64_t witness;                 /* as probe_witness() has it */
    uint64_t flush; /* bytes of other memory to overwrite just before the call */
};

/* The first word of all that the runner says. */
enum {
    WIRE_ANSWER = 0x57495245,
    WIRE_ENDED = 0x454e4445, /* a struct wire_ended follows, and no more */
    WIRE_BROKEN = 0x42524f4b /* this machine cannot run it: `text` says why */
};

struct wire_answer {
    uint32_t mark;
    int32_t failed; /* an error of CUDA, and its name and words */
    char error[WIRE_NAME], text[WIRE_TEXT];
    int64_t value;
};

struct wire_device {
    char name[WIRE_NAME], source[16]; /* as probe_source() has it */
    int32_t available;                /* probe_available() */
    int32_t sm_khz, memory_khz;       /* the highest clocks; 0: not known */
    int32_t driver, runtime;          /* versions, as CUDA numbers them */
    int64_t l2_bytes;
};

/* As probe_trace() takes it. */
struct wire_matrix {
    char name[16];
    uint64_t start;
    int32_t rows, cols;
};

/* The program is about to end inside the submission's host code. */
struct wire_ended {
    uint64_t address; /* that a SIGSEGV or SIGBUS is about, else 0 */
    char file[WIRE_NAME];
    int32_t line;    /* of that code; 0: not known */
    int32_t beyond;  /* host code reached for the emulator's own memory */
    int32_t machine; /* it is this machine's fault, and was told on standard error */
};

struct wire_called {
    int32_t launch, sync;                   /* errors of CUDA... */
    char error[WIRE_NAME], text[WIRE_TEXT]; /* ...of the first that is one */
    float ms;
    int32_t has_fault, was_refused;
    struct fault fault, refused;
    struct counters counters;
    uint64_t stack_bytes;
    char bottleneck[WIRE_TEXT];
    int32_t has_occupancy;
    struct occupancy occupancy; /* its limit is... */
    char limit[32];
};

/* All n bytes, or false: the other side is gone. Interrupts are passed over. */
bool wire_read(int fd, void *p, size_t n);
bool wire_write(int fd, const void *p, size_t n);

#endif
