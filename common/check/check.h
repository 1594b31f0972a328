/*
 * The checker: runs a kernel's functions over a lab's shapes, looks for wrong results
 * and faults, then for the lab's technique, and ends with one verdict word. A lab's
 * check.c holds only data: a struct check, entered by CHECK().
 */
#ifndef CHECK_H
#define CHECK_H

#include <stdbool.h>
#include <stdint.h>

#include "operation/operation.h"
#include "probe.h"
#include "check/steps.h"
#include "finding/verdict.h"

/* The sizes of one problem, in the operation's order: M, N, K of a product. A leading
   dimension that is 0 is the number of columns. */
typedef int check_shape[OPERATION_SIZES];

/* A call on the technique's shape that had a correct result. */
struct check_run {
    struct counters counters;
    struct array_counters array[OPERATION_ARRAYS]; /* in the operation's order */
    struct pipeline_counts pipeline; /* of one block, if the check has .pipeline */
    double remains; /* share of the results that remains if inputs are withheld on the
                       check's ways; else NaN */
    double places;  /* blocks that the modelled GPU runs at one time, if the check says
                      how many SMs it has; else NaN */
    const struct check_run *compared; /* the call on the check's other shape */
    const struct problem *problem;    /* its sizes; it has no arrays */
    double fmas; /* half of the operation's flops: work.flops / 2 */
};

/* A quantity of such a call, such as sectors per request. */
typedef double check_measure(const struct check_run *x);

/* Atomic operations count among global loads and stores; words of __constant__ arrays
   and of bulk copies count among words loaded. */
check_measure check_sectors_per_load;   /* global sectors per load request, of which one
                                           of 16 bytes per lane counts as four */
check_measure check_sectors_per_fma;    /* global sectors loaded, per FMA */
check_measure check_sectors_per_result; /* global sectors stored, per sector of the
                                           outputs */
check_measure check_global_words_per_fma;    /* 4-byte words loaded per FMA */
check_measure check_shared_words_per_fma;    /* words read from shared memory, or from
                                                other lanes by shuffles, per FMA */
check_measure check_shared_words_per_global; /* shared words that other threads have
                                                stored, loaded per global word; needs
                                                .withheld */
check_measure check_percent_in_16;           /* of global bytes, in 16-byte accesses */
check_measure check_wavefronts_per_load;  /* for 128 bytes loaded from shared memory */
check_measure check_wavefronts_per_store; /* for 128 bytes stored there */
check_measure check_launches;             /* of kernels */
check_measure check_threads_per_result;   /* launched, per 4 bytes of the outputs */
check_measure check_stored_per_result; /* global bytes stored per byte of the outputs */
check_measure check_percent_copied;    /* of a block's bytes, by copies of 16 bytes */
check_measure check_percent_ahead;     /* of its tiles, read with the next two begun */
check_measure check_barriers_per_tile; /* of a block, beside the first four */
check_measure check_distinct_words_per_fma; /* loaded from shared memory by a warp,
                                               each once between two barriers */

check_measure check_matrix_per_product; /* operations of matrix instructions per
                                           operation of the product */
check_measure check_percent_wide;       /* of them, those with 32-bit sums */
check_measure check_percent_ldmatrix;   /* of bytes loaded from shared memory */
check_measure check_wgmma_per_product;  /* as matrix operations, but by wgmma alone */
check_measure check_wgmma_e4m3;         /* the same of E4M3 alone */
check_measure check_percent_unpromoted; /* of wgmma operations of 8-bit floats, those of
                                           sums of more than 128 products */
check_measure check_percent_by_tensor; /* of bytes loaded of the inputs, those of tensor
                                          copies */

check_measure check_percent_remains; /* of the results, if half of what comes on the
                                        check's ways is withheld */

check_measure check_blocks_per_place; /* blocks launched, per block that the GPU runs at
                                         one time: the check needs .sms */
check_measure check_percent_of_both;  /* of the warps that copy asynchronously, those
                                         that multiply by matrix instructions, too */
check_measure check_percent_in_turn;  /* of the softmaxes of warpgroups, those that run
                                         while another one multiplies, in turn */

/* What a lab's own measures are made of: how often the elements of an array are loaded,
   or stored, on average, by its name: 1 if each is once. Atomic operations count
   among both. NaN if the operation has no such array. */
double check_loads_of(const struct check_run *x, const char *array);
double check_stores_of(const struct check_run *x, const char *array);
/* Loads of its elements, and of what may be a copy of them, or computed from them, per
   element: array_counters.derived_bytes. */
double check_loads_derived(const struct check_run *x, const char *array);
/* How many blocks share the loads of a column of a matrix: its loads, per load of the
   block that loads the most from it. Of the column where that is least. */
double check_readers_of(const struct check_run *x, const char *array);
/* Of the bytes that loads of an array move, in sectors, those that a lane requests, in
   percent. A byte that several lanes of a request need counts once. */
double check_percent_used(const struct check_run *x, const char *array);
/* Bytes stored, atomic operations included, to all memory but this array. */
double check_other_stored_bytes(const struct check_run *x, const char *array);
/* The bytes of an array's elements. */
double check_array_bytes(const struct check_run *x, const char *array);

enum check_relation { CHECK_AT_MOST, CHECK_AT_LEAST };

/* One rule of technique: `measure` of the technique shape must be at most, or at
   least, `limit`. NaN satisfies no rule. */
struct check_rule {
    const char *name; /* "sectors per load request" */
    check_measure *measure;
    enum check_relation relation;
    double limit;
    const char *advice; /* what to try when the rule is broken: one sentence */
};

struct check;

/* A stage of a lab's own, after the shapes: prints what it does, and leaves in *f,
   which comes in as a PASS, what it found. */
typedef void check_stage(const struct check *spec, uint64_t seed, struct finding *f);

enum { CHECK_FUNCTIONS = 4, CHECK_REPEATED = 2 };

struct check {
    const char *lab; /* the folder's name, such as "03_smem" */
    const char *functions[CHECK_FUNCTIONS + 1]; /* operations, checked in this order,
                                                   all of the same sizes; NULL ends */
    const check_shape *shapes;                  /* ends with a first size of 0 */
    check_shape tile;      /* shapes in multiples of it are aligned */
    check_shape technique; /* the shape that the rules are judged on */
    check_shape compared;  /* sizes, 0 where they are the same, of another one, with
                              which rules compare it; {0}: none */
    const struct check_rule *rules[CHECK_FUNCTIONS]; /* of each; they end with name ==
                                                        NULL */
    /* Of each: shapes on which its result must not depend on the order in which blocks
       and warps run; {0}: no more. */
    check_shape repeatable[CHECK_FUNCTIONS][CHECK_REPEATED];
    check_shape wave; /* a product whose first blocks, as many as a GPU runs at one
                         time, must read few different bytes; {0}: none */
    step_roles steps[CHECK_FUNCTIONS]; /* of each: what the STEPs of its kernel are for;
                                          STEP_OTHER if they are not this function's */
    check_shape traced; /* the problem whose trace pictures, predictions and the
                           explorer show; {0}: the usual one. Where a lab is about the
                           tiles along K, so many that most of the time is the loop's */
    check_stage *stage; /* NULL where rules are enough */
    unsigned withheld;  /* ways, a set of probe_way, on which the inputs must come into
                           the product, by a rule with check_percent_remains */
    bool pipeline;      /* rules are about asynchronous copies: watch a block */
    int sms; /* of the modelled GPU in this check, so that a small problem has
                many tiles for each; 0: as many as its profile says */
    const check_shape *large; /* if .sms: many tiles for each SM of a real GPU, where
                                 one runs the kernel. Ends as shapes does; NULL: none */
};

/* Enter a lab's check in the program's list, which the linker keeps. */
#define CHECK(name)                                                                    \
    __attribute__((section("checks"),                                                  \
                   used)) static const struct check *const name##_entry = &name

/* The check of a lab, such as "03_smem"; NULL if this program has none. */
const struct check *check_find(const char *lab);

/* Run the check of SOURCE, the kernel's file, which is named in messages and searched
   for unfilled gaps (NULL: not known), on inputs drawn from `seed`, and leave in *f,
   which comes in as a PASS, what was found first. With POINTS in the environment the
   stages behind that are tried, too (stages.h). Prints a table of what it does. Returns
   0; 2, with a line on stderr, if the machine or the call is at fault. */
int check_run(const struct check *spec, const char *source, uint64_t seed,
              struct finding *f);

/* What a stage is made of. */

/* One call. */
struct check_case {
    const struct operation *of;
    check_shape size;
    float scalar[OPERATION_SCALARS];
    bool by_array;     /* count by array, too */
    bool varied;       /* inputs of other magnitudes, and some that are 0 */
    unsigned withheld; /* ways of inputs, a set of probe_way; the results are not judged
                          then, but compared with what they would be */
    bool marked;       /* inputs as of a call that withholds some */
};

enum { CHECK_CASES = 128, CHECK_DRAWN = 12 };

/* The i-th function of a lab; NULL after the last. Exits with status 2 if this program
   does not know it. */
const struct operation *check_function(const struct check *spec, int i);

/* Every shape, up to the one whose first size is 0, with every set of scalars that the
   operation tries. Where arrays have leading dimensions, every second of a shape's
   cases has rows that are longer than their columns. Returns how many cases that makes,
   CHECK_CASES at most; exits with status 2 if it makes none. */
int check_cases(const struct operation *of, const check_shape *shapes,
                struct check_case out[]);

/* More of them, which no one can predict: four with one large size, up to 5000 as
   the tile allows, while the others are small; the rest about as large as the lab's
   tile, half of these aligned. Half have inputs of other magnitudes, half of the first
   with rows that are longer than their columns, to any number of elements or to a
   multiple of eight: drawn from DRAW in the environment, a number. Returns CHECK_DRAWN,
   or 0 where DRAW is not set: a learner's own check draws none. */
int check_drawn(const struct check *spec, const struct operation *of,
                struct check_case out[]);

/* The call that technique is judged on: on the technique's shape, with the first
   scalars that the operation tries (of sgemm, beta = 0). */
void check_technique_case(const struct check *spec, const struct operation *of,
                          struct check_case *out);
/* Another one: up to a quarter more tiles along each size that has two, and any
   scalars, drawn from DRAW. False, and the same one, where DRAW is not set. */
bool check_technique_drawn(const struct check *spec, const struct operation *of,
                           struct check_case *out);

/* Call the function on inputs drawn from `seed`, and judge every element of its
   results. A failure is in *f. Returns the largest error as a share of its bound; or of
   a case that withholds inputs, the share of the results that remains. */
double check_once(const struct check_case *c, uint64_t seed, struct finding *f);

/* True if the result of such a call, which may take `seconds`, is correct, whether or
   not there is a fault. */
bool check_right(const struct check_case *c, uint64_t seed, double seconds);

/* Make those calls of each function that has rules, and judge every rule in each. The
   first broken one goes into *f. What an output held before the call may be loaded,
   too, and is no part of what remains. */
void check_technique(const struct check *spec, uint64_t seed, struct finding *f);

/* Call each function that has a shape in `repeatable` with its blocks in several
   orders, and compare the bits of its results. A difference is a TECHNIQUE in *f. */
void check_repeatable(const struct check *spec, uint64_t seed, struct finding *f);

/* Run the first blocks of the first function, of a product, on the shape `wave`, as
   many as the modelled GPU runs at one time, each until its first results are stored,
   and judge how many rows and columns of the inputs these results need. */
void check_wave(const struct check *spec, uint64_t seed, struct finding *f);

/* Print the heading of such a call: "technique of saxpy() at n=8". */
void check_print_shape(const char *what, const struct check *spec,
                       const struct check_case *c);

/* Print one rule's line, "value at least limit ok", and add the value to f->counts. If
   the rule is broken, and *f is a PASS still, that becomes TECHNIQUE, with the rule's
   advice. */
void check_apply(const struct check_rule *r, double value, struct finding *f);

#endif
