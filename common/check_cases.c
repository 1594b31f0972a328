/* The calls that a check makes; check.h states the contract. */
#include "check.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "matrix.h"

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

/* A stream of random numbers, and how many of them were drawn. */
struct stream {
    uint64_t seed, drawn;
};

static uint64_t next(struct stream *s)
{
    return matrix_random(s->seed, s->drawn++);
}

/* From 1 to n. */
static int up_to(struct stream *from, int n)
{
    return 1 + (int)(next(from) % (uint64_t)n);
}

/* Between -2 and 2, never 0, in steps of 1/256: short to print. */
static float scalar(struct stream *from)
{
    return (float)up_to(from, 512) / 256 * (next(from) & 1 ? 1 : -1);
}

/* Whole tiles; else of any size, and every third a row, a column or a single k. */
static struct check_shape shape(struct stream *from, const struct check_shape *tile,
                                int i)
{
    struct check_shape s = {up_to(from, 3), up_to(from, 3), up_to(from, 3)};

    if (i % 2 == 0) {
        s.M *= tile->M;
        s.N *= tile->N;
        s.K *= tile->K;
        return s;
    }
    s.M = up_to(from, 2 * tile->M + 5);
    s.N = up_to(from, 2 * tile->N + 5);
    s.K = up_to(from, 3 * tile->K + 5);
    if (i % 3 == 0)
        *(int *[]){&s.M, &s.N, &s.K}[up_to(from, 3) - 1] = 1;
    return s;
}

/* Scalars that a kernel may treat by themselves: each is the alpha of one case, and the
   beta of another. With an alpha of 0 comes any beta: C * 1 would hide a kernel that
   leaves C alone. */
static void set_special(struct stream *from, struct check_case out[CHECK_DRAWN])
{
    static const float special[] = {0, 1, -1, 0.5f, 2};
    const int alphas = up_to(from, CHECK_DRAWN), others = CHECK_DRAWN - 1;
    const int betas = up_to(from, others);

    for (int i = 0; i < (int)(sizeof special / sizeof *special); i++) {
        out[(alphas + i) % CHECK_DRAWN].alpha = special[i];
        out[(alphas + 1 + (betas + 3 * i) % others) % CHECK_DRAWN].beta = special[i];
    }
}

int check_drawn(const struct check *spec, struct check_case out[])
{
    const char *text = getenv("DRAW");
    struct stream from = {0, 0};
    char *end;

    if (!text || !*text)
        return 0;
    from.seed = strtoull(text, &end, 10);
    if (*end) {
        fprintf(stderr, "DRAW is '%s': give a number from 0 to 2^64 - 1\n", text);
        exit(2);
    }
    for (int i = 0; i < CHECK_DRAWN; i++)
        out[i] = (struct check_case){shape(&from, &spec->tile, i), scalar(&from),
                                     scalar(&from)};
    set_special(&from, out);
    return CHECK_DRAWN;
}
