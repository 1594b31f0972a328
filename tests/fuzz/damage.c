/* Programs with random damage; damage.h states the contract. */
#define _GNU_SOURCE /* memmem */
#include "damage.h"

#include <stdlib.h>
#include <string.h>

#include "random.h"

enum { LONGEST = 1 << 18 }; /* bytes of a case */

/* What the language is made of, and what confuses readers of it. */
static const char *const pieces[] = {
    /* clang-format off */
    "<<<", ">>>", ">>>(", "<<<1, 1>>>(", "k<<<", "(", ")", "{", "}", "[", "]", "<", ">",
    ",", ";", ":", "::", "->", ".", "=", "\"", "'", "\\", "\\\n", "\n", "\r\n", "\t",
    "R\"(", "R\"x(", ")x\"", "u8R\"", "/*", "*/", "//", "<:", "%>", "?\?/\n", "?\?(",
    "__global__ ", "__device__ ", "__shared__ ", "__constant__ ", "__managed__ ",
    "__host__ ", "__launch_bounds__(", "__launch_bounds__", "__align__(16)", "__align__",
    "__forceinline__ ", "__noinline__ ", "__grid_constant__ ", "extern ", "static ",
    "const ", "operator", "decltype(", "alignas(", "template <", "namespace ", "struct ",
    "extern __shared__ float s[];", "extern \"C\" ", "threadIdx", "blockDim.x", "asm",
    "__shfl", "tex2D<", "printf(", "new ", "throw ", "exit(", "cudaMalloc(", "[&](", "\n#",
    "\n# 1 \"a.cu\"\n", "\n# 7 \"b.cu\" 3\n", "\n# 999999999999 \"", "\n#line 3\n",
    "\n#pragma unroll\n", "\n# 1 \"\"\n", "0x", "1e+", "1'000", ".5f", "$", "\\u00e9",
    "\xc3\xa9", "\xff", "\x01", "\f", "@", "`"
    /* clang-format on */
};
enum { N_PIECES = sizeof pieces / sizeof *pieces };

/* Put n bytes in place of the `gone` bytes at `at`, times over. */
static void replace(struct text *t, size_t at, size_t gone, const char *bytes, size_t n,
                    size_t times)
{
    if (n && times > (LONGEST - t->n) / n)
        times = (LONGEST - t->n) / n;
    char *larger = malloc(t->n - gone + n * times + 1);
    memcpy(larger, t->bytes, at);
    for (size_t i = 0; i < times; i++)
        memcpy(larger + at + i * n, bytes, n);
    memcpy(larger + at + n * times, t->bytes + at + gone, t->n - at - gone);
    t->n += n * times - gone;
    free(t->bytes);
    t->bytes = larger;
}

/* A stretch of the text: where it begins; its length to *n. */
static size_t stretch(const struct text *t, uint64_t *random, size_t longest, size_t *n)
{
    size_t at = random_below(random, t->n + 1), room = t->n - at;
    *n = random_below(random, longest) + 1;
    if (*n > room)
        *n = room;
    return at;
}

static void change(struct text *t, const struct text *other, uint64_t *random)
{
    size_t n, at = stretch(t, random, 40, &n);
    char byte = random_next(random);
    const char *piece = pieces[random_below(random, N_PIECES)];
    switch (random_below(random, 12)) {
    case 0: /* a byte becomes another; 0 among them */
        replace(t, at, at < t->n, &byte, 1, 1);
        break;
    case 1:
        replace(t, at, n, "", 0, 0);
        break;
    case 2: /* said twice, or very often */
        replace(t, at, 0, t->bytes + at, n, random_below(random, 8) ? 1 : 1000);
        break;
    case 3: { /* moved elsewhere */
        char moved[40];
        memcpy(moved, t->bytes + at, n);
        replace(t, at, n, "", 0, 0);
        replace(t, random_below(random, t->n + 1), 0, moved, n, 1);
        break;
    }
    case 4:
        t->n = at;
        break;
    case 5: /* without its beginning */
        replace(t, 0, at, "", 0, 0);
        break;
    case 6: /* a long line, or deep nesting */
        replace(t, at, 0, piece, strlen(piece), 1 + random_below(random, 20000));
        break;
    case 7: { /* one piece of the language is nowhere any more */
        char *found;
        while ((found = memmem(t->bytes, t->n, piece, strlen(piece))))
            replace(t, found - t->bytes, strlen(piece), "", 0, 0);
        break;
    }
    case 8: { /* on with another file */
        size_t from = random_below(random, other->n + 1);
        replace(t, at, t->n - at, other->bytes + from, other->n - from, 1);
        break;
    }
    default:
        replace(t, at, random_below(random, 2) ? n : 0, piece, strlen(piece), 1);
    }
}

struct text damage_make(uint64_t number, const struct text *files, int n_files)
{
    uint64_t random = number;
    struct text t = {malloc(1), 0};
    const struct text *from = &files[random_below(&random, n_files)];
    replace(&t, 0, 0, from->bytes, from->n, 1);
    replace(&t, 0, 0, "# 1 \"case.cu\"\n", 14, 1);
    for (int n = 1 + random_below(&random, 8); n > 0; n--)
        change(&t, &files[random_below(&random, n_files)], &random);
    return t;
}
