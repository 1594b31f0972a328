/* The stream of events; events.h states the contract. */
#define _GNU_SOURCE /* asprintf, pthread_cond_clockwait */
#include "live/events.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ALIVE = 5 }; /* seconds from one sign of life to the next */

/* What is published, for the threads of the clients. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t news = PTHREAD_COND_INITIALIZER;
static char *state;
static unsigned long number;
static bool closing;

struct client {
    unsigned long sent; /* the number of the last state */
    char *text;         /* that is being sent */
    size_t size, done;
};

void events_publish(char *text, unsigned long its_number)
{
    pthread_mutex_lock(&lock);
    free(state);
    state = text;
    number = its_number;
    pthread_cond_broadcast(&news);
    pthread_mutex_unlock(&lock);
}

void events_close(void)
{
    pthread_mutex_lock(&lock);
    closing = true;
    pthread_cond_broadcast(&news);
    pthread_mutex_unlock(&lock);
}

struct MHD_Response *events_state(void)
{
    struct MHD_Response *answer;

    pthread_mutex_lock(&lock);
    answer =
        MHD_create_response_from_buffer(strlen(state), state, MHD_RESPMEM_MUST_COPY);
    pthread_mutex_unlock(&lock);
    return answer;
}

/* Wait for what is to be sent next. Returns NULL at the end of the stream. */
static char *next_event(struct client *c)
{
    struct timespec until;
    char *text = NULL;
    int late = 0;

    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += ALIVE;
    pthread_mutex_lock(&lock);
    while (!closing && c->sent == number && !late)
        late = pthread_cond_clockwait(&news, &lock, CLOCK_MONOTONIC, &until);
    if (!closing && c->sent == number)
        text = strdup(": ping\nevent: alive\ndata: 1\n\n");
    else if (!closing &&
             asprintf(&text, "retry: 1000\nid: %lu\nevent: state\ndata: %s\n\n", number,
                      state) < 0)
        text = NULL;
    c->sent = number;
    pthread_mutex_unlock(&lock);
    return text;
}

static ssize_t give(void *of, uint64_t position, char *to, size_t room)
{
    struct client *c = of;
    size_t n;

    (void)position;
    if (c->done == c->size) {
        free(c->text);
        c->text = next_event(c);
        c->size = c->text ? strlen(c->text) : 0;
        c->done = 0;
    }
    if (!c->text)
        return MHD_CONTENT_READER_END_OF_STREAM;
    n = c->size - c->done < room ? c->size - c->done : room;
    memcpy(to, c->text + c->done, n);
    c->done += n;
    return (ssize_t)n;
}

static void gone(void *of)
{
    struct client *c = of;

    free(c->text);
    free(c);
}

struct MHD_Response *events_stream(void)
{
    enum { BLOCK = 32 * 1024 };
    struct client *c = calloc(1, sizeof *c);
    struct MHD_Response *answer = NULL;

    if (c)
        answer =
            MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, BLOCK, give, c, gone);
    if (c && !answer)
        gone(c);
    return answer;
}
