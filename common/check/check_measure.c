/* The quantities that technique rules are about; check.h lists them. A quotient by
   nothing is NaN, which satisfies no rule. */
#include "check/check.h"

#include <math.h>
#include <string.h>

#include "operation/problem.h"

/* Bytes. A wavefront is a word of each bank. */
enum { WORD = 4, SECTOR = 32, WAVEFRONT = 128 };

static double per(double quantity, double of)
{
    return of > 0 ? quantity / of : NAN;
}

/* Loads of what the outputs held before the call: C of beta * C. */
static double loaded_of_outputs(const struct check_run *x)
{
    const struct operation_array *a = x->problem->of->array;
    double sum = 0;

    for (int i = 0; a[i].name; i++)
        if (a[i].use == USE_IN_OUT)
            sum += (double)x->array[i].load.bytes;
    return sum;
}

/* Without those. An atomic operation loads and stores. */
static double loaded_bytes(const struct check_run *x)
{
    const struct counters *c = &x->counters;

    return (double)(c->global_load_bytes + c->bulk_load_bytes + c->atomic_bytes +
                    c->constant_bytes) -
           loaded_of_outputs(x);
}

static double stored_bytes(const struct counters *c)
{
    return (double)(c->global_store_bytes + c->bulk_store_bytes + c->atomic_bytes);
}

static double loaded_sectors(const struct check_run *x)
{
    return (double)(x->counters.global_load_sectors + x->counters.atomic_sectors);
}

double check_sectors_per_load(const struct check_run *x)
{
    return per(loaded_sectors(x),
               (double)(x->counters.global_load_words + x->counters.atomic_requests));
}

double check_sectors_per_fma(const struct check_run *x)
{
    return per(loaded_sectors(x), x->fmas);
}

double check_sectors_per_result(const struct check_run *x)
{
    return per((double)SECTOR * (double)(x->counters.global_store_sectors +
                                         x->counters.atomic_sectors),
               problem_output_bytes(x->problem));
}

double check_global_words_per_fma(const struct check_run *x)
{
    return per(loaded_bytes(x) / WORD, x->fmas);
}

double check_shared_words_per_fma(const struct check_run *x)
{
    return per((double)x->counters.shared_load_bytes / WORD +
                   (double)x->counters.shuffled_words,
               x->fmas);
}

double check_shared_words_per_global(const struct check_run *x)
{
    return per((double)x->counters.shared_foreign_bytes, loaded_bytes(x));
}

double check_percent_in_16(const struct check_run *x)
{
    return per(100.0 * (double)x->counters.global_bytes_in_16,
               loaded_bytes(x) + (double)x->counters.global_store_bytes);
}

/* Without accesses to other blocks of a cluster, of which each has a wavefront. */
double check_wavefronts_per_load(const struct check_run *x)
{
    const struct counters *c = &x->counters;

    return per((double)(c->shared_load_wavefronts - c->remote_load_requests),
               (double)(c->shared_load_bytes - c->remote_load_bytes) / WAVEFRONT);
}

/* Nothing that is stored has no conflict. */
double check_wavefronts_per_store(const struct check_run *x)
{
    const struct counters *c = &x->counters;
    const uint64_t bytes = c->shared_store_bytes - c->remote_store_bytes;

    return bytes ? per((double)(c->shared_store_wavefronts - c->remote_store_requests),
                       (double)bytes / WAVEFRONT)
                 : 0;
}

static double of_all_kinds(const uint64_t operations[EMU_ELEMENT_KINDS])
{
    double sum = 0;

    for (int kind = 0; kind < EMU_ELEMENT_KINDS; kind++)
        sum += (double)operations[kind];
    return sum;
}

double check_matrix_per_product(const struct check_run *x)
{
    return per(of_all_kinds(x->counters.matrix_ops), 2 * x->fmas);
}

double check_percent_wide(const struct check_run *x)
{
    const struct counters *c = &x->counters;
    const double all = of_all_kinds(c->matrix_ops);

    return all > 0 ? 100 * (all - (double)c->matrix_ops_narrow) / all : 0;
}

double check_percent_ldmatrix(const struct check_run *x)
{
    const double by_it = (double)x->counters.ldmatrix_bytes;

    /* Other loads, of the same words again, may have been merged. */
    return per(100.0 * by_it, fmax(by_it, (double)x->counters.shared_load_bytes));
}

double check_wgmma_per_product(const struct check_run *x)
{
    return per(of_all_kinds(x->counters.wgmma_ops), 2 * x->fmas);
}

double check_wgmma_e4m3(const struct check_run *x)
{
    return per((double)x->counters.wgmma_ops[EMU_E4M3], 2 * x->fmas);
}

double check_percent_unpromoted(const struct check_run *x)
{
    return per(100.0 * (double)x->counters.wgmma_ops_unpromoted,
               (double)x->counters.wgmma_ops[EMU_E4M3]);
}

double check_percent_by_tensor(const struct check_run *x)
{
    const double by_tensor = (double)x->counters.tensor_load_bytes;
    const struct operation_array *a = x->problem->of->array;
    double inputs = 0;

    for (int i = 0; a[i].name; i++)
        if (a[i].use == USE_IN)
            inputs += (double)x->array[i].load.bytes;
    return per(100.0 * by_tensor, fmax(by_tensor, inputs));
}

double check_percent_remains(const struct check_run *x)
{
    return 100 * x->remains;
}

double check_launches(const struct check_run *x)
{
    return (double)x->counters.launches;
}

double check_threads_per_result(const struct check_run *x)
{
    return per((double)WORD * (double)x->counters.threads,
               problem_output_bytes(x->problem));
}

double check_stored_per_result(const struct check_run *x)
{
    return per(stored_bytes(&x->counters), problem_output_bytes(x->problem));
}

/* The index of an array by its name; -1 if there is none. */
static int index_of(const struct check_run *x, const char *array)
{
    const struct operation_array *a = x->problem->of->array;

    for (int i = 0; a[i].name; i++)
        if (strcmp(a[i].name, array) == 0)
            return i;
    return -1;
}

double check_array_bytes(const struct check_run *x, const char *array)
{
    const int i = index_of(x, array);
    struct extent e;

    if (i < 0)
        return NAN;
    e = problem_extent(x->problem, i);
    return (double)(e.rows * e.cols * element_bytes(x->problem->of->array[i].type));
}

double check_loads_of(const struct check_run *x, const char *array)
{
    const int i = index_of(x, array);

    if (i < 0)
        return NAN;
    return per((double)(x->array[i].load.bytes + x->array[i].atomic.bytes),
               check_array_bytes(x, array));
}

double check_loads_derived(const struct check_run *x, const char *array)
{
    const int i = index_of(x, array);

    if (i < 0)
        return NAN;
    return check_loads_of(x, array) +
           per((double)x->array[i].derived_bytes, check_array_bytes(x, array));
}

double check_stores_of(const struct check_run *x, const char *array)
{
    const int i = index_of(x, array);

    if (i < 0)
        return NAN;
    return per((double)(x->array[i].store.bytes + x->array[i].atomic.bytes),
               check_array_bytes(x, array));
}

double check_readers_of(const struct check_run *x, const char *array)
{
    const int i = index_of(x, array);

    return i < 0 ? NAN : x->array[i].least_readers;
}

double check_percent_used(const struct check_run *x, const char *array)
{
    const int i = index_of(x, array);

    if (i < 0)
        return NAN;
    return per(100.0 *
                   (double)(x->array[i].load.different + x->array[i].atomic.different),
               (double)SECTOR *
                   (double)(x->array[i].load.sectors + x->array[i].atomic.sectors));
}

double check_other_stored_bytes(const struct check_run *x, const char *array)
{
    const int i = index_of(x, array);

    if (i < 0)
        return NAN;
    return stored_bytes(&x->counters) -
           (double)(x->array[i].store.bytes + x->array[i].atomic.bytes);
}

/* Of the loads that are not C's. C may be loaded in either way. */
double check_percent_copied(const struct check_run *x)
{
    const double of_outputs =
        loaded_of_outputs(x) * (double)x->pipeline.watched / (double)x->pipeline.blocks;
    const double loaded = (double)x->pipeline.loaded_bytes;
    const double plain = loaded - (double)x->pipeline.copied_in_16;
    const double plain_of_inputs = plain < of_outputs ? plain : plain - of_outputs;
    const double of_inputs = loaded - of_outputs;

    return per(100 * (of_inputs - plain_of_inputs), of_inputs);
}

double check_percent_ahead(const struct check_run *x)
{
    return per(100.0 * (double)x->pipeline.tiles_ahead, (double)x->pipeline.tiles);
}

double check_barriers_per_tile(const struct check_run *x)
{
    const double first = 4.0 * (double)x->pipeline.watched;

    return per(fmax(0, (double)x->pipeline.barriers - first),
               (double)x->pipeline.waits);
}

double check_distinct_words_per_fma(const struct check_run *x)
{
    const double share = per((double)x->pipeline.watched, (double)x->pipeline.blocks);

    return per((double)x->pipeline.words, x->fmas * share);
}

double check_blocks_per_place(const struct check_run *x)
{
    return per((double)x->counters.blocks, x->places);
}

double check_percent_in_turn(const struct check_run *x)
{
    return per(100.0 * (double)x->counters.softmaxes_in_turn,
               (double)x->counters.softmaxes);
}

double check_percent_of_both(const struct check_run *x)
{
    return per(100.0 * (double)x->counters.warps_both,
               (double)x->counters.warps_copying);
}
