/*
 * The server: a page on this machine alone, for whoever knows its address. It listens
 * on 127.0.0.1; the first part of each path is a secret of 128 bits. It answers GET and
 * HEAD for a fixed list of things, and takes no file's name from a request. It runs in
 * the caller's thread, when serve_run() is called.
 */
#ifndef LIVE_SERVE_H
#define LIVE_SERVE_H

#include <stdbool.h>

#include "live/state.h"

struct serve;

/* Listen on a port, 0: any free one. `lab` is the caller's word in messages, "live03".
   Returns NULL, with a line on stderr, if that is not possible. */
struct serve *serve_start(int port, const char *caller, const struct state *state);

/* The page's address. Valid until serve_stop(). */
const char *serve_address(const struct serve *s);

/* A descriptor that can be read when there is something to do. */
int serve_descriptor(const struct serve *s);

/* Do it. To be called at least once per second. Never waits. */
void serve_run(struct serve *s);

/* The state has a new text: send it to all who listen. */
void serve_changed(struct serve *s);

/* Close all connections, and free everything. */
void serve_stop(struct serve *s);

#endif
