/*
 * The state for all who listen (server-sent events): at once and after each change, as
 * "state"; and "alive" every few seconds, so that either end notices the loss of the
 * other. A client that reads slowly misses states that are out of date. Each client has
 * a thread of its own, which libmicrohttpd starts.
 */
#ifndef LIVE_EVENTS_H
#define LIVE_EVENTS_H

#include <microhttpd.h>

/* The state has a new text, and a number that is higher than before. Takes the text. */
void events_publish(char *text, unsigned long number);

/* The state itself. Returns NULL if no memory is left, as the next one does. */
struct MHD_Response *events_state(void);

/* The stream for a new client. */
struct MHD_Response *events_stream(void);

/* All streams end. */
void events_close(void);

#endif
