/* The steps after a save; live_steps.h states the contract. */
#define _POSIX_C_SOURCE 200809L
#include "live/live_steps.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WORDS = 32 }; /* of make's command */

/* Of each step: what the page says that is done, and the field for what kept it from
 * that. */
static const struct {
    const char *doing, *trouble;
} about[] = {{"resting", NULL},
             {"checking", "machine"},
             {"timing", "no_speeds"},
             {"exploring", "no_explorer"},
             {"exploring", "no_explorer"}};

void steps_begin(struct steps *s, const struct course *c, struct state *state)
{
    *s = (struct steps){.course = c, .state = state, .kernel.path = c->kernel};
}

static const char *result(const struct steps *s, const char *ending)
{
    static char path[4096];

    snprintf(path, sizeof path, "%s%s", s->course->mine, ending);
    return path;
}

/* True if the kernel was saved: from now on, all is about its new text. */
static bool saved(struct steps *s)
{
    if (!saved_again(&s->kernel))
        return false;
    s->saved_at = job_clock();
    job_end(&s->job);
    s->step = STEP_NONE;
    s->next = STEP_CHECK;
    s->checked = s->passes = false;
    state_saved(s->state, &s->kernel);
    state_doing(s->state, "checking");
    return true;
}

/* --- A step begins ------------------------------------------------------------------
 */

/* The compiled kernel may be of an earlier text, and yet be newer than the saved file:
   if that was saved while the compiler ran. So it is always compiled. The record is
   removed as well: if there is one, it is of this check. */
static void forget_before(const struct course *c)
{
    for (int i = 0; c->objects[i]; i++)
        unlink(c->objects[i]);
    unlink(c->record);
}

static void begin(struct steps *s)
{
    static char quick[] = "QUICK=1";
    const char *const explore = s->course->explore;
    const char *const targets[] = {"", "check", "plot", explore, explore};
    char *command[WORDS + 3], goal[64];
    int words = 0;

    s->step = s->next;
    s->next = STEP_NONE;
    state_doing(s->state, about[s->step].doing);
    if (s->step == STEP_NONE)
        return;
    if (s->step == STEP_CHECK)
        forget_before(s->course);
    s->table = file_id_of(result(s, ".tsv"));
    s->plot = file_id_of(result(s, ".svg"));
    snprintf(goal, sizeof goal, "%s%.*s", targets[s->step],
             (int)strcspn(s->course->lab, "_"), s->course->lab);
    for (; words < WORDS && s->course->make[words]; words++)
        command[words] = s->course->make[words];
    command[words++] = goal;
    if (s->step == STEP_EXPLORER)
        command[words++] = quick;
    command[words] = NULL;
    if (!job_start(&s->job, command)) { /* no process to be had: at the next look */
        s->next = s->step;
        s->step = STEP_NONE;
    }
}

/* --- What it has come to ------------------------------------------------------------
 */

static void tell_terminal(const struct steps *s, const char *word)
{
    const json_t *check = json_object_get(s->state->all, "check");
    const json_t *finding = json_object_get(check, "finding");
    const json_t *line = json_object_get(finding, "line");

    printf("lab%.*s: %s", (int)strcspn(s->course->lab, "_"), s->course->lab, word);
    if (line && !s->passes)
        printf(" %s:%d", json_string_value(json_object_get(finding, "file")),
               (int)json_integer_value(line));
    putchar('\n');
}

/* Take the record once it is there. */
static bool look_at_check(struct steps *s)
{
    char verdict[32];

    if (s->checked || access(s->course->record, F_OK) != 0)
        return false;
    if (saved(s))
        return true; /* while it was checked: the record is of the text before */
    if (!state_check(s->state, &s->kernel, job_clock() - s->saved_at, verdict))
        return false;
    s->checked = true;
    s->passes = strcmp(verdict, "PASS") == 0;
    s->explores = *s->course->explore && strcmp(verdict, "COMPILE_ERROR") != 0;
    tell_terminal(s, verdict);
    return true;
}

static bool look_at_results(struct steps *s)
{
    const bool timed = file_is_new(result(s, ".tsv"), &s->table);
    const bool drawn = file_is_new(result(s, ".svg"), &s->plot);

    if (timed) {
        s->table = file_id_of(result(s, ".tsv"));
        state_speeds(s->state, s->kernel.number);
    }
    if (drawn) {
        s->plot = file_id_of(result(s, ".svg"));
        state_picture(s->state, "plot", s->kernel.number, false);
    }
    return timed || drawn;
}

/* The step after this one. */
static enum step following(const struct steps *s, bool failed)
{
    switch (s->step) {
    case STEP_CHECK:
        return !s->checked ? STEP_NONE : s->passes ? STEP_SPEEDS : STEP_EXPLORER;
    case STEP_SPEEDS:
        return STEP_EXPLORER;
    case STEP_EXPLORER:
        return s->passes && !failed ? STEP_MORE : STEP_NONE;
    default:
        return STEP_NONE;
    }
}

/* The step's make has ended. */
static void finished(struct steps *s)
{
    const bool failed = s->step == STEP_CHECK ? !s->checked : s->job.status != 0;

    s->next = following(s, failed);
    if (s->next == STEP_EXPLORER && !s->explores)
        s->next = STEP_NONE;
    if (failed) {
        char *output = job_output(&s->job);

        state_trouble(s->state, about[s->step].trouble, output);
        free(output);
    } else if (s->step >= STEP_EXPLORER &&
               file_id_of(result(s, ".explorer.html")).inode) {
        state_picture(s->state, "explorer", s->kernel.number, !s->passes);
    }
    s->step = STEP_NONE;
}

bool steps_look(struct steps *s)
{
    bool news = saved(s), over = job_step(&s->job);

    if (s->step == STEP_CHECK)
        news |= look_at_check(s);
    if (s->step == STEP_SPEEDS)
        news |= look_at_results(s);
    if (!over)
        return news;
    if (s->step != STEP_NONE) {
        if (saved(s))
            return true;
        finished(s);
        news = true;
    }
    if (s->next != STEP_NONE || news)
        begin(s);
    return news;
}
