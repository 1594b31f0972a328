/*
 * An operation: a function that kernels implement, as data. The harness knows no
 * function's arguments. It makes the arrays that an operation lists, calls, compares
 * each output with the reference within its bound, and words what it finds, all by this
 * struct. One file an operation: sgemm.c is the longest, saxpy.c the one to copy.
 */
#ifndef OPERATION_H
#define OPERATION_H

#include <stdbool.h>
#include <stddef.h>

#include "call/call.h"
#include "element/element.h"

/* A call's sizes and scalars, and what its arrays hold before it, in host memory. */
struct problem {
    const struct operation *of;
    int size[OPERATION_SIZES];
    float scalar[OPERATION_SCALARS];
    void *array[OPERATION_ARRAYS];
};

enum use { USE_IN, USE_OUT, USE_IN_OUT };

/* For rows or columns, in place of the index of a size. A vector has one row. EXTENT(i)
   is what the operation's extent[i]() makes of the sizes. */
enum { ONE = -1, CONTIGUOUS = -2 };
#define EXTENT(i) (OPERATION_SIZES + (i))

/* Row-major; element (row, col) is array[row * ld + col]. Of an array of three
   dimensions, such as heads x N x d, the rows are those of all heads, one after the
   other: an extent. */
struct operation_array {
    const char *name; /* NULL ends the list */
    enum element type;
    enum use use;
    int rows, cols; /* indices of sizes, ONE, or EXTENT() */
    int ld; /* the index of a size, or CONTIGUOUS: ld is the number of columns */
    const char *element; /* how a kernel indexes it: "row * K + k"... */
    const char *inside;  /* ...and where that is inside: "row < M and k < K" */
};

/* What one call computes, and what it must move at least. */
struct work {
    double flops, bytes; /* an FMA is two operations */
};

/* Words for wrong results of this operation. */
struct operation_advice {
    const char *indices; /* a sentence: what to look at in general */
    const char *writers; /* a sentence, where elements were never written */
    const char *reads;   /* a sentence, where an output is read that holds nothing */
};

/*
 * An output as sums of products: its element (row, col) is the sum, over k, of element
 * (row, k) of `left` times element (k, col) of `right`, and what finish() makes of it.
 * What diagnosis needs to say which products a wrong result is made of.
 */
struct operation_product {
    int output, left, right;    /* arrays; left may be NO_FACTOR: 1 */
    bool left_down, right_down; /* k selects the array's row; else its column */
    const char *k;              /* its name */
    /* An element of left or right as it is multiplied, by its row and column there.
       NULL: as it is held. */
    double (*factor)(const struct problem *p, int array, size_t row, size_t col);
    /* An element of the output, of its sum. NULL: the sum itself. */
    double (*finish)(const struct problem *p, size_t row, size_t col, double sum);
    bool several; /* it is made of several sums: finish() does not say how */
    /* Set what else enters the result so that the output is the sum itself. NULL: it
       is. Then `rest` says what was changed, "with beta = 0", and `rest_advice` what to
       look at if the result is correct then. */
    bool (*alone)(struct problem *p); /* false: nothing was to be changed */
    const char *rest, *rest_advice;
};

enum { NO_FACTOR = -1 };
enum { OPERATION_PEERS = 3, OPERATION_EXTENTS = 4, OPERATION_PRODUCTS = 4 };

struct explanation;
struct matrix_diff;
struct wrong_elements;

struct operation {
    const char *name;    /* the function: "sgemm" */
    const char *header;  /* that declares it: "sgemm.h" */
    const char *formula; /* "C = alpha*A*B + beta*C", with the scalars' names */
    const char *size[OPERATION_SIZES + 1];     /* their names; NULL ends */
    const char *scalar[OPERATION_SCALARS + 1]; /* their names; NULL ends */
    const float (*tried)[OPERATION_SCALARS];   /* values of the scalars to check with */
    int n_tried;                               /* at least 1 */
    struct operation_array array[OPERATION_ARRAYS + 1];
    /* Extents that are no sizes: half of dr, or heads * N. */
    int (*extent[OPERATION_EXTENTS])(const int size[]);
    int ld_unit; /* leading dimensions are multiples of this many elements; 0: of 1 */
    int unit[OPERATION_SIZES];      /* sizes are multiples of these; 0: of 1 */
    int choice[OPERATION_SIZES][2]; /* sizes that have one of two values; {0}: any */
    int usual[OPERATION_SIZES];     /* what a size is where all others are N; 0: N */
    bool positive;                  /* scalars are greater than 0 */
    struct operation_advice advice;
    bool whole; /* an output is a sum over the parts of many blocks: a sample of the
                   blocks makes nothing of it */

    /* Libraries that have the function, such as "cuBLAS": that of peer_NAME.cu, which
       results are compared with, then those of peer_NAME.LIBRARY.cu. Speeds are
       compared with the last one that is there. NULL ends. */
    const char *peer[OPERATION_PEERS + 1];

    /* Of an input: true if every element takes part in the result, so that some kernel
       must read it. Of an output: true if the function may read what it holds before
       the call; else it is poisoned. NULL: true. Of USE_OUT it is not asked: that is
       always poisoned. */
    bool (*reads)(const struct problem *p, int array);

    /* Make the inputs, which were drawn from [-1, 1), what the function may expect: the
       result of a relu has no negative elements. NULL: they are. */
    void (*prepare)(struct problem *p);

    /* Of an output: each element in float64, row by row without what lies between cols
       and ld, and how far from it a correct result may lie. docs/tolerance.md derives
       the bounds. What reads() denies of an output is NaN here too: do not multiply it
       by 0. NULL: by element(). */
    void (*reference)(const struct problem *p, int array, double *ref, double *bound);
    /* The same for one element. NULL: only small problems are possible, and there is a
       reference(). */
    void (*element)(const struct problem *p, int array, size_t row, size_t col,
                    double *ref, double *bound);
    bool by_rows; /* it takes element() as long as the whole row */
    /* A number above the magnitude of every correct element, for inputs in [-1, 1].
       NULL: not known. */
    double (*largest)(const struct problem *p, int array);
    struct work (*work)(const struct problem *p);
    /* Compare every element of an output with another correct result, such as the
       peer's: `ref` in the answer is its element. They may differ by both results'
       bounds. NULL: element() alone decides. */
    struct matrix_diff (*agree)(const struct problem *p, int array, const void *got,
                                const void *other);

    /* What is wrong, by the values, of mistakes that this operation alone allows: see
       explain.h. NULL: there are none. */
    bool (*explain)(const struct wrong_elements *w, struct explanation *e);
    /* The outputs that are sums of products; they end with left == right. */
    struct operation_product product[OPERATION_PRODUCTS + 1];
};

/* The value of an array's `rows` or `cols`. */
int operation_extent(const struct operation *o, int index, const int size[]);

/* The operation of that name in this program; NULL if there is none. Those that are
   linked in count: see OPERATION. */
const struct operation *operation_find(const char *name);

/*
 * What calls the kernel. The linker chooses: call/here.c the kernel that is linked
 * into this program; tune/pick.c that of the runner that is asked, with the tile that
 * has won.
 */
operation_function *operation_kernel(const struct operation *o);
/* True if the kernel has the operation's function. */
bool operation_here(const struct operation *o);

/* Enter an operation in the program's list, which the linker keeps. */
#define OPERATION(name)                                                                \
    __attribute__((section("operations"),                                              \
                   used)) static const struct operation *const name##_entry = &name

/* Billions per second, of so many in `ms` milliseconds: GFLOP/s, or GB/s of bytes. */
double operation_rate(double count, double ms);

/* The index of a size by its name; -1 if it has none of that name. */
int operation_size_index(const struct operation *o, const char *name);

#endif
