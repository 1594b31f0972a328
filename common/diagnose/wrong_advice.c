/* A wrong product in words; wrong_advice.h states the contract. */
#include "diagnose/wrong_advice.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "check/steps.h"

enum {
    PLACE = 1 << STEP_PLACE,
    SUM = 1 << STEP_SUM,
    LOAD = 1 << STEP_LOAD,
    COPY = 1 << STEP_COPY,
    MULTIPLY = 1 << STEP_MULTIPLY,
    FINISH = 1 << STEP_FINISH
};

static bool tiled(void)
{
    return steps_have(COPY);
}

/* Add to a text that ends at *at. */
#define ADD(text, at, ...)                                                             \
    (*(at) +=                                                                          \
     *(at) < sizeof(text)                                                              \
         ? (size_t)snprintf((text) + *(at), sizeof(text) - *(at), __VA_ARGS__)         \
         : 0)

static const char *s(double n)
{
    return n == 1 ? "" : "s";
}

/* "those of k = 0 to 15 are missing, those of k = 16 to 31 come twice": the first range
   that is missing, and the first that comes more than once or in part. */
static void say_ranges(const struct wrong_probe *p, struct explanation *e, size_t *at)
{
    int said = 0;

    for (int missing = 1; missing >= 0; missing--)
        for (int i = 0; i < p->ranges && said < 2; i++) {
            const double times = p->range[i].times;
            int last = i;

            if (times == 1 || (times == 0) != missing)
                continue;
            while (last + 1 < p->ranges && p->range[last + 1].times == times)
                last++;
            ADD(e->what, at, "%s%s = %zu", said++ ? ", and those of " : "; those of ",
                p->of.of->k, p->range[i].from);
            if (p->range[last].to > p->range[i].from)
                ADD(e->what, at, " to %zu", p->range[last].to);
            if (times == 0)
                ADD(e->what, at, " are missing");
            else if (times == round(times) && times > 0)
                ADD(e->what, at,
                    times == 2 ? " are there twice" : " are there %g times", times);
            else
                ADD(e->what, at, " are there %.3g times on average", times);
            break;
        }
}

/* The size along which left's lines, right's lines, or k run: an index, or none. */
static int size_along(const struct product *x, bool left, bool k)
{
    const int array = left ? x->of->left : x->of->right;
    const bool down = left ? x->of->left_down : x->of->right_down;

    return array == NO_FACTOR ? ONE
           : k == down        ? x->p->of->array[array].rows
                              : x->p->of->array[array].cols;
}

/* The roles of steps that may be at fault: where only whole tiles are exchanged, none
   that chooses elements inside of a tile. */
static unsigned narrowed(unsigned roles, bool whole_tiles)
{
    return whole_tiles ? roles & ~(unsigned)(MULTIPLY | LOAD | SUM) : roles;
}

static bool whole_ranges(const struct wrong_probe *p)
{
    const size_t tile = (size_t)steps_tile(size_along(&p->of, false, true));

    for (int i = 0; i < p->ranges; i++) {
        const struct probe_range *r = &p->range[i];
        const bool starts = i == 0 || p->range[i - 1].times != r->times;

        if (tile == 0 || (starts && r->from % tile))
            return false;
    }
    return p->ranges > 0 && p->range[0].from == 0 && p->of.k > tile;
}

static bool whole_examples(const struct wrong_probe *p, bool left)
{
    const size_t tile = (size_t)steps_tile(size_along(&p->of, left, false));

    for (int i = 0; i < p->examples; i++)
        if (tile == 0 || p->example[i].got % tile != p->example[i].expected % tile)
            return false;
    return p->examples > 0;
}

/* How often each product is there, if all are equally often; else 0. */
static double all_alike(const struct wrong_probe *p)
{
    for (int i = 1; i < p->ranges; i++)
        if (p->range[i].times != p->range[0].times)
            return 0;
    return p->ranges > 0 ? p->range[0].times : 0;
}

static bool twice(const struct wrong_probe *p)
{
    return all_alike(p) > 1 && all_alike(p) == round(all_alike(p));
}

/* True if an element is made of whole products: as many with each k as in all. False
   of one to which something else was added. */
static bool whole_products(const struct wrong_probe *p)
{
    double all = 0;

    for (int i = 0; i < p->ranges; i++)
        all += p->range[i].times * (double)(p->range[i].to - p->range[i].from + 1);
    return p->products >= 0 && p->products == round(p->products) &&
           all_alike(p) == round(all_alike(p)) &&
           (p->ranges == 0 || p->range[p->ranges - 1].to + 1 < p->of.k ||
            fabs(all - p->products) < 0.5);
}

/* whole: what came out is a number of products; more: than there must be. */
static const char *ask_count(const struct wrong_probe *p, bool whole, bool more)
{
    const struct product *x = &p->of;
    bool again = false;

    for (int i = 0; i < p->ranges; i++)
        again |= p->range[i].times > 1;
    if (x->k == 1 && !tiled())
        return "which elements are multiplied, and is the product stored as it is?";
    if (!whole)
        return x->p->of->scalar[0]
                   ? "does the sum begin at 0, and is it multiplied by alpha alone?"
                   : "does the sum begin at 0, does it take each of its products once, "
                     "and are all of them of the right arrays?";
    if (p->products == 0 && tiled() && !steps_have(1u << STEP_TILES))
        return "are the elements that it needs copied, from the right rows and columns "
               "to the right place, and is each product added?";
    if (again && !more && tiled())
        return "which k0 does each copy of a tile begin at, and which k of the tile "
               "does each step multiply?";
    if (twice(p))
        return "is the sum set to 0 before each tile of the output, and is each "
               "product "
               "added once?";
    if (more && !tiled())
        return "is the sum set to 0, and is each product added once: where does a "
               "loop, "
               "or a part of the sum, begin and end?";
    if (more)
        return "is the sum set to 0 once, before all tiles, does each sum take one "
               "product of each k, and are the tiles 0 outside the matrices?";
    if (!tiled())
        return "each product is added, +=, once: where does a loop, or a part of the "
               "sum, begin and end?";
    return steps_have(1u << STEP_TILES)
               ? "which products are missing? Is __shared__ before both tiles, does "
                 "the copy store 0 for elements that exist, does a loop over k end "
                 "early, is each product added, +=?"
               : "which products are missing? Does a loop over k end early, is a part "
                 "of a tile not multiplied, does a sum replace another one?";
}

static void say_count(const struct wrong_probe *p, struct explanation *e)
{
    const bool whole = whole_products(p);
    const char *const left = product_name(&p->of, true);
    char element[64];
    const unsigned roles =
        (!tiled()   ? SUM
         : twice(p) ? SUM | MULTIPLY
                    : narrowed(COPY | LOAD | MULTIPLY, whole && whole_ranges(p))) |
        (p->of.of->several ? FINISH : 0);
    size_t at = 0, n = (size_t)steps_say(roles, e->remedy, sizeof e->remedy);

    product_element(&p->of, p->row, p->col, element, sizeof element);
    ADD(e->what, &at, "with 1 in all of %s%s%s, ",
        p->of.of->left == NO_FACTOR ? "" : left,
        p->of.of->left == NO_FACTOR ? "" : " and ", product_name(&p->of, false));
    if (whole)
        ADD(e->what, &at, "%s has %.0f product%s, not %zu", element, p->products,
            s(p->products), p->of.k);
    else
        ADD(e->what, &at, "the sum of %s is %g, not %zu", element, p->products,
            p->of.k);
    if (whole)
        say_ranges(p, e, &at);
    ADD(e->remedy, &n, "%s", ask_count(p, whole, p->products > (double)p->of.k));
    if (p->of.of->several)
        ADD(e->remedy, &n, " And %s", p->of.of->rest_advice);
}

/* One side's lines, or its k. */
struct side {
    bool left, k;
};

static const char *word(const struct wrong_probe *p, struct side side)
{
    return side.k ? product_depths(&p->of, side.left)
                  : product_lines(&p->of, side.left);
}

/* True of operands that tensor cores multiply, spread over the lanes of a warp. */
static bool fragments(const struct product *x)
{
    const enum element type = x->p->of->array[x->of->right].type;

    return type == ELEMENT_BFLOAT16 || type == ELEMENT_E4M3;
}

/* "which row of A does each row of its tile get, ...": where to look for them. */
static void ask_lines(const struct wrong_probe *p, struct side side,
                      struct explanation *e)
{
    const char *const name = product_name(&p->of, side.left);
    const char *const k = p->of.of->k;
    const int array = side.left ? p->of.of->left : p->of.of->right;
    const char *const words = word(p, side);
    const int one = (int)strlen(words) - 1; /* "row" */
    const bool whole = side.k ? whole_ranges(p) : whole_examples(p, side.left);
    const bool both = (p->left_lines || p->left_k) && (p->right_lines || p->right_k);
    /* The instruction that multiplies fragments takes both of them. */
    const unsigned possible =
        fragments(&p->of) && !both ? ~(unsigned)(PLACE | SUM | MULTIPLY) : ~0u;
    size_t n = (size_t)steps_say(
        (narrowed((side.k ? 0 : PLACE) | SUM | COPY | LOAD | MULTIPLY, whole) &
         possible) |
            (p->of.of->several ? FINISH : 0),
        e->remedy, sizeof e->remedy);

    if (!tiled())
        ADD(e->remedy, &n, "index %s as %s[%s], with %s", name, name,
            p->of.p->of->array[array].element, p->of.p->of->array[array].inside);
    else if (fragments(&p->of) && p->left_lines && p->right_lines)
        ADD(e->remedy, &n,
            "both operands are wrong: look at what they have in common, such as the "
            "place of each piece in a tile, the address or descriptor of each step, a "
            "transposed load, and the order of the registers of the instruction");
    else if (side.k)
        ADD(e->remedy, &n,
            fragments(&p->of)
                ? "which %.*s of %s, %s0 + %s, does each element of its tile get, and "
                  "which %s of the tile does each lane, or each descriptor, address?"
                : "which %.*s of %s, %s0 + %s, does each element of its tile get, and "
                  "which %s of the tile is multiplied?",
            one, words, name, k, k, k);
    else
        ADD(e->remedy, &n,
            "which %.*s of %s does each %.*s of its tile get, and which %.*s of the "
            "tile does %s?",
            one, words, name, one, words, one, words,
            fragments(&p->of) ? "each lane, warp or warpgroup multiply, and store"
                              : "a thread multiply");
    const struct operation_array *const a = &p->of.p->of->array[array];
    const bool k_in_rows = product_place(&p->of, side.left, 0, 1).row == 1;
    const int apart = a->ld == CONTIGUOUS && side.k ? a->cols : a->ld; /* of rows */
    if (tiled() && (!side.k || k_in_rows) && apart >= 0 && apart < OPERATION_SIZES)
        ADD(e->remedy, &n, " Rows of %s are %s elements apart", name,
            p->of.p->of->size[apart]);
}

/* ": element (5, 3) has row 13 of A, not 5" */
static void say_examples(const struct wrong_probe *p, struct side side,
                         struct explanation *e, size_t *at)
{
    const char *const words = word(p, side);

    for (int i = 0; i < p->examples; i++) {
        const struct probe_example *x = &p->example[i];
        char element[64];

        product_element(&p->of, x->row, x->col, element, sizeof element);
        ADD(e->what, at, "%s%s has %.*s %zu of %s, not %zu", i ? "; " : ": ", element,
            (int)strlen(words) - 1, words, x->got, product_name(&p->of, side.left),
            x->expected);
    }
}

static void say_pairs(const struct wrong_probe *p, struct explanation *e)
{
    const char *const left = product_name(&p->of, true);
    const char *const right = product_name(&p->of, false);
    const char *const k = p->of.of->k;
    size_t at = 0, n = (size_t)steps_say(SUM | COPY | LOAD | MULTIPLY, e->remedy,
                                         sizeof e->remedy);

    ADD(e->what, &at,
        "each sum has all elements of its %s of %s and of %s, but multiplies those of "
        "different %s",
        product_lines(&p->of, true), left, right, k);
    if (p->examples)
        ADD(e->what, &at, ": in element (%zu, %zu), %s of %s = %zu with %s of %s = %zu",
            p->example[0].row, p->example[0].col, left, k, p->example[0].got, right, k,
            p->example[0].expected);
    if (tiled())
        ADD(e->remedy, &n,
            "both tiles must have the same k0, and be read at the same k");
    else
        ADD(e->remedy, &n, "a product is %s[%s] * %s[%s], of one %s", left,
            p->of.p->of->array[p->of.of->left].element, right,
            p->of.p->of->array[p->of.of->right].element, k);
}

static void say_sides(const struct wrong_probe *p, const struct side wrong[], int n,
                      struct explanation *e)
{
    size_t at = 0;

    ADD(e->what, &at, "each sum has %zu product%s, but of the wrong ", p->of.k,
        s((double)p->of.k));
    for (int i = 0; i < n; i++) {
        const bool both = i + 1 < n && wrong[i].left == wrong[i + 1].left;

        ADD(e->what, &at, "%s%s of %s", i ? " and " : "",
            both ? "elements" : word(p, wrong[i]), product_name(&p->of, wrong[i].left));
        i += both;
    }
    say_examples(p, (struct side){p->of_left, false}, e, &at);
    say_ranges(p, e, &at);
    ask_lines(p, wrong[0], e);
}

bool wrong_advice(const struct wrong_probe *p, struct explanation *e)
{
    struct side wrong[4];
    int n = 0;

    e->roles = 0;
    if (p->rest) {
        size_t at = (size_t)steps_say(FINISH | SUM, e->remedy, sizeof e->remedy);

        snprintf(e->what, sizeof e->what, "%s the result is correct", p->of.of->rest);
        ADD(e->remedy, &at, "%s", p->of.of->rest_advice);
        return true;
    }
    if (p->count) {
        say_count(p, e);
        return true;
    }
    if (p->left_lines)
        wrong[n++] = (struct side){true, false};
    if (p->left_k)
        wrong[n++] = (struct side){true, true};
    if (p->right_k)
        wrong[n++] = (struct side){false, true};
    if (p->right_lines)
        wrong[n++] = (struct side){false, false};
    if (n > 0)
        say_sides(p, wrong, n, e);
    else if (p->pairs)
        say_pairs(p, e);
    return n > 0 || p->pairs;
}
