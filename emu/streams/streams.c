/* The order of work in streams; streams.h has the contract. */
#include "streams.h"

#include <string.h>

static struct stream {
    bool open, blocking, branch;
    uint32_t last;    /* number of the last work */
    struct clock now; /* what has ended before its next work begins */
} streams[STREAMS] = {[STREAM_LEGACY] = {.open = true},
                      [STREAM_PER_THREAD] = {.open = true, .blocking = true}};
static struct clock host;
static bool lost; /* there were too many */

static void join(struct clock *to, const struct clock *from)
{
    for (int i = 0; i < STREAMS; i++)
        if (from->ended[i] > to->ended[i])
            to->ended[i] = from->ended[i];
}

/* What has ended before the next work of the stream begins. */
static void next(int stream, struct clock *before)
{
    *before = streams[stream].now;
    join(before, &host);
    for (int i = 0; stream == STREAM_LEGACY && i < STREAMS; i++)
        if (streams[i].blocking)
            join(before, &streams[i].now);
}

int emu_stream_open(bool blocking)
{
    for (int i = FIRST_OWN_STREAM; i < STREAMS; i++) {
        struct stream *s = &streams[i];
        if (s->open || s->last > host.ended[i])
            continue;
        s->open = true;
        s->blocking = blocking;
        s->branch = false;
        s->now = blocking ? streams[STREAM_LEGACY].now : host;
        return i;
    }
    lost = true;
    return STREAM_LEGACY;
}

/* The work of a branch that was closed is before all that is next in `of`, so that the
   same index can be used again, without a wait of the host. */
int emu_stream_branch(int of, const struct clock *start)
{
    struct clock before;
    next(of, &before);
    for (int i = STREAMS - 1; i >= STREAMS / 2; i--) {
        struct stream *s = &streams[i];
        if (s->open || s->last > before.ended[i])
            continue;
        *s = (struct stream){
            .open = true, .branch = true, .last = s->last, .now = *start};
        return i;
    }
    return -1;
}

bool emu_stream_is_branch(int stream)
{
    return streams[stream].branch;
}

void emu_stream_close(int stream)
{
    if (stream >= FIRST_OWN_STREAM && stream < STREAMS)
        streams[stream].open = false;
}

uint32_t emu_stream_work(int stream, struct clock *before)
{
    struct stream *s = &streams[stream];
    next(stream, before);
    s->now = *before;
    s->now.ended[stream] = ++s->last;
    for (int i = 0; stream == STREAM_LEGACY && i < STREAMS; i++)
        if (streams[i].blocking)
            join(&streams[i].now, &s->now);
    return s->last;
}

bool emu_stream_matters(int stream, uint32_t number)
{
    struct clock before;
    if (lost || emu_host_knows(stream, number))
        return false;
    for (int i = 0; i < STREAMS; i++) {
        if (!streams[i].open)
            continue;
        next(i, &before);
        if (before.ended[stream] < number)
            return true;
    }
    return false;
}

void emu_stream_record(int stream, struct clock *event)
{
    next(stream, event);
}

void emu_stream_wait(int stream, const struct clock *event)
{
    struct clock before;
    join(&streams[stream].now, event);
    if (stream == STREAM_LEGACY) /* the wait is work of its own */
        emu_stream_work(stream, &before);
}

void emu_host_joins(int stream)
{
    struct clock before;
    next(stream, &before);
    join(&host, &before);
}

void emu_host_joins_event(const struct clock *event)
{
    join(&host, event);
}

void emu_host_joins_all(void)
{
    for (int i = 0; i < STREAMS; i++)
        if (streams[i].last > host.ended[i])
            host.ended[i] = streams[i].last;
}

bool emu_host_knows(int stream, uint32_t number)
{
    return host.ended[stream] >= number;
}
