/* What the STEPs of a lab's kernel are for, so that advice can name them. */
#ifndef STEPS_H
#define STEPS_H

#include <stdbool.h>
#include <stddef.h>

enum step_role {
    STEP_OTHER,
    STEP_PLACE,    /* which element of C is the thread's */
    STEP_SUM,      /* its products, and the store */
    STEP_TILES,    /* As and Bs are declared */
    STEP_LOAD,     /* four elements of a matrix */
    STEP_COPY,     /* elements of A and B into As and Bs */
    STEP_MULTIPLY, /* elements of As and Bs into the sums */
    STEP_FINISH,   /* what becomes of a sum before it is stored */
    STEP_LAUNCH,   /* grid and blocks */
    STEP_MASK,     /* which scores of a softmax count */
    STEP_SOFTMAX   /* its maximum, its exponentials, and rescaling */
};

enum { STEPS = 8 };

/* The roles of STEP 1, STEP 2 and so on. */
typedef enum step_role step_roles[STEPS];

/* From now on advice is about this kernel. source: its file, or NULL; steps that it has
   no "// STEP n" for are not named. roles: NULL for none. tile: the sizes of a block's
   tiles, as the operation lists sizes; NULL if it has none. All must stay. */
void steps_of(const char *source, const step_roles *roles, const int tile[]);

/* The tile's extent along a size, by the size's index; 0 if it is not known. */
int steps_tile(int size);

/* True if the kernel has a step of one of these roles. */
bool steps_have(unsigned roles);

/* "in STEP 2: ", "in STEP 2, 3 or 4: ": those of the kernel whose role is in `roles`, a
   set of bits 1 << role; "" if there is none, or so many that it would not help.
   Returns the length. */
enum { STEPS_MOST = 4 };
int steps_say(unsigned roles, char *text, size_t size);

#endif
