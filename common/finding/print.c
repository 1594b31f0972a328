/* A record as text; print.h states the contract. */
#include "finding/print.h"

#include "finding/verdict.h"

/* "stages: compiles aligned ragged safe technique": the last that holds, and all before
   it; "none". */
static void print_stages(enum stage last)
{
    printf("\nstages:");
    if (last == STAGE_NONE)
        printf(" %s", stage_word(STAGE_NONE));
    for (int s = STAGE_COMPILES; s <= (int)last; s++)
        printf(" %s", stage_word((enum stage)s));
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
    print_stages(f->stage);
    return verdict_close(r->lab, f);
}
