/*
 * What the judge and the runner say to each other, over two pipes. The judge asks, the
 * runner answers; the answers are bytes that the judge does not trust.
 *
 *      judge (trusted)                      runner (linked with a kernel)
 *      common/rpc: call.c       -- asks -->      common/runner: keeper.c, serve.c;
 *                               <-- answers --   the kernel, the device
 */
#ifndef PROTOCOL_H
#define PROTOCOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "call/call.h"
#include "probe.h"
#include "tile.h"

enum { RPC_IN = 0, RPC_OUT = 3 }; /* the runner's descriptors when it starts */

enum rpc_what {
    RPC_DEVICE, /* -> and behind the answer a struct rpc_device */
    RPC_MALLOC, /* bytes -> address; 0: refused */
    RPC_FREE,   /* address */
    RPC_PUT,    /* address, bytes, and behind the request the bytes themselves */
    RPC_GET,    /* address, bytes -> and behind the answer the bytes themselves */
    RPC_RESET,  /* the device */
    RPC_CALL,   /* of the function -> and behind the answer a struct rpc_called */
    RPC_VALID,  /* tile -> what tile_valid() says; -1: there is none */
    RPC_HAS,    /* function, tile -> 1 if it is linked in, compiled for the tile */
    RPC_WRITER, /* address -> and behind the answer a struct probe_place */
    RPC_LAUNCH, /* -> a struct probe_place of the last launch; value: 1 if it is known
                 */
    RPC_COPY,   /* bytes from address to array[0], both device memory */
    RPC_TRACE,  /* and behind the request struct rpc_matrix, bytes in all: from now on
                    remember the requests of one block */
    RPC_LIFE,   /* of a trace, of the block size[0], size[1], size[2]; -1: in the middle
                 */
    RPC_TRACED, /* what was remembered, as text -> how many bytes it has */
    RPC_SAID    /* bytes -> and behind the answer that many of this text */
};

enum { RPC_FUNCTION = 48, RPC_NAME = 256, RPC_TEXT = 160 };

struct rpc_request {
    int32_t what;
    uint64_t address, bytes;
    char function[RPC_FUNCTION]; /* an operation's name */
    struct tile tile;            /* {0} is the kernel as it is */
    int32_t size[OPERATION_SIZES];
    float scalar[OPERATION_SCALARS];
    uint64_t array[OPERATION_ARRAYS]; /* addresses */
    uint32_t sample;                  /* as probe_sample() has it... */
    uint32_t wave;                    /* ...probe_wave()... */
    uint32_t by_array;                /* how many arrays probe_arrays() is given... */
    uint32_t width[OPERATION_ARRAYS]; /* ...and their widths */
    uint64_t order;                   /* ...probe_order()... */
    uint32_t sms;                     /* ...probe_sms()... */
    uint64_t pipeline_seed;           /* ...probe_pipeline()... */
    uint32_t pipeline;
    uint32_t withheld; /* ...probe_withhold()... */
    int32_t withheld_bytes;
    uint64_t withheld_seed;
    double flops, seconds; /* ...and the others */
    uint64_t witness;      /* as probe_witness() has it */
    uint32_t timed;        /* 0: how long it takes is not asked, and not modelled */
    uint64_t flush;        /* bytes of other memory to overwrite just before the call */
    uint32_t repeat; /* calls back to back, of which the time is the mean, after one
                        that is not timed; 0: one call */
};

/* The first word of all that the runner says. */
enum {
    RPC_ANSWER = 0x57495245,
    RPC_ENDED = 0x454e4445, /* a struct rpc_ended follows, and no more */
    RPC_BROKEN = 0x42524f4b /* this machine cannot run it: `text` says why */
};

struct rpc_answer {
    uint32_t mark;
    int32_t failed; /* an error of CUDA, and its name and words */
    char error[RPC_NAME], text[RPC_TEXT];
    int64_t value;
};

struct rpc_device {
    char name[RPC_NAME], source[16]; /* as probe_source() has it */
    int32_t available;               /* probe_available() */
    int32_t sm_khz, memory_khz;      /* the highest clocks; 0: not known */
    int32_t driver, runtime;         /* versions, as CUDA numbers them */
    int64_t l2_bytes;
};

/* As probe_trace() takes it. */
struct rpc_matrix {
    char name[16];
    uint64_t start;
    int32_t rows, cols, element;
};

/* The program is about to end inside the submission's host code. */
struct rpc_ended {
    uint64_t address; /* that a SIGSEGV or SIGBUS is about, else 0 */
    char file[RPC_NAME];
    int32_t line;    /* of that code; 0: not known */
    int32_t beyond;  /* host code reached for the emulator's own memory */
    int32_t machine; /* the machine is at fault; standard error says why */
};

struct rpc_called {
    int32_t launch, sync;                 /* errors of CUDA... */
    char error[RPC_NAME], text[RPC_TEXT]; /* ...of the first that is one */
    float ms;
    int32_t has_fault, was_refused;
    struct fault fault, refused;
    struct counters counters;
    struct array_counters array[OPERATION_ARRAYS]; /* as far as they were counted */
    struct pipeline_counts pipeline;
    uint64_t stack_bytes;
    char bottleneck[RPC_TEXT], time[PROBE_TIME];
    int32_t has_occupancy;
    struct occupancy occupancy; /* its limit is... */
    char limit[32];
};

/* All n bytes, or false: the other side is gone. Interrupts are passed over. */
bool rpc_read(int fd, void *p, size_t n);
bool rpc_write(int fd, const void *p, size_t n);

#endif
