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
 *   --object FILE    the compiled kernel; any number of them
 *   --table FILE     speeds to show beside the kernel's own; any number of them
 *   MAKE...          how make is called
 *
 * exit status: 0 it was ended; 2 the call or the machine, with a line
 */
#define _POSIX_C_SOURCE 200809L
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>

#include "live/live_serve.h"
#include "live/live_steps.h"

enum {
    REST = 100, /* milliseconds between two looks at the kernel */
    BUSY = 20   /* while make runs, also at what it has left */
};

static volatile sig_atomic_t ended;

static void end(int signal)
{
    (void)signal;
    ended = 1;
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
    const char *port = "0";
    const char **one[] = {&c->lab,  &c->kernel,  &c->mine, &c->record,
                          &c->next, &c->explore, &port};
    enum { ONE = sizeof one / sizeof one[0], OBJECT = ONE, TABLE };
    static const struct option options[] = {
        {"lab", 1, 0, 0},       {"kernel", 1, 0, 1},
        {"mine", 1, 0, 2},      {"record", 1, 0, 3},
        {"next", 1, 0, 4},      {"explore", 1, 0, 5},
        {"port", 1, 0, 6},      {"object", 1, 0, OBJECT},
        {"table", 1, 0, TABLE}, {0}};
    int option, objects = 0, tables = 0;

    *c = (struct course){.next = "", .explore = ""};
    c->objects = calloc((size_t)argc, sizeof *c->objects);
    c->tables = calloc((size_t)argc, sizeof *c->tables);
    while ((option = getopt_long(argc, argv, "+", options, NULL)) != -1)
        if (option >= 0 && option < ONE)
            *one[option] = optarg;
        else if (option == OBJECT)
            c->objects[objects++] = optarg;
        else if (option == TABLE)
            c->tables[tables++] = optarg;
        else
            break;
    if (option != -1 || !c->lab || !c->kernel || !c->mine || !c->record ||
        optind == argc) {
        fputs(
            "usage: live --lab LAB --kernel FILE --mine BASE --record FILE [--port N] "
            "[--next LAB] [--explore GOAL] [--object FILE]... [--table FILE]... "
            "MAKE...\n",
            stderr);
        exit(2);
    }
    c->make = argv + optind;
    return port_of(port);
}

int main(int argc, char **argv)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction act = {.sa_handler = end};
    struct steps steps;
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
    steps_begin(&steps, &course, &state);
    if (!job_prepare())
        return 2;
    serve = serve_start(port, caller, course.mine);
    if (serve) {
        printf("%s: open %s in a browser\n", caller, serve_address(serve));
        printf("%s: checks %s each time you save it; Ctrl-C ends it\n", caller,
               course.kernel);
    }
    while (serve && !ended) {
        if (steps_look(&steps))
            state_publish(&state);
        nanosleep(
            &(struct timespec){.tv_nsec = (steps.job.pid ? BUSY : REST) * 1000000L},
            NULL);
    }
    if (serve)
        serve_stop(serve);
    job_finish(&steps.job);
    if (!serve)
        return 2;
    printf("\n%s: ended\n", caller);
    return 0;
}
