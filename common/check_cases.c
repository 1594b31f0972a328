/* The calls that a check makes; check.h states the contract. */
#include "check.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int check_cases(const struct check_shape *shapes, struct check_case out[])
{
    static const float scalars[][2] = {{1, 0}, {0.5f, 3}};
    int n = 0;

    for (const struct check_shape *s = shapes; s->M; s++)
        for (int i = 0; i < 2; i++) {
            if (n == CHECK_CASES) {
                fprintf(stderr, "a check has at most %d shapes\n", CHECK_CASES / 2);
                exit(2);
            }
            out[n++] = (struct check_case){*s, scalars[i][0], scalars[i][1]};
        }
    return n;
}

/* splitmix64 (Steele, Lea, Flood, OOPSLA 2014). */
static uint64_t next(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15;

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

/* From 1 to n. */
static int up_to(uint64_t *state, int n)
{
    return 1 + (int)(next(state) % (uint64_t)n);
}

/* Between -2 and 2, never 0, in steps of 1/256: short to print. Now and then a value
   that a kernel may treat by itself. */
static float scalar(uint64_t *state)
{
    static const float special[] = {1, -1, 0.5f, 2};

    if (next(state) % 3 == 0)
        return special[next(state) % 4];
    return (float)up_to(state, 512) / 256 * (next(state) & 1 ? 1 : -1);
}

/* Whole tiles; else of any size, and every third a row, a column or a single k. */
static struct check_shape shape(uint64_t *state, const struct check_shape *tile, int i)
{
    struct check_shape s = {up_to(state, 3), up_to(state, 3), up_to(state, 3)};

    if (i % 2 == 0) {
        s.M *= tile->M;
        s.N *= tile->N;
        s.K *= tile->K;
        return s;
    }
    s.M = up_to(state, 2 * tile->M + 5);
    s.N = up_to(state, 2 * tile->N + 5);
    s.K = up_to(state, 3 * tile->K + 5);
    if (i % 3 == 0)
        *(int *[]){&s.M, &s.N, &s.K}[up_to(state, 3) - 1] = 1;
    return s;
}

int check_drawn(const struct check *spec, struct check_case out[])
{
    const char *text = getenv("DRAW");
    uint64_t state;
    char *end;

    if (!text || !*text)
        return 0;
    state = strtoull(text, &end, 10);
    if (*end) {
        fprintf(stderr, "DRAW is '%s': give a number from 0 to 2^64 - 1\n", text);
        exit(2);
    }
    for (int i = 0; i < CHECK_DRAWN; i++) {
        out[i].shape = shape(&state, &spec->tile, i);
        out[i].alpha = scalar(&state);
        out[i].beta = i % 4 == 3 ? 0 : scalar(&state);
    }
    return CHECK_DRAWN;
}
