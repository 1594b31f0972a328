/*
 * The stream of events, one client each (server-sent events): the state at once and
 * after each change, as "state"; and "alive" every few seconds, so that either end
 * notices the loss of the other. A client that reads slowly misses states that are out
 * of date.
 */
#ifndef LIVE_EVENTS_H
#define LIVE_EVENTS_H

#include <microhttpd.h>
#include <stdbool.h>

#include "live/state.h"

struct events {
    const struct state *state;
    struct client *first; /* of those who listen */
    bool closing;         /* all streams end */
};

/* The stream for a new client. Returns NULL if no memory is left. */
struct MHD_Response *events_answer(struct events *e, struct MHD_Connection *connection);

/* Send what is new to all clients; to be called again and again. `changed`: the state
   is new. */
void events_run(struct events *e, bool changed);

#endif
