/* One problem and calls on it; trial.h states the contract. */
#include "trial/trial.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device/cuda_check.h"
#include "device/host_alloc.h"
#include "mark.h"
#include "probe.h"
#include "rpc/supervise.h"
#include "trial/trial_faults.h"

/* Rows that a guard holds: a block that runs over the last row by less than this is
   caught. */
enum { GUARD_ROWS = 64 };

void trial_open(struct trial *t, const struct operation *of, const int size[],
                const float scalar[], uint64_t seed)
{
    *t = (struct trial){.p = {.of = of}, .seed = seed};
    memcpy(t->p.size, size, sizeof t->p.size);
    memcpy(t->p.scalar, scalar, sizeof t->p.scalar);
    problem_fill(&t->p, seed);
    for (int i = 0; of->array[i].name; i++) {
        const enum element type = of->array[i].type;
        const size_t n = problem_elements(&t->p, i);

        t->device[i] = guarded_new(type, n, GUARD_ROWS * problem_extent(&t->p, i).ld);
        if (trial_is_output(t, i))
            t->result[i] = host_bytes(n * element_bytes(type));
    }
    trial_put_inputs(t);
}

void trial_close(struct trial *t)
{
    if (t->faulted)
        cudaDeviceReset(); /* and if even that fails, the next call says so */
    for (int i = 0; t->p.of->array[i].name; i++) {
        if (!t->faulted)
            guarded_free(&t->device[i]);
        free(t->result[i]);
        free(t->ref[i]);
        free(t->bound[i]);
    }
    problem_free(&t->p);
}

void trial_put_inputs(struct trial *t)
{
    for (int i = 0; t->p.of->array[i].name; i++)
        if (!trial_is_output(t, i))
            guarded_put(&t->device[i], t->p.array[i]);
}

void trial_get_outputs(struct trial *t)
{
    for (int i = 0; t->p.of->array[i].name; i++)
        if (trial_is_output(t, i))
            guarded_get(&t->device[i], t->result[i]);
}

void trial_mark_inputs(struct trial *t)
{
    int input = 0;

    for (int i = 0; t->p.of->array[i].name && input < MARKED_INPUTS; i++) {
        const struct extent e = problem_extent(&t->p, i);
        const int bytes = (int)element_bytes(t->p.of->array[i].type);

        if (trial_is_output(t, i))
            continue;
        for (size_t row = 0; row < e.rows; row++)
            for (size_t col = 0; col < e.cols; col++) {
                char *at = (char *)t->p.array[i] + (row * e.ld + col) * (size_t)bytes;

                mark_write(at, mark_bits(mark_read(at, bytes), input, bytes), bytes);
            }
        input++;
    }
    trial_put_inputs(t);
}

struct call trial_arguments(const struct trial *t)
{
    struct call c = {.of = t->p.of};

    memcpy(c.size, t->p.size, sizeof c.size);
    memcpy(c.scalar, t->p.scalar, sizeof c.scalar);
    for (int i = 0; t->p.of->array[i].name; i++)
        c.array[i] = t->device[i].data;
    return c;
}

/* True if an output has rows that are longer than their columns: which bytes of it were
   stored says if what is between them was written. */
static bool padded(const struct trial *t)
{
    for (int i = 0; t->p.of->array[i].name; i++) {
        const struct extent e = problem_extent(&t->p, i);

        if (trial_is_output(t, i) && e.ld > e.cols)
            return true;
    }
    return false;
}

/* Tell the supervisor and the emulator what is about to be called. */
static void announce(const struct trial *t, const struct call *arguments,
                     double seconds)
{
    struct supervise_array arrays[OPERATION_ARRAYS];
    uint32_t width[OPERATION_ARRAYS];
    int n = 0;

    for (; t->p.of->array[n].name; n++) {
        const struct guarded *g = &t->device[n];

        arrays[n] = (struct supervise_array){
            .start = g->data,
            .bytes = g->n * element_bytes(g->type),
            .each = element_bytes(g->type),
        };
        width[n] = (uint32_t)(problem_extent(&t->p, n).ld * arrays[n].each);
        snprintf(arrays[n].name, sizeof arrays[n].name, "%s", t->p.of->array[n].name);
    }
    supervise_arrays(arrays, n);
    probe_reset();
    probe_arrays(arguments->array, width, t->by_array || padded(t) ? n : 0);
    probe_withhold(t->withheld, (int)element_bytes(t->p.of->array[0].type), t->seed);
    probe_flops(t->p.of->work(&t->p).flops);
    probe_timeout(seconds);
}

/* The call as data, for whoever tells of it. */
static void name_numbers(const struct trial *t)
{
    struct finding_numbers numbers = {.n = 0};
    const struct operation *of = t->p.of;

    for (int i = 0; of->size[i]; i++, numbers.n++) {
        numbers.number[numbers.n].value = t->p.size[i];
        snprintf(numbers.number[numbers.n].name, sizeof numbers.number->name, "%s",
                 of->size[i]);
    }
    for (int i = 0; of->scalar[i]; i++, numbers.n++) {
        numbers.number[numbers.n].value = (double)t->p.scalar[i];
        snprintf(numbers.number[numbers.n].name, sizeof numbers.number->name, "%s",
                 of->scalar[i]);
    }
    supervise_numbers(of->name, &numbers);
}

/* Once a trial: inputs that are changed after a call are not judged. */
static void compute_references(struct trial *t)
{
    for (int i = 0; t->p.of->array[i].name; i++) {
        const struct extent e = problem_extent(&t->p, i);

        if (!trial_is_output(t, i) || t->ref[i])
            continue;
        t->ref[i] = host_alloc_double(e.rows * e.cols);
        t->bound[i] = host_alloc_double(e.rows * e.cols);
        problem_reference(&t->p, i, t->ref[i], t->bound[i]);
    }
}

bool trial_call(struct trial *t, operation_function *fn, double seconds, float *ms,
                struct finding *f)
{
    const struct call arguments = trial_arguments(t);
    char call[256];
    cudaEvent_t start, end;
    cudaError_t launch, sync;

    problem_text(&t->p, call, sizeof call);
    for (int i = 0; t->p.of->array[i].name; i++)
        if (trial_is_output(t, i))
            guarded_put(&t->device[i], t->p.array[i]);
    CUDA_CHECK(cudaEventCreate(&start));
    CUDA_CHECK(cudaEventCreate(&end));
    CUDA_CHECK(cudaDeviceSynchronize());
    announce(t, &arguments, seconds);

    supervise_enter(call, seconds);
    name_numbers(t);
    if (ms)
        cudaEventRecord(start, NULL);
    fn(&arguments);
    if (t->judged)
        compute_references(t);
    launch = cudaGetLastError();
    if (ms)
        cudaEventRecord(end, NULL);
    sync = cudaDeviceSynchronize();
    supervise_leave();

    t->completed = launch == cudaSuccess && sync == cudaSuccess;
    t->faulted = !trial_ran_well(t, launch != cudaSuccess ? launch : sync, f);
    if (t->completed)
        trial_get_outputs(t);
    if (t->faulted)
        return false;
    if (ms)
        CUDA_CHECK(cudaEventElapsedTime(ms, start, end));
    CUDA_CHECK(cudaEventDestroy(start));
    CUDA_CHECK(cudaEventDestroy(end));
    return trial_all_whole(t, f);
}
