/* A record as text; report_print.h states the contract. */
#include "finding/report_print.h"

#include "finding/verdict.h"

enum outcome { PASSED, NOT_FINISHED, FAILED };

static enum outcome outcome_of(const struct finding *f, enum stage s)
{
    if (s <= f->stage)
        return PASSED;
    return s == f->failed || (s == STAGE_SAFE && verdict_unnoticed(f->verdict))
               ? FAILED
               : NOT_FINISHED;
}

/* "stages: compiles passed; aligned not finished; ragged failed; safe, technique not
   finished"; "stages: none passed". */
static void print_stages(const struct finding *f)
{
    static const char *const words[] = {"passed", "not finished", "failed"};

    printf("\nstages:");
    if (f->stage == STAGE_NONE) {
        printf(" none passed\n");
        return;
    }
    for (enum stage s = STAGE_COMPILES; s <= STAGE_TECHNIQUE; s++) {
        const enum outcome now = outcome_of(f, s);

        printf(" %s", stage_word(s));
        if (s < STAGE_TECHNIQUE && outcome_of(f, s + 1) == now)
            putchar(',');
        else
            printf(" %s%s", words[now], s < STAGE_TECHNIQUE ? ";" : "");
    }
    putchar('\n');
}

int record_print(const struct record *r, bool below_log)
{
    const struct finding *f = &r->finding;

    if (!f->message[0])
        verdict_explain(f);
    else if (below_log)
        printf("%s does not compile: begin with the first message above\n", r->source);
    else
        printf("%s\n", f->message);
    if (f->message[0] && f->remedy[0])
        verdict_wrapped("  try:  ", f->remedy, 80);
    print_stages(f);
    return verdict_close(r->lab, f);
}
