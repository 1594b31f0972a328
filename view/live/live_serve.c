/* The server; live_serve.h states the contract. */
#define _POSIX_C_SOURCE 200809L
#include "live/live_serve.h"

#include <arpa/inet.h>
#include <errno.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

#include "live/events.h"
#include "whole_file.h"

enum {
    CONNECTIONS = 64,
    TIMEOUT = 30, /* seconds without a byte */
    SECRET = 16   /* bytes: 128 bits cannot be guessed */
};

struct serve {
    struct MHD_Daemon *daemon;
    const char *mine;
    int port;
    char token[2 * SECRET + 1], address[128];
};

/* What each answer may do in a browser. The explorer is one page with all that it
   needs; it may load nothing, and has no access to the page around it. */
#define CLOSED "default-src 'none'; base-uri 'none'; form-action 'none'; "
static const char page_may[] =
    CLOSED "script-src 'self'; style-src 'self'; img-src 'self' data:; "
           "connect-src 'self'; frame-src 'self'; frame-ancestors 'none'";
static const char explorer_may[] =
    CLOSED "script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; "
           "font-src data:; frame-ancestors 'self'";
static const char plot_may[] =
    CLOSED "style-src 'unsafe-inline'; frame-ancestors 'none'";
static const char nothing_may[] = CLOSED "frame-ancestors 'none'";

#define UTF8 "; charset=utf-8"

/* All that is served, besides "state" and "events". */
static const struct thing {
    const char *name, *type, *may;
    const char *file; /* NULL: what make left for the kernel, with this ending */
    const char *ending;
} things[] = {
    {"", "text/html" UTF8, page_may, "view/live/live.html", NULL},
    {"base.css", "text/css" UTF8, nothing_may, "view/base.css", NULL},
    {"live.css", "text/css" UTF8, nothing_may, "view/live/live.css", NULL},
    {"elements.js", "text/javascript" UTF8, nothing_may, "view/live/elements.js", NULL},
    {"verdict.js", "text/javascript" UTF8, nothing_may, "view/live/verdict.js", NULL},
    {"show.js", "text/javascript" UTF8, nothing_may, "view/live/show.js", NULL},
    {"live.js", "text/javascript" UTF8, nothing_may, "view/live/live.js", NULL},
    {"explorer", "text/html" UTF8, explorer_may, NULL, ".explorer.html"},
    {"plot", "image/svg+xml", plot_may, NULL, ".svg"},
};

/* --- One answer ---------------------------------------------------------------------
 */

static enum MHD_Result send_answer(struct MHD_Connection *c, unsigned status,
                                   struct MHD_Response *r, const char *type,
                                   const char *may)
{
    enum MHD_Result sent;

    if (!r)
        return MHD_NO;
    MHD_add_response_header(r, "Content-Type", type);
    MHD_add_response_header(r, "Content-Security-Policy", may);
    MHD_add_response_header(r, "X-Content-Type-Options", "nosniff");
    MHD_add_response_header(r, "Referrer-Policy", "no-referrer");
    MHD_add_response_header(r, "Cross-Origin-Resource-Policy", "same-origin");
    MHD_add_response_header(r, "Cache-Control", "no-store");
    if (status == MHD_HTTP_METHOD_NOT_ALLOWED)
        MHD_add_response_header(r, "Allow", "GET, HEAD");
    sent = MHD_queue_response(c, status, r);
    MHD_destroy_response(r);
    return sent;
}

static enum MHD_Result refuse(struct MHD_Connection *c, unsigned status,
                              const char *text)
{
    return send_answer(c, status,
                       MHD_create_response_from_buffer(strlen(text), (void *)text,
                                                       MHD_RESPMEM_PERSISTENT),
                       "text/plain" UTF8, nothing_may);
}

static enum MHD_Result send_thing(const struct serve *s, struct MHD_Connection *c,
                                  const struct thing *t)
{
    char path[4096];
    size_t size;
    char *text;

    snprintf(path, sizeof path, "%s%s", t->file ? t->file : s->mine,
             t->file ? "" : t->ending);
    text = emu_read_file(path, &size);
    if (!text)
        return refuse(c, MHD_HTTP_NOT_FOUND, "This is not there yet.\n");
    return send_answer(
        c, MHD_HTTP_OK,
        MHD_create_response_from_buffer(size, text, MHD_RESPMEM_MUST_FREE), t->type,
        t->may);
}

/* True if the request names this server as a browser here does. Another name that leads
   to this machine would make a page of elsewhere a page of ours (DNS rebinding). */
static bool host_is_ours(const struct serve *s, struct MHD_Connection *c)
{
    const char *host = MHD_lookup_connection_value(c, MHD_HEADER_KIND, "Host");
    char ours[2][32];

    snprintf(ours[0], sizeof ours[0], "127.0.0.1:%d", s->port);
    snprintf(ours[1], sizeof ours[1], "localhost:%d", s->port);
    return host && (strcmp(host, ours[0]) == 0 || strcmp(host, ours[1]) == 0);
}

/* What follows the secret in a path, NULL if it is not the secret. In constant time. */
static const char *behind_token(const struct serve *s, const char *url)
{
    const size_t length = strlen(s->token);
    unsigned char differs = 0;

    if (strlen(url) < length + 2 || url[0] != '/' || url[length + 1] != '/')
        return NULL;
    for (size_t i = 0; i < length; i++)
        differs |= (unsigned char)(url[1 + i] ^ s->token[i]);
    return differs ? NULL : url + length + 2;
}

static enum MHD_Result answer(void *of, struct MHD_Connection *c, const char *url,
                              const char *method, const char *version,
                              const char *upload, size_t *upload_size, void **state)
{
    struct serve *s = of;
    const char *name;

    (void)version, (void)upload, (void)upload_size, (void)state;
    if (strcmp(method, "GET") != 0 && strcmp(method, "HEAD") != 0)
        return refuse(c, MHD_HTTP_METHOD_NOT_ALLOWED, "This page can only be read.\n");
    name = host_is_ours(s, c) ? behind_token(s, url) : NULL;
    if (!name)
        return refuse(c, MHD_HTTP_NOT_FOUND, "Not found.\n");
    if (strcmp(name, "state") == 0)
        return send_answer(c, MHD_HTTP_OK, events_state(), "application/json" UTF8,
                           nothing_may);
    if (strcmp(name, "events") == 0)
        return send_answer(c, MHD_HTTP_OK, events_stream(), "text/event-stream",
                           nothing_may);
    for (size_t i = 0; i < sizeof things / sizeof things[0]; i++)
        if (strcmp(name, things[i].name) == 0)
            return send_thing(s, c, &things[i]);
    return refuse(c, MHD_HTTP_NOT_FOUND, "Not found.\n");
}

/* --- The server ---------------------------------------------------------------------
 */

/* A secret, from random numbers of the system. Returns false if there are none. */
static bool make_token(char token[2 * SECRET + 1])
{
    unsigned char secret[SECRET];

    if (getrandom(secret, SECRET, 0) != SECRET)
        return false;
    for (int i = 0; i < SECRET; i++)
        snprintf(token + 2 * i, 3, "%02x", secret[i]);
    return true;
}

/* A socket that listens at this port of this machine; -1 and errno if none can. */
static int listen_at(int port)
{
    const struct sockaddr_in here = {.sin_family = AF_INET,
                                     .sin_port = htons((uint16_t)port),
                                     .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    const int one = 1, fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

    if (fd < 0)
        return -1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    if (bind(fd, (const struct sockaddr *)&here, sizeof here) == 0 &&
        listen(fd, CONNECTIONS) == 0)
        return fd;
    const int why = errno;
    close(fd);
    errno = why;
    return -1;
}

struct serve *serve_start(int port, const char *caller, const char *mine)
{
    struct serve *s = calloc(1, sizeof *s);

    if (!s || !make_token(s->token)) {
        fprintf(stderr, "%s: no memory, or no random numbers\n", caller);
        exit(2);
    }
    s->mine = mine;
    const int fd = listen_at(port);
    if (fd < 0) {
        fprintf(stderr, "%s: port %d %s: take another, or leave PORT out\n", caller,
                port, errno == EADDRINUSE ? "is in use" : "cannot be had");
        free(s);
        return NULL;
    }
    s->daemon = MHD_start_daemon(
        MHD_USE_AUTO_INTERNAL_THREAD | MHD_USE_THREAD_PER_CONNECTION, 0, NULL, NULL,
        answer, s, MHD_OPTION_LISTEN_SOCKET, (MHD_socket)fd,
        MHD_OPTION_CONNECTION_LIMIT, (unsigned)CONNECTIONS,
        MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)TIMEOUT, MHD_OPTION_END);
    if (!s->daemon) {
        fprintf(stderr, "%s: no server can be started at port %d\n", caller, port);
        close(fd);
        free(s);
        return NULL;
    }
    s->port = MHD_get_daemon_info(s->daemon, MHD_DAEMON_INFO_BIND_PORT)->port;
    snprintf(s->address, sizeof s->address, "http://127.0.0.1:%d/%s/", s->port,
             s->token);
    return s;
}

const char *serve_address(const struct serve *s)
{
    return s->address;
}

void serve_stop(struct serve *s)
{
    events_close();
    MHD_stop_daemon(s->daemon);
    free(s);
}
