/* Lab 08: the shapes that a tile is sought for. */
#include "tune/tune.h"

static const struct tune_shape shapes[] = {
    {{256, 256, 256}},
    {{512, 512, 512}},
    {{1024, 1024, 1024}},
    {{8, 4096, 4096}},   /* a small batch through a large hidden layer */
    {{2048, 3072, 768}}, /* feed-forward expansion of a transformer, 2048 tokens */
    {{2048, 2048, 2048}},
    {{4096, 4096, 4096}},
    {{8192, 8192, 8192}},
    {{0}},
};

/* The shapes of a quick search, as small, as middling and as large as the bench's. */
static const struct tune_shape few[] = {
    {{256, 256, 256}}, {{1024, 1024, 1024}}, {{4096, 4096, 4096}}, {{0}}};

static const struct tune spec = {
    .lab = "08_pipeline", .function = "sgemm", .shapes = shapes, .few = few};

TUNE(spec);
