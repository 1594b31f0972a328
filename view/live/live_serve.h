/*
 * The server: a page on this machine alone, for whoever knows its address. It listens
 * on 127.0.0.1; the first part of each path is a secret of 128 bits. It answers GET and
 * HEAD for a fixed list of things, and takes no file's name from a request. It has
 * threads of its own.
 */
#ifndef LIVE_SERVE_H
#define LIVE_SERVE_H

struct serve;

/* Listen on a port, 0: any free one. `caller` is a word for messages, "live03"; the
   files of the kernel in results/ begin with `mine`. There is a state by now
   (events.h). Returns NULL, with a line on stderr, if that is not possible. */
struct serve *serve_start(int port, const char *caller, const char *mine);

/* The page's address. Valid until serve_stop(). */
const char *serve_address(const struct serve *s);

/* Close all connections, and free everything. */
void serve_stop(struct serve *s);

#endif
