/* The stream of events; events.h states the contract. */
#define _POSIX_C_SOURCE 200809L
#include "live/events.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "live/job.h"

enum { ALIVE = 5000 }; /* milliseconds from one sign of life to the next */

struct client {
    struct events *of;
    struct client *next;
    struct MHD_Connection *connection;
    bool waits;         /* suspended: nothing is to be sent */
    unsigned long sent; /* the number of the last state */
    long long sent_at;  /* when something was sent */
    char *text;         /* that is being sent, NULL: nothing */
    size_t size, done;
};

/* What is to be sent now, NULL: nothing. The caller frees it. */
static char *compose(struct client *c)
{
    const struct state *s = c->of->state;
    const long long now = job_clock();
    char *text = NULL;
    size_t room;

    if (s->text && c->sent != s->number) {
        room = strlen(s->text) + 128;
        text = malloc(room);
        if (text)
            snprintf(text, room, "retry: 1000\nid: %lu\nevent: state\ndata: %s\n\n",
                     s->number, s->text);
        c->sent = s->number;
    } else if (now - c->sent_at >= ALIVE) {
        text = strdup(": ping\nevent: alive\ndata: 1\n\n");
    }
    if (text)
        c->sent_at = now;
    return text;
}

static ssize_t give(void *of, uint64_t position, char *to, size_t room)
{
    struct client *c = of;
    size_t n;

    (void)position;
    if (c->of->closing)
        return MHD_CONTENT_READER_END_OF_STREAM;
    if (!c->text) {
        c->text = compose(c);
        c->size = c->text ? strlen(c->text) : 0;
        c->done = 0;
    }
    if (!c->text) {
        c->waits = true;
        MHD_suspend_connection(c->connection);
        return 0;
    }
    n = c->size - c->done < room ? c->size - c->done : room;
    memcpy(to, c->text + c->done, n);
    c->done += n;
    if (c->done == c->size) {
        free(c->text);
        c->text = NULL;
    }
    return (ssize_t)n;
}

static void gone(void *of)
{
    struct client *c = of, **at = &c->of->first;

    while (*at != c)
        at = &(*at)->next;
    *at = c->next;
    free(c->text);
    free(c);
}

struct MHD_Response *events_answer(struct events *e, struct MHD_Connection *connection)
{
    enum { BLOCK = 32 * 1024 };
    struct client *c = calloc(1, sizeof *c);
    struct MHD_Response *answer;

    if (!c)
        return NULL;
    c->of = e;
    c->connection = connection;
    c->next = e->first;
    e->first = c;
    answer = MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, BLOCK, give, c, gone);
    if (!answer)
        gone(c);
    return answer;
}

void events_run(struct events *e, bool changed)
{
    const long long now = job_clock();

    for (struct client *c = e->first; c; c = c->next)
        if (c->waits && (changed || e->closing || now - c->sent_at >= ALIVE)) {
            c->waits = false;
            MHD_resume_connection(c->connection);
        }
}
