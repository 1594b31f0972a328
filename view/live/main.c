/*
 * A server for one page, which shows the check of a kernel, its speed and its explorer,
 * and renews itself at each save. make liveNN runs it (live.mk); docs/live.md describes
 * it. Ctrl-C ends it.
 *
 * usage: build/live --lab LAB --kernel FILE --mine BASE --record FILE [OPTION...]
 * MAKE...
 *
 *   --port N         listen there; 0, the default, is any free port
 *   --next LAB       the lab after this one
 *   --explore GOAL   the target that makes the explorer is GOAL and the lab's number
 *   --object FILE    the compiled kernel; up to 4 of them
 *   --table FILE     speeds to show beside the kernel's own; up to 64 of them
 *   MAKE...          how make is called
 *
 * exit status: 0 it was ended; 2 the call or the machine, with a line
 */
#define _POSIX_C_SOURCE 200809L
#include <getopt.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>

#include "live/serve.h"
#include "live/steps.h"

enum {
    TABLES = 64,
    REST = 100, /* milliseconds between two looks at the kernel */
    BUSY = 20   /* while make runs, also at what it has left */
};

static volatile sig_atomic_t ended;

static void end(int signal)
{
    (void)signal;
    ended = 1;
}

static _Noreturn void usage(void)
{
    fputs(
        "usage: live --lab LAB --kernel FILE --mine BASE --record FILE [--port N] "
        "[--next LAB] [--explore GOAL] [--object FILE]... [--table FILE]... MAKE...\n",
        stderr);
    exit(2);
}

static int port_of(const char *text)
{
    char *rest;
    const long port = strtol(text, &rest, 10);

    if (*rest || rest == text || port < 0 || port > 65535) {
        fprintf(stderr, "live: PORT=%s is no port: it is a number up to 65535\n", text);
        exit(2);
    }
    return (int)port;
}

/* Returns the port. */
static int read_options(int argc, char **argv, struct course *c)
{
    static const struct option options[] = {
        {"lab", 1, 0, 'l'},     {"kernel", 1, 0, 'k'},
        {"mine", 1, 0, 'm'},    {"record", 1, 0, 'r'},
        {"port", 1, 0, 'p'},    {"next", 1, 0, 'n'},
        {"explore", 1, 0, 'e'}, {"object", 1, 0, 'o'},
        {"table", 1, 0, 't'},   {0}};
    static char *tables[TABLES + 1];
    int option, port = 0, n_tables = 0, n_objects = 0;

    *c = (struct course){.next = "", .explore = "", .tables = tables};
    while ((option = getopt_long(argc, argv, "+", options, NULL)) != -1)
        switch (option) {
        case 'l':
            c->lab = optarg;
            break;
        case 'k':
            c->kernel = optarg;
            break;
        case 'm':
            c->mine = optarg;
            break;
        case 'r':
            c->record = optarg;
            break;
        case 'p':
            port = port_of(optarg);
            break;
        case 'n':
            c->next = optarg;
            break;
        case 'e':
            c->explore = optarg;
            break;
        case 'o':
            if (n_objects < COURSE_OBJECTS)
                c->object[n_objects++] = optarg;
            break;
        case 't':
            if (n_tables < TABLES)
                tables[n_tables++] = optarg;
            break;
        default:
            usage();
        }
    if (!c->lab || !c->kernel || !c->mine || !c->record || optind == argc)
        usage();
    c->make = argv + optind;
    return port;
}

/* Serve, and look at the kernel and at make, until a signal comes. */
static void run(struct serve *serve, struct steps *steps, struct state *state)
{
    long long looked = 0;

    while (!ended) {
        const int pause = steps->job.pid ? BUSY : REST;
        struct pollfd of = {.fd = serve_descriptor(serve), .events = POLLIN};

        poll(&of, 1, pause);
        serve_run(serve);
        if (job_clock() - looked < pause)
            continue; /* a request */
        looked = job_clock();
        if (steps_look(steps)) {
            state_publish(state);
            serve_changed(serve);
        }
    }
}

int main(int argc, char **argv)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction act = {.sa_handler = end};
    static struct steps steps;
    struct state state = {0};
    struct course course;
    struct serve *serve;
    const int port = read_options(argc, argv, &course);
    char caller[32];

    setvbuf(stdout, NULL, _IOLBF, 0);
    snprintf(caller, sizeof caller, "live%.*s", (int)strcspn(course.lab, "_"),
             course.lab);
    signal(SIGPIPE, SIG_IGN);
    for (int i = 0; i < 3; i++)
        sigaction(signals[i], &act, NULL);
    prctl(PR_SET_PDEATHSIG, SIGTERM); /* it does not outlive the make that began it */

    state_begin(&state, &course);
    state_publish(&state);
    serve = serve_start(port, caller, &state);
    if (!serve || !job_prepare())
        return 2;
    printf("%s: open %s in a browser\n", caller, serve_address(serve));
    printf("%s: checks %s each time you save it; Ctrl-C ends it\n", caller,
           course.kernel);
    steps_begin(&steps, &course, &state);
    run(serve, &steps, &state);
    serve_stop(serve);
    steps_finish(&steps);
    json_decref(state.all);
    free(state.text);
    free(steps.kernel.text);
    printf("\n%s: ended\n", caller);
    return 0;
}
