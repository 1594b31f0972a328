// What cuTensorMapEncodeTiled() refuses: each call with one argument changed, and what
// an H200's driver (CUDA 13.0) returns.
#include <cuda.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define MAP(x) CU_TENSOR_MAP_##x

struct arguments {
    int type = MAP(DATA_TYPE_BFLOAT16);
    unsigned rank = 3;
    uint64_t start = 0; // added to an aligned address
    cuuint64_t size[5] = {256, 100, 10, 4, 4};
    cuuint64_t stride[4] = {512, 51200, 512000, 2048000};
    cuuint32_t box[5] = {64, 8, 4, 2, 2}, step[5] = {1, 1, 1, 1, 1};
    int interleave = 0, swizzle = MAP(SWIZZLE_128B), promotion = 0, fill = 0;
};

static void *array;
static int wrong;

static void expect(const char *what, const arguments &a, int result)
{
    CUtensorMap map;
    const int got = cuTensorMapEncodeTiled(
        &map, (CUtensorMapDataType)a.type, a.rank, (char *)array + a.start, a.size,
        a.stride, a.box, a.step, (CUtensorMapInterleave)a.interleave,
        (CUtensorMapSwizzle)a.swizzle, (CUtensorMapL2promotion)a.promotion,
        (CUtensorMapFloatOOBfill)a.fill);
    if (got == result)
        return;
    printf("%s: %d, not %d\n", what, got, result);
    wrong++;
}

#define TRY(change, result)                                                            \
    do {                                                                               \
        arguments a;                                                                   \
        change;                                                                        \
        expect(#change, a, result);                                                    \
    } while (0)

int main()
{
    cudaMalloc(&array, 1 << 20);
    TRY(, 0);
    TRY(a.start = 8, 1);
    TRY(a.start = 16, 0);
    TRY(a.rank = 0, 1);
    TRY(a.rank = 1, 0);
    TRY(a.rank = 5, 0);
    TRY(a.rank = 6, 1);
    TRY(a.type = 13, 1);
    TRY(a.type = -1, 1);
    TRY(a.size[0] = 0, 1);
    TRY(a.size[2] = 0, 1);
    TRY(a.size[3] = 0, 0); // beyond the rank
    TRY(a.size[1] = 1ull << 32, 0);
    TRY(a.size[1] = (1ull << 32) + 1, 1);
    TRY(a.size[0] = 255, 0);
    TRY(a.size[0] = 512, 0); // rows overlap
    TRY(a.stride[0] = 520, 1);
    TRY(a.stride[0] = 0, 0);
    TRY(a.stride[1] = 51208, 1);
    TRY(a.stride[1] = 16, 0);
    TRY(a.stride[2] = 3, 0); // beyond the rank
    TRY(a.stride[1] = 1ull << 40, 1);
    TRY(a.stride[1] = (1ull << 40) - 16, 0);
    TRY(a.box[0] = 0, 1);
    TRY(a.box[1] = 0, 1);
    TRY(a.box[0] = 128, 1); // more than the swizzle
    TRY(a.box[0] = 32, 0);
    TRY(a.box[0] = 60, 1); // no multiple of 16 bytes
    TRY(a.box[1] = 256, 0);
    TRY(a.box[1] = 257, 1);
    TRY((a.box[0] = 256, a.swizzle = 0), 0);
    TRY((a.box[0] = 257, a.swizzle = 0), 1);
    TRY((a.box[0] = 264, a.swizzle = 0), 1);
    TRY((a.box[0] = 64, a.swizzle = MAP(SWIZZLE_64B)), 1);
    TRY((a.box[0] = 32, a.swizzle = MAP(SWIZZLE_64B)), 0);
    TRY((a.box[0] = 32, a.swizzle = MAP(SWIZZLE_32B)), 1);
    TRY((a.box[0] = 16, a.swizzle = MAP(SWIZZLE_32B)), 0);
    TRY((a.box[1] = 228, a.box[2] = 8), 0);
    TRY((a.box[1] = 229, a.box[2] = 8), 1); // more than shared memory has
    TRY((a.box[1] = 256, a.box[2] = 16, a.step[1] = 8), 0);
    TRY(a.step[0] = 0, 1);
    TRY(a.step[0] = 2, 0);
    TRY(a.step[0] = 9, 1);
    TRY(a.step[1] = 0, 1);
    TRY(a.step[1] = 8, 0);
    TRY(a.step[1] = 9, 1);
    TRY(a.step[3] = 0, 0); // beyond the rank
    TRY(a.interleave = 3, 1);
    TRY(a.swizzle = 99, 1);
    TRY(a.promotion = 3, 0);
    TRY(a.promotion = 4, 1);
    TRY(a.fill = 1, 0);
    TRY(a.fill = 2, 1);
    TRY((a.fill = 1, a.type = MAP(DATA_TYPE_UINT16)), 1);
    TRY((a.fill = 1, a.type = MAP(DATA_TYPE_TFLOAT32), a.box[0] = 32), 0);
    const char *text = NULL;
    wrong += cuInit(0) || cuGetErrorName(CUDA_ERROR_INVALID_VALUE, &text) || !text ||
             strcmp(text, "CUDA_ERROR_INVALID_VALUE");
    wrong += cuGetErrorString(CUDA_SUCCESS, &text) || strcmp(text, "no error");
    wrong += !cuGetErrorString((CUresult)12345, &text) || text;
    puts(wrong ? "wrong" : "right");
    return wrong != 0;
}
