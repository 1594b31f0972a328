/* How long a learner's functions may take, in seconds of processor time. */
#ifndef TIME_LIMITS_H
#define TIME_LIMITS_H

enum {
#ifdef __wasm__ /* which is slower */
    TIME_LIMIT_CALL = 10,
#else
    TIME_LIMIT_CALL = 4, /* one call of a kernel's function */
#endif
    TIME_LIMIT_TILE_VALID = 2 /* one call of tile_valid() */
};

#endif
