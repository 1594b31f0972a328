/* One call of a kernel, looked at; view.h states the contract. */
#include "view.h"

#include <stdlib.h>
#include <string.h>

#include "bench/bench_one.h"
#include "check/check.h"
#include "device/cuda_check.h"
#include "check/opening.h"
#include "rpc/supervise.h"

static void call_and_show(void *arg, struct finding *f)
{
    struct view *const v = arg;
    struct trial t;
    double seconds;

    seconds = v->prepare(v, &t);
    if (trial_call(&t, operation_kernel(v->of), seconds, &v->ms, f) || v->of_faults)
        v->show(v, &t);
    if (v->of_faults)
        f->verdict = VERDICT_PASS;
    trial_close(&t);
}

/* The lab's function of that name; NULL, with a line that names those that it has, if
   there is none. */
static const struct operation *find(const struct check *spec, const char *function)
{
    const struct operation *of;

    if (!function || !*function)
        return check_function(spec, 0);
    for (int i = 0; (of = check_function(spec, i)); i++)
        if (strcmp(of->name, function) == 0)
            return of;
    fprintf(stderr, "FUNCTION=%s is not possible: lab %s has", function, spec->lab);
    for (int i = 0; (of = check_function(spec, i)); i++)
        fprintf(stderr, "%s %s", i ? "," : "", of->name);
    fputc('\n', stderr);
    return NULL;
}

int view_run(struct view *v, const char *lab)
{
    const struct check *const spec = check_find(lab);
    struct finding f = {.verdict = VERDICT_PASS};
    int status;

    if (!spec) {
        fprintf(stderr, "there is no labs/%s/check.c\n", lab);
        return 2;
    }
    v->lab = spec->lab;
    v->of = find(spec, v->function);
    if (!v->of)
        return 2;
    if (!opening_seed(&v->seed))
        return 2;
    status = supervise(call_and_show, v, &f);
    if (status == 2 || f.verdict == VERDICT_PASS)
        return status;
    printf("%s\n", v->failed);
    verdict_explain(&f);
    return verdict_close(v->lab, &f);
}

FILE *view_open(const struct view *v)
{
    FILE *const out = fopen(v->path, "w");

    if (out)
        return out;
    fprintf(stderr, "cannot write '%s'\n", v->path);
    exit(2);
}

void view_close(const struct view *v, FILE *out)
{
    const bool written = !ferror(out);

    if (fclose(out) == 0 && written)
        return;
    fprintf(stderr, "cannot write '%s'\n", v->path);
    exit(2);
}

const char *view_device(void)
{
    static struct cudaDeviceProp device;

    CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
    return device.name;
}
