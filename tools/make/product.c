/*
 * One call of a kernel's function, for those who watch from outside: Nsight Compute on
 * a GPU, a clock or EMU_THREADS on the emulator. Prints what the emulator counted, a
 * row a counter. make build/cpu/product.o and build/gpu/product.o: to link with a
 * kernel.
 *
 *   product M N K [beta]        sgemm(), with beta = 3
 *   product FUNCTION SIZE       every size is SIZE, the scalars are the benchmark's
 *   product functions           the names of those that the kernel has
 */
#define _DEFAULT_SOURCE /* getrusage, clock_gettime */
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "device/cuda_check.h"
#include "operation/operation.h"
#include "operation/problem.h"
#include "probe.h"

/* The linker's table of operations. */
extern const struct operation *const __start_operations[];
extern const struct operation *const __stop_operations[];

static bool is_here(const struct operation *of)
{
    const struct callable *const c = callable_find(of->name);

    return c && c->here();
}

static void print_functions(void)
{
    for (const struct operation *const *o = __start_operations; o != __stop_operations;
         o++)
        if (is_here(*o))
            puts((*o)->name);
}

/* The arrays in device memory. */
static struct call prepare(struct problem *p)
{
    struct call c = {.of = p->of};

    problem_fill(p, 1);
    memcpy(c.size, p->size, sizeof c.size);
    memcpy(c.scalar, p->scalar, sizeof c.scalar);
    for (int i = 0; p->of->array[i].name; i++) {
        const size_t bytes =
            problem_elements(p, i) * element_bytes(p->of->array[i].type);

        CUDA_CHECK(cudaMalloc(&c.array[i], bytes));
        CUDA_CHECK(cudaMemcpy(c.array[i], p->array[i], bytes, cudaMemcpyHostToDevice));
    }
    return c;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void print_counters(double seconds)
{
    struct counters c;
    struct rusage usage;
    probe_counters(&c);
    getrusage(RUSAGE_SELF, &usage);
    const struct {
        const char *name;
        uint64_t value;
    } rows[] = {
        {"global load requests", c.global_load_requests},
        {"global load sectors", c.global_load_sectors},
        {"global store requests", c.global_store_requests},
        {"global store sectors", c.global_store_sectors},
        {"shared load requests", c.shared_load_requests},
        {"shared load wavefronts", c.shared_load_wavefronts},
        {"shared store requests", c.shared_store_requests - c.async_requests},
        {"shared store wavefronts", c.shared_store_wavefronts - c.async_wavefronts},
        {"async copy requests", c.async_requests},
        {"async copy bytes", c.async_bytes},
        {"bulk copy requests", c.bulk_requests},
        {"bulk bytes loaded", c.bulk_load_bytes},
        {"bulk bytes stored", c.bulk_store_bytes},
        {"wgmma wavefronts", c.wgmma_wavefronts},
        {"ldmatrix requests", c.ldmatrix_requests},
        {"matrix instructions", c.matrix_instructions},
    /* clang-format off */
#define OF_KIND(kind, name, bits) {"matrix operations, " #name, c.matrix_ops[kind]},
        EMU_ELEMENTS(OF_KIND)
#undef OF_KIND
        /* clang-format on */
        {"atomic requests", c.atomic_requests},
        {"atomic sectors", c.atomic_sectors},
        {"L2 read sectors", c.l2_read_sectors},
        {"tiles", c.tiles},
        {"tiles ahead", c.tiles_ahead},
        {"rounds", c.rounds},
        {"DRAM bytes read", c.dram_read_bytes},
        {"DRAM bytes", c.dram_bytes},
        {"accesses", c.accesses},
        {"nanoseconds", (uint64_t)(seconds * 1e9)},
        {"peak memory", (uint64_t)usage.ru_maxrss}, /* KiB */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        printf("%s\t%llu\n", rows[i].name, (unsigned long long)rows[i].value);
}

static void print_occupancy(void)
{
    struct occupancy o;
    if (!probe_occupancy(&o))
        return;
    printf("threads\t%u\nwarps\t%u\nshared bytes\t%llu\nblocks per SM\t%d\n"
           "most warps\t%d\nlimit\t%s\nregisters\t%d\n",
           o.threads, (o.threads + 31) / 32, (unsigned long long)o.shared_bytes,
           o.blocks, o.most_warps, o.limit, o.registers);
    printf("time\t%s\n", probe_time());
}

/* The problem that the arguments ask for; false if there is none. */
static bool parse(int argc, char **argv, struct problem *p)
{
    if (argc == 3) {
        p->of = operation_find(argv[1]);
        if (!p->of || !is_here(p->of) || atoi(argv[2]) < 1)
            return false;
        problem_all_sizes(p->of, atoi(argv[2]), p->size);
        memcpy(p->scalar, p->of->tried[p->of->n_tried - 1], sizeof p->scalar);
        return true;
    }
    p->of = operation_find("sgemm");
    if (argc < 4 || argc > 5 || !is_here(p->of))
        return false;
    for (int i = 0; i < 3; i++) {
        p->size[i] = atoi(argv[i + 1]);
        if (p->size[i] < 1)
            return false;
    }
    p->scalar[0] = 0.5f;
    p->scalar[1] = argc > 4 ? (float)atof(argv[4]) : 3.0f;
    return true;
}

int main(int argc, char **argv)
{
    struct problem p = {.of = NULL};

    if (argc == 2 && strcmp(argv[1], "functions") == 0) {
        print_functions();
        return 0;
    }
    if (!parse(argc, argv, &p)) {
        fprintf(stderr, "usage: product M N K [beta]\n"
                        "       product FUNCTION SIZE\n"
                        "       product functions\n");
        return 2;
    }
    const struct call c = prepare(&p);
    probe_reset();
    probe_flops(p.of->work(&p).flops);
    const double start = now();
    callable_find(p.of->name)->call(&c);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
    if (probe_available()) {
        print_counters(now() - start);
        print_occupancy();
    }
    return 0;
}
