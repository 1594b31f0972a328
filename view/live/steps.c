/* The steps after a save; steps.h states the contract. */
#define _POSIX_C_SOURCE 200809L
#include "live/steps.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { WORDS = 32 }; /* of make's command */

void steps_begin(struct steps *s, const struct course *c, struct state *state)
{
    memset(s, 0, sizeof *s);
    s->course = c;
    s->state = state;
    s->kernel.path = c->kernel;
    s->job.output = -1;
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
    for (int i = 0; c->object[i]; i++)
        unlink(c->object[i]);
    unlink(c->record);
}

static void begin(struct steps *s)
{
    static const char *const doing[] = {"resting", "checking", "timing", "exploring",
                                        "exploring"};
    static char quick[] = "QUICK=1";
    const char *const explore = s->course->explore;
    const char *const targets[] = {"", "check", "plot", explore, explore};
    char *command[WORDS + 3], goal[64];
    int words = 0;

    s->step = s->next;
    s->next = STEP_NONE;
    state_doing(s->state, doing[s->step]);
    if (s->step == STEP_NONE)
        return;
    if (s->step == STEP_CHECK)
        forget_before(s->course);
    s->table = file_id_of(result(s, ".tsv"));
    s->plot = file_id_of(result(s, ".svg"));
    snprintf(goal, sizeof goal, "%s%.*s", targets[s->step],
             (int)strcspn(s->course->lab, "_"), s->course->lab);
    while (words < WORDS && s->course->make[words]) {
        command[words] = s->course->make[words];
        words++;
    }
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
    s->compiles = strcmp(verdict, "COMPILE_ERROR") != 0;
    tell_terminal(s, verdict);
    return true;
}

static bool look_at_results(struct steps *s)
{
    const unsigned long save = s->kernel.number;
    bool news = false;

    if (file_is_new(result(s, ".tsv"), &s->table)) {
        s->table = file_id_of(result(s, ".tsv"));
        state_speeds(s->state, save);
        news = true;
    }
    if (file_is_new(result(s, ".svg"), &s->plot)) {
        s->plot = file_id_of(result(s, ".svg"));
        state_plot(s->state, save);
        news = true;
    }
    return news;
}

/* The step's make has ended. */
static void finished(struct steps *s)
{
    const bool failed = s->job.status != 0;
    const enum step last = s->step;
    const bool explores = *s->course->explore && s->compiles;

    if (!s->job.tail[0])
        snprintf(s->job.tail, sizeof s->job.tail, "make ended with status %d",
                 s->job.status);
    s->step = STEP_NONE;
    s->next = STEP_NONE;
    if (last == STEP_CHECK && !s->checked)
        state_trouble(s->state, "machine", s->job.tail);
    else if (last == STEP_CHECK)
        s->next = s->passes ? STEP_SPEEDS : explores ? STEP_EXPLORER : STEP_NONE;
    if (last == STEP_SPEEDS && failed)
        state_trouble(s->state, "no_speeds", s->job.tail);
    if (last == STEP_SPEEDS && explores)
        s->next = STEP_EXPLORER;
    if (last == STEP_EXPLORER && !failed && s->passes)
        s->next = STEP_MORE;
    if (last < STEP_EXPLORER)
        return;
    if (failed)
        state_trouble(s->state, "no_explorer", s->job.tail);
    else if (file_id_of(result(s, ".explorer.html")).inode)
        state_explorer(s->state, s->kernel.number, !s->passes);
}

static bool look_at_step(struct steps *s)
{
    return s->step == STEP_CHECK    ? look_at_check(s)
           : s->step == STEP_SPEEDS ? look_at_results(s)
                                    : false;
}

bool steps_look(struct steps *s)
{
    bool news = saved(s), over = job_step(&s->job);

    news |= look_at_step(s);
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

void steps_finish(struct steps *s)
{
    job_finish(&s->job);
}
