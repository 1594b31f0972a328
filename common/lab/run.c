/* lab bench, tune and tiles: the work is in bench.c and tune/; lab.h. */
#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "bench/bench.h"
#include "check/check.h"
#include "lab/lab.h"
#include "rpc/supervise.h"
#include "tune/tune_tiles.h"
#include "tune/tune.h"

static int missing(const char *lab, const char *file)
{
    fprintf(stderr, "there is no labs/%s/%s\n", lab, file);
    return 2;
}

int lab_bench(int argc, char **argv)
{
    static const struct option options[] = {
        {"peers", required_argument, NULL, 'p'}, {"one", no_argument, NULL, '1'}, {0}};
    const char *peers = NULL;
    const struct bench *spec;
    bool one = false;

    for (int option; (option = getopt_long(argc, argv, "+", options, NULL)) != -1;) {
        if (option == '?')
            return LAB_USAGE;
        if (option == 'p')
            peers = optarg;
        else
            one = true;
    }
    if (argc - optind != 2)
        return LAB_USAGE;
    spec = bench_find(argv[optind]);
    return spec ? bench_run(spec, one, argv[optind + 1], peers)
                : missing(argv[optind], "bench.c");
}

/* The operation that a lab is about. */
int lab_function(int argc, char **argv)
{
    const struct check *const spec = check_find(argv[1]);

    (void)argc;
    if (!spec)
        return missing(argv[1], "check.c");
    puts(spec->functions[0]);
    return 0;
}

int lab_tune(int argc, char **argv)
{
    static const struct option options[] = {{"quick", no_argument, NULL, 'q'}, {0}};
    const struct tune *spec;
    bool quick = false;

    for (int option; (option = getopt_long(argc, argv, "+", options, NULL)) != -1;) {
        if (option == '?')
            return LAB_USAGE;
        quick = true;
    }
    if (argc - optind != 3)
        return LAB_USAGE;
    spec = tune_find(argv[optind]);
    return spec ? tune_run(spec, quick, argv[optind + 1], argv[optind + 2])
                : missing(argv[optind], "tune.c");
}

static void ask(void *tiles, struct finding *f)
{
    (void)f;
    tiles_keep_valid(tiles);
}

/* A tile_valid() that breaks off accepts nothing; the check says why. */
int lab_tiles(int argc, char **argv)
{
    static struct tiles tiles;
    struct finding f = {.verdict = VERDICT_PASS};
    char name[TILE_NAME], path[256];
    int n;

    snprintf(path, sizeof path, "labs/%s/tiles.tsv", argv[1]);
    tiles_read(&tiles, path);
    if (supervise(ask, &tiles, &f) != 0)
        return 0;
    n = argc > 2 && tiles.n > TILES_FEW ? TILES_FEW : tiles.n;
    for (int i = 0; i < n; i++) {
        tile_name(&tiles.tile[i], name);
        puts(name);
    }
    return 0;
}
