/* The rules of technique, which a correct result must satisfy; check.h states the
   contract. */
#include "check/check.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "rpc/supervise.h"

/* NaN, which compares false with all, satisfies no rule. */
static bool satisfied(const struct check_rule *r, double value)
{
    return r->relation == CHECK_AT_MOST ? value <= r->limit : value >= r->limit;
}

static void note_count(const char *name, double value, struct finding_numbers *all)
{
    struct finding_number *last = &all->number[all->n];

    if (all->n == FINDING_NUMBERS)
        return;
    all->n++;
    snprintf(last->name, sizeof last->name, "%s", name);
    last->value = value;
}

/* Name the function behind each count from number `first` on. */
static void name_function(const char *function, int first, struct finding_numbers *all)
{
    for (int i = first; i < all->n; i++) {
        char *name = all->number[i].name;
        const size_t n = strlen(name);

        snprintf(name + n, sizeof all->number[i].name - n, ", %s", function);
    }
}

void check_apply(const struct check_rule *r, double value, struct finding *f)
{
    const char *relation = r->relation == CHECK_AT_MOST ? "at most" : "at least";
    const bool ok = satisfied(r, value);

    printf("  %-42s %8.3f  %-8s %7.3f  %s\n", r->name, value, relation, r->limit,
           ok ? "ok" : "not ok");
    note_count(r->name, value, &f->counts);
    if (ok || f->verdict != VERDICT_PASS)
        return;
    f->verdict = VERDICT_TECHNIQUE;
    snprintf(f->rule.name, sizeof f->rule.name, "%s", r->name);
    snprintf(f->rule.relation, sizeof f->rule.relation, "%s", relation);
    f->rule.value = value;
    f->rule.limit = r->limit;
    snprintf(f->what, sizeof f->what,
             "the result is correct, but not this lab's technique: %s: got %.*g, "
             "expected %s %.4g",
             r->name, value >= 1e4 ? 6 : 4, value, relation, r->limit);
    snprintf(f->remedy, sizeof f->remedy, "%s", r->advice);
}

/* What a thread computes with is in registers, 255 of them at most. Far larger arrays
   are in device memory, where no counter sees them. g++ takes more room than they do.
 */
static const struct check_rule in_registers = {
    "bytes of local arrays per thread", NULL, CHECK_AT_MOST, 4096,
    "keep a thread's arrays small enough for its registers, 255 of 4 bytes"};

void check_print_shape(const char *what, const struct check *spec,
                       const struct check_case *c)
{
    printf("\n%s", what);
    if (spec->functions[1])
        printf(" of %s()", c->of->name);
    printf(" at");
    for (int i = 0; c->of->size[i]; i++)
        if (c->size[i])
            printf(" %s=%d", c->of->size[i], c->size[i]);
    putchar('\n');
}

/* A call that withholds inputs does not show if the result is correct: this one does,
   on the same inputs. Each is made in a process of its own, so that the kernel does not
   know which of them it is. */
static bool is_right(const struct check_case *c, uint64_t seed, struct finding *f)
{
    struct check_case whole = *c;

    whole.withheld = 0;
    whole.marked = true;
    whole.by_array = false;
    supervise_renew();
    check_once(&whole, seed, f);
    return f->verdict == VERDICT_PASS;
}

/* Blocks of each launch whose asynchronous copies are watched. */
enum { WATCHED = 4 };

/* Make one call, and leave its counts in *run, which names its problem. False if it
   fails. */
static bool count(const struct check *spec, const struct check_case *one, uint64_t seed,
                  struct check_run *run, struct finding *f)
{
    const struct operation *of = one->of;
    struct occupancy o;
    double result;

    run->fmas = of->work(run->problem).flops / 2;
    run->places = run->remains = NAN;
    supervise_renew();
    probe_pipeline(spec->pipeline ? WATCHED : 0, seed);
    result = check_once(one, seed, f);
    probe_pipeline(0, 0);
    if (f->verdict != VERDICT_PASS)
        return false;
    if (one->withheld)
        run->remains = result;
    probe_counters(&run->counters);
    for (int k = 0; of->array[k].name; k++)
        probe_array_counters(k, &run->array[k]);
    probe_pipeline_counts(&run->pipeline);
    if (spec->sms && probe_occupancy(&o))
        run->places = (double)o.at_most * spec->sms;
    return true;
}

/* The rules of function i, in one call, or in two. */
static void judge(const struct check *spec, int i, const struct check_case *one,
                  uint64_t seed, struct finding *f)
{
    const struct operation *of = one->of;
    struct problem p = {.of = of}, other = p;
    struct check_run compared = {.problem = &other};
    struct check_run run = {.problem = &p};
    struct check_case second = *one;
    bool differ = false;

    memcpy(p.size, one->size, sizeof p.size);
    check_print_shape("technique", spec, one);
    if (one->withheld && !is_right(one, seed, f))
        return;
    for (int k = 0; k < OPERATION_SIZES; k++) {
        if (spec->compared[k])
            second.size[k] = spec->compared[k];
        differ |= second.size[k] != one->size[k];
    }
    if (differ) {
        memcpy(other.size, second.size, sizeof other.size);
        second.withheld = 0;
        printf("  compared with the call at");
        for (int k = 0; of->size[k]; k++)
            if (second.size[k] != one->size[k])
                printf(" %s=%d", of->size[k], second.size[k]);
        putchar('\n');
        if (!count(spec, &second, seed, &compared, f))
            return;
        run.compared = &compared;
    }
    if (!count(spec, one, seed, &run, f))
        return;
    for (const struct check_rule *r = spec->rules[i]; r->name; r++)
        check_apply(r, r->measure(&run), f);
    if (!satisfied(&in_registers, (double)probe_stack()))
        check_apply(&in_registers, (double)probe_stack(), f);
}

/* The calls that function i is judged on. The counts of a record are those of the call
   that is the same for everybody. */
static void judge_function(const struct check *spec, int i, uint64_t seed,
                           struct finding *f)
{
    const struct operation *of = check_function(spec, i);
    const int first = f->counts.n;
    struct check_case one;
    int n;

    check_technique_case(spec, of, &one);
    judge(spec, i, &one, seed, f);
    if (spec->functions[1])
        name_function(of->name, first, &f->counts);
    n = f->counts.n;
    if (f->verdict == VERDICT_PASS && check_technique_drawn(spec, of, &one)) {
        judge(spec, i, &one, seed, f);
        f->counts.n = n;
    }
}

void check_technique(const struct check *spec, uint64_t seed, struct finding *f)
{
    for (int i = 0; i < CHECK_FUNCTIONS && f->verdict == VERDICT_PASS; i++)
        if (spec->rules[i] && spec->rules[i]->name)
            judge_function(spec, i, seed, f);
}
