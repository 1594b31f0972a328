/* One problem and calls of sgemm() upon it; trial.h states the contract. */
#include "trial.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cuda_check.h"
#include "host_alloc.h"
#include "probe.h"
#include "launch_error.h"
#include "supervise.h"

/* Rows of C that a guard holds: a block that runs over the last row by less than this
   is caught. */
enum { GUARD_ROWS = 64 };

void trial_open(struct trial *t, int M, int N, int K, float alpha, float beta,
                uint64_t seed)
{
    const size_t a = (size_t)M * K, b = (size_t)K * N, c = (size_t)M * N;

    t->faulted = t->landed = false;
    t->A = host_alloc(a);
    t->B = host_alloc(b);
    t->C0 = host_alloc(c);
    t->C = host_alloc(c);
    matrix_fill(t->A, a, seed);
    matrix_fill(t->B, b, seed + 1);
    if (beta != 0)
        matrix_fill(t->C0, c, seed + 2);
    else
        matrix_poison(t->C0, c);
    t->p = (struct matrix_problem){M, N, K, alpha, beta, t->A, t->B, t->C0};

    t->dA = guarded_new(a, (size_t)GUARD_ROWS * K);
    t->dB = guarded_new(b, (size_t)GUARD_ROWS * N);
    t->dC = guarded_new(c, (size_t)GUARD_ROWS * N);
    guarded_put(&t->dA, t->A);
    guarded_put(&t->dB, t->B);
}

void trial_close(struct trial *t)
{
    if (t->faulted) {
        cudaDeviceReset(); /* and if even that fails, the next call says so */
    } else {
        guarded_free(&t->dA);
        guarded_free(&t->dB);
        guarded_free(&t->dC);
    }
    free(t->A);
    free(t->B);
    free(t->C0);
    free(t->C);
}

/* An access outside the matrices: what keeps a thread inside the one that is nearest.
 */
static void explain_outside(const struct trial *t, const void *address,
                            struct finding *f)
{
    const struct {
        const struct guarded *g;
        char name;
        int rows, cols;
        const char *element, *condition;
    } matrices[] = {
        {&t->dA, 'A', t->p.M, t->p.K, "row * K + k", "row < M and k < K"},
        {&t->dB, 'B', t->p.K, t->p.N, "k * N + col", "k < K and col < N"},
        {&t->dC, 'C', t->p.M, t->p.N, "row * N + col", "row < M and col < N"},
    };
    uintptr_t nearest = UINTPTR_MAX;
    char place[80];

    for (int i = 0; address && i < 3; i++) {
        const uintptr_t start = (uintptr_t)matrices[i].g->data, at = (uintptr_t)address;
        const uintptr_t end = start + matrices[i].g->n * sizeof(float);
        const uintptr_t far = at < start ? start - at : at < end ? 0 : at - end;

        if (far >= nearest)
            continue;
        nearest = far;
        if (at >= start && at < end) { /* it begins inside: wider than an element */
            snprintf(f->remedy, sizeof f->remedy,
                     "%c is %d x %d here: a wide access reaches past its end; go float "
                     "by float where a row ends, or does not begin at 16 bytes",
                     matrices[i].name, matrices[i].rows, matrices[i].cols);
            return;
        }
        place[0] = '\0';
        if (at >= start) {
            const size_t index = (at - start) / sizeof(float);

            snprintf(place, sizeof place, ", and this would be row %zu, column %zu",
                     index / matrices[i].cols, index % matrices[i].cols);
        }
        snprintf(
            f->remedy, sizeof f->remedy,
            "%c is %d x %d here%s: let a thread touch %c[%s] only where %s, of the "
            "same row, column and k",
            matrices[i].name, matrices[i].rows, matrices[i].cols, place,
            matrices[i].name, matrices[i].element, matrices[i].condition);
    }
}

/* True if the launch and all that it did went well. */
static bool ran_well(const struct trial *t, cudaError_t error, struct finding *f)
{
    struct fault fault;

    if (probe_fault(&fault)) {
        verdict_of_fault(f, &fault);
        explain_outside(t, fault.address, f);
        return false;
    }
    if (error != cudaSuccess) {
        launch_error_explain(error, f);
        if (probe_refused(&fault)) { /* which knows more than the error tells */
            snprintf(f->file, sizeof f->file, "%s", fault.file);
            f->line = fault.line;
            snprintf(f->what, sizeof f->what, "%s", fault.what);
            snprintf(f->remedy, sizeof f->remedy, "%s", fault.remedy);
        }
        return false;
    }
    return true;
}

/* True if nothing beside the array was written. */
static bool guards_whole(const struct guarded *g, const char *name, struct finding *f)
{
    const long at = guarded_damage(g);

    if (at == 0)
        return true;
    f->verdict = VERDICT_OUT_OF_BOUNDS;
    f->element =
        (struct probe_element){.rank = 1, .index = {at > 0 ? (long)g->n - 1 + at : at}};
    snprintf(f->element.array, sizeof f->element.array, "%s", name);
    snprintf(f->what, sizeof f->what, "the kernel wrote %ld element%s %s of %s",
             labs(at), labs(at) == 1 ? "" : "s",
             at > 0 ? "past the end" : "before the start", name);
    snprintf(f->remedy, sizeof f->remedy,
             "let a thread write only where row < M and col < N");
    return false;
}

/* True if the input, in rows of `cols` floats, is as it was. */
static bool input_whole(const struct guarded *g, const float *was, int cols,
                        const char *name, struct finding *f)
{
    const size_t at = guarded_compare(g, was);
    struct probe_place place;

    if (at == g->n)
        return true;
    f->verdict = VERDICT_WRONG;
    snprintf(f->what, sizeof f->what,
             "the input %s was overwritten, first at row %zu, column %zu", name,
             at / cols, at % cols);
    f->element =
        (struct probe_element){.rank = 2, .index = {(long)at / cols, (long)at % cols}};
    snprintf(f->element.array, sizeof f->element.array, "%s", name);
    if (probe_writer(&g->data[at], &place)) {
        if (place.who[0])
            snprintf(f->what + strlen(f->what), sizeof f->what - strlen(f->what),
                     ", by %s", place.who);
        snprintf(f->file, sizeof f->file, "%s", place.file);
        f->line = place.line;
        f->who = place.by;
    }
    snprintf(f->remedy, sizeof f->remedy, "write to C alone: A and B are the caller's");
    return false;
}

bool trial_call(struct trial *t, trial_sgemm *fn, double seconds, float *ms,
                struct finding *f)
{
    const struct matrix_problem *p = &t->p;
    char call[128];
    cudaEvent_t start, end;
    cudaError_t launch, sync;

    snprintf(call, sizeof call, "sgemm(M=%d, N=%d, K=%d, alpha=%g, beta=%g)", p->M,
             p->N, p->K, p->alpha, p->beta);
    supervise_arrays((struct supervise_array[]){
        {'A', t->dA.data, t->dA.n},
        {'B', t->dB.data, t->dB.n},
        {'C', t->dC.data, t->dC.n},
    });
    guarded_put(&t->dC, t->C0);
    CUDA_CHECK(cudaEventCreate(&start));
    CUDA_CHECK(cudaEventCreate(&end));
    CUDA_CHECK(cudaDeviceSynchronize());
    probe_reset();
    probe_flops(2.0 * p->M * p->N * p->K);
    probe_timeout(seconds);

    supervise_enter(call, seconds);
    supervise_numbers("sgemm", &(struct finding_numbers){5,
                                                         {{"M", p->M},
                                                          {"N", p->N},
                                                          {"K", p->K},
                                                          {"alpha", p->alpha},
                                                          {"beta", p->beta}}});
    cudaEventRecord(start, NULL);
    fn(p->M, p->N, p->K, p->alpha, t->dA.data, t->dB.data, p->beta, t->dC.data);
    launch = cudaGetLastError();
    cudaEventRecord(end, NULL);
    sync = cudaDeviceSynchronize();
    supervise_leave();

    t->landed = launch == cudaSuccess && sync == cudaSuccess;
    t->faulted = !ran_well(t, launch != cudaSuccess ? launch : sync, f);
    if (t->landed)
        guarded_get(&t->dC, t->C);
    if (t->faulted)
        return false;
    CUDA_CHECK(cudaEventElapsedTime(ms, start, end));
    CUDA_CHECK(cudaEventDestroy(start));
    CUDA_CHECK(cudaEventDestroy(end));
    return guards_whole(&t->dC, "C", f) && guards_whole(&t->dA, "A", f) &&
           guards_whole(&t->dB, "B", f) && input_whole(&t->dA, t->A, p->K, "A", f) &&
           input_whole(&t->dB, t->B, p->N, "B", f);
}
