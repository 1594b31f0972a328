/* lab check: judges a kernel, or says why there is nothing to run, and writes the
   record; lab.h. */
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check/check.h"
#include "device/clock.h"
#include "check/gaps.h"
#include "finding/compiler_log.h"
#include "finding/report_print.h"
#include "finding/record.h"
#include "finding/utf8.h"
#include "lab/lab.h"
#include "check/opening.h"
#include "rpc/rpc.h"

enum { FOLDERS = 8 };

/* What it is called with; see lab.h. */
struct asked {
    const char *record, *log, *refused, *what, *remedy, *source;
    const char *without[FOLDERS];
    int folders, line;
    bool sandboxed;
};

static bool take(struct asked *a, int option)
{
    switch (option) {
    case 'r':
        a->record = optarg;
        return true;
    case 'l':
        a->log = optarg;
        return true;
    case 's':
        a->sandboxed = true;
        return true;
    case 'o':
        a->without[a->folders++] = optarg;
        return a->folders < FOLDERS;
    case 'f':
        a->refused = optarg;
        return true;
    case 'w':
        a->what = optarg;
        return true;
    case 't':
        a->remedy = optarg;
        return true;
    case 'n':
        a->line = atoi(optarg);
        return true;
    default:
        return false;
    }
}

static bool parse(struct asked *a, int argc, char **argv)
{
    static const struct option options[] = {
        {"record", required_argument, NULL, 'r'},
        {"compiler-log", required_argument, NULL, 'l'},
        {"sandboxed", no_argument, NULL, 's'},
        {"without", required_argument, NULL, 'o'},
        {"refused", required_argument, NULL, 'f'},
        {"what", required_argument, NULL, 'w'},
        {"try", required_argument, NULL, 't'},
        {"line", required_argument, NULL, 'n'},
        {0}};
    int option;

    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1)
        if (!take(a, option))
            return false;
    a->source = argv[optind];
    return argc - optind <= 1 && (!a->refused || a->what) &&
           (!a->log || a->refused || a->source);
}

/* A name that is not declared may be that of a step that comes first. */
static void explain_step(const char *source, struct finding *f)
{
    struct gap g;

    if ((strstr(f->what, "was not declared in this scope") || /* g++ */
         strstr(f->what, "is undefined")) &&                  /* nvcc */
        gaps_first_unfilled(source, &g) == 1 &&
        g.line < f->line)
        snprintf(f->remedy, sizeof f->remedy,
                 "write STEP %d on line %d first: it may declare what is missing",
                 g.step, g.line);
}

/* It does not compile. Returns false where that is no kernel's fault. */
static bool explain_log(const struct asked *a, const char *lab, char *log,
                        struct finding *f)
{
    char why[1024];

    if (!a->sandboxed && compiler_log_of_machine(log, a->source, why, sizeof why)) {
        fprintf(stderr, "lab%.2s: the machine is at fault, not the kernel: %s\n", lab,
                why);
        return false;
    }
    compiler_log_explain(log, a->source, f);
    explain_step(a->source, f);
    return true;
}

static bool explain_refusal(const struct asked *a, struct finding *f)
{
    for (int v = VERDICT_INCOMPLETE; v <= VERDICT_OUTPUT; v++)
        if (strcmp(a->refused, verdict_word((enum verdict)v)) == 0) {
            *f = (struct finding){.verdict = (enum verdict)v, .line = a->line};
            utf8_clean(a->what, f->what,
                       sizeof f->what); /* it may quote a submission */
            utf8_clean(a->remedy ? a->remedy : "", f->remedy, sizeof f->remedy);
            if (a->source && a->line)
                snprintf(f->file, sizeof f->file, "%s", a->source);
            return true;
        }
    fprintf(stderr, "'%s' is no verdict\n", a->refused);
    return false;
}

/* What there is to say of a kernel that is not run. Returns 0, or 2. */
static int refuse(const struct asked *a, const char *lab, struct finding *f)
{
    char *log = a->log ? compiler_log_read(a->log, a->without, a->folders) : NULL;
    bool explained = !a->log || log;

    if (explained)
        explained = a->refused ? explain_refusal(a, f) : explain_log(a, lab, log, f);
    if (explained && log)
        fputs(log, stdout);
    if (explained && log && *log && log[strlen(log) - 1] != '\n')
        putchar('\n');
    free(log);
    return explained ? 0 : 2;
}

/* Run the check, and note what the record says of that. Returns 0, or 2. */
static int run(const struct check *spec, struct record *r)
{
    const char *draw = getenv("DRAW");
    const char *source = r->source[0] ? r->source : NULL;
    const struct rpc_device *d = NULL;
    double start;
    uint64_t seed;

    if (source && access(source, R_OK) != 0) {
        fprintf(stderr, "judge: cannot read '%s': %s\n", source, strerror(errno));
        return 2;
    }
    if (spec->tile[0] < 1) {
        fprintf(stderr,
                "labs/%s/check.c: names no tile, such as .tile = {32, 32, 32}\n",
                spec->lab);
        return 2;
    }
    if (!opening_seed(&seed))
        return 2;
    start = clock_now();
    if (check_run(spec, source, seed, &r->finding))
        return 2;
    r->seconds = clock_now() - start;
    d = rpc_device_known();
    if (rpc_plain() && r->finding.stage > STAGE_RAGGED &&
        r->finding.verdict != VERDICT_PASS) {
        r->finding.stage = STAGE_RAGGED; /* nothing saw whether it is safe */
        r->finding.failed = STAGE_SAFE;
    }
    if (r->finding.verdict == VERDICT_PASS)
        r->finding.when[0] = '\0'; /* the last call is no better than the others */
    if (d) {
        snprintf(r->device, sizeof r->device, "%s", d->name);
        snprintf(r->backend, sizeof r->backend, "%s",
                 strcmp(d->source, "modelled") == 0 ? "cpu" : "gpu");
    }
    snprintf(r->seed, sizeof r->seed, "%" PRIu64, seed);
    snprintf(r->draw, sizeof r->draw, "%s", draw ? draw : "");
    snprintf(r->output, sizeof r->output, "%s", rpc_printed());
    return 0;
}

int lab_check(int argc, char **argv)
{
    static struct record r;
    const struct check *const spec = check_find(argv[1]);
    struct asked a = {0};
    int status;

    if (!spec) {
        fprintf(stderr, "lab check: there is no labs/%s/check.c\n", argv[1]);
        return 2;
    }
    if (!parse(&a, argc - 1, argv + 1)) {
        fprintf(stderr,
                "usage: lab check LAB [--record FILE] [--compiler-log FILE | --refused "
                "WORD --what TEXT] [SOURCE]; see common/lab/lab.h\n");
        return 2;
    }
    snprintf(r.lab, sizeof r.lab, "%s", spec->lab);
    snprintf(r.source, sizeof r.source, "%s", a.source ? a.source : "");
    r.finding = (struct finding){.verdict = VERDICT_PASS};
    if (a.log || a.refused ? refuse(&a, spec->lab, &r.finding) : run(spec, &r))
        return 2;
    status = record_print(&r, true);
    if (fflush(stdout) || ferror(stdout))
        return 3;
    return !a.record || record_write(a.record, &r) ? status : 3;
}
