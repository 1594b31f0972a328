/*
 * Which products a wrong result is made of: the kernel is called again, on inputs for
 * which some mistakes change nothing. Where all elements of A are alike, it does not
 * matter which of them is read; where a single k has elements that are not 0, and those
 * are numbered, the result tells which of them it was.
 */
#ifndef WRONG_PROBE_H
#define WRONG_PROBE_H

#include "diagnose/product.h"
#include "trial/trial.h"

/* An element of the output whose product with one k is made of another line: of row
   `got` of left in place of row `expected`, say. */
struct probe_example {
    size_t row, col;
    size_t expected, got;
};

/* How often the products of a range of k are in an element. */
struct probe_range {
    size_t from, to; /* k from `from` to `to` */
    double times;
};

enum { PROBE_EXAMPLES = 2, PROBE_RANGES = 16 };

struct wrong_probe {
    struct product of;
    bool rest;        /* with the product alone the result is correct; no other member
                         counts then */
    bool count;       /* all factors are 1: the sums have not K products each */
    size_t row, col;  /* the first such element; below, the element of `range` */
    double products;  /* how many it has, if that is a whole number */
    bool left_lines;  /* left differs by its rows, right is 1 */
    bool left_k;      /* left differs by k, right is 1 */
    bool right_k;     /* left is 1, right differs by k */
    bool right_lines; /* left is 1, right differs by its columns */
    bool pairs;       /* both differ by k */

    /* More of the first member that is true, where it is known. */
    struct probe_example example[PROBE_EXAMPLES]; /* of lines, or of k in pairs */
    int examples;
    bool of_left; /* the examples are of left; else of right */
    struct probe_range range[PROBE_RANGES]; /* of count, left_k and right_k */
    int ranges;
};

/* Each member of *p, for this output of the trial: which numbers are wrong then, what
   is NaN left aside. The later ones are tried only where `count` is right. Spoils the
   trial's inputs. Returns false if the output is no sum of products, or if a call ends
   with a fault; after a fault do nothing more with the trial but close it. */
bool wrong_probe(struct trial *t, int array, operation_function *fn, double seconds,
                 struct wrong_probe *p);

#endif
