/* Tensor maps, how a program finds the function that encodes them, and its errors. */
#include <cuda.h>

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "api.h"
#include "tensor_map.h"

_Static_assert(sizeof(struct tensor_map) <= sizeof(CUtensorMap), "it has no room");

enum { TEXT = 128 }; /* bytes of a reason */
enum { TYPES = CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ + 1 };
static const uint8_t bytes_of[TYPES] = {1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4};

/* Why the driver refuses the map; `text` has room for a sentence's end. NULL: it does
   not. */
static const char *wrong(const struct tensor_map *m, const cuuint64_t *size,
                         const cuuint64_t *stride, const cuuint32_t *box,
                         const cuuint32_t *step, char text[TEXT])
{
    const char *const names[] = {"size", "stride", "box", "element stride"};
    if (m->start % 16)
        return "the array does not begin at a multiple of 16";
    for (int i = 0; i < m->rank; i++) {
        const unsigned long long value[] = {size[i], i + 1 < m->rank ? stride[i] : 16,
                                            box[i], step[i]};
        const bool bad[] = {size[i] < 1 || size[i] > 1ull << 32,
                            value[1] % 16 || value[1] >= 1ull << 40,
                            box[i] < 1 || box[i] > 256, step[i] < 1 || step[i] > 8};
        const char *const limits[] = {"from 1 to 2^32", "a multiple of 16 below 2^40",
                                      "from 1 to 256", "from 1 to 8"};
        for (int k = 0; k < 4; k++)
            if (bad[k]) {
                snprintf(text, TEXT, "%s %llu of dimension %d is not %s", names[k],
                         value[k], i + (k == 1), limits[k]);
                return text;
            }
    }
    const unsigned row = box[0] * m->element;
    unsigned long long all = row;
    for (int i = 1; i < m->rank; i++)
        all *= (box[i] + step[i] - 1) / step[i];
    if (row % 16)
        snprintf(text, TEXT, "a row of the box has %u bytes, no multiple of 16", row);
    else if (m->swizzle && row > m->swizzle)
        snprintf(text, TEXT, "a row of the box has %u bytes, the swizzle only %u", row,
                 m->swizzle);
    else if (all > TENSOR_BYTES)
        snprintf(text, TEXT, "the box has %llu bytes, an SM's shared memory %d", all,
                 TENSOR_BYTES);
    else
        return NULL;
    return text;
}

static CUresult refuse(uintptr_t site, const char *why)
{
    emu_refuse_driver(site, "CUDA_ERROR_INVALID_VALUE",
                      "compare the arguments with the limits of a tensor map: sizes in "
                      "elements, strides in bytes",
                      "cuTensorMapEncodeTiled: %s", why);
    return CUDA_ERROR_INVALID_VALUE;
}

CUresult
cuTensorMapEncodeTiled(CUtensorMap *map, CUtensorMapDataType type, cuuint32_t rank,
                       void *start, const cuuint64_t *size, const cuuint64_t *stride,
                       const cuuint32_t *box, const cuuint32_t *step,
                       CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                       CUtensorMapL2promotion promotion, CUtensorMapFloatOOBfill fill)
{
    EMU_API_LOCK;
    const uintptr_t site = EMU_SITE;
    char text[TEXT];
    struct tensor_map m = {.magic = TENSOR_MAP_MAGIC};
    if (!map || (uintptr_t)map % 64)
        return refuse(site, "the map is NULL, or at no multiple of 64");
    memset(map, 0, sizeof *map); /* a call that is refused leaves no map */
    if ((unsigned)type >= TYPES || rank < 1 || rank > TENSOR_DIMENSIONS)
        return refuse(site, "the data type is not known, or the rank is not 1 to 5");
    if (!size || (rank > 1 && !stride) || !box || !step)
        return refuse(site, "an array of arguments is NULL");
    if ((unsigned)interleave > CU_TENSOR_MAP_INTERLEAVE_32B ||
        (unsigned)swizzle > CU_TENSOR_MAP_SWIZZLE_128B ||
        (unsigned)promotion > CU_TENSOR_MAP_L2_PROMOTION_L2_256B ||
        (unsigned)fill > CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA)
        return refuse(site, "an option is not known");
    if (interleave != CU_TENSOR_MAP_INTERLEAVE_NONE) {
        emu_refuse_driver(site, "CUDA_ERROR_NOT_SUPPORTED", "use an array of rows",
                          "cuTensorMapEncodeTiled: interleaved layouts are not "
                          "supported by the emulator");
        return CUDA_ERROR_NOT_SUPPORTED;
    }
    if (fill && (type < CU_TENSOR_MAP_DATA_TYPE_FLOAT16))
        return refuse(site, "only floating-point types can be filled with NaN");
    m.rank = (uint8_t)rank;
    m.element = bytes_of[type];
    m.swizzle = swizzle ? (uint8_t)(16 << swizzle) : 0;
    m.fill = fill ? FILL_NAN : FILL_ZERO;
    m.rounds = type == CU_TENSOR_MAP_DATA_TYPE_TFLOAT32 ||
               type == CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ;
    m.flushes = type == CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ ||
                type == CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ;
    m.start = (uintptr_t)start;
    const char *why = wrong(&m, size, stride, box, step, text);
    if (why)
        return refuse(site, why);
    for (cuuint32_t i = 0; i < rank; i++) {
        m.size[i] = (uint32_t)(size[i] - 1);
        m.box[i] = (uint16_t)box[i];
        m.step[i] = i ? (uint8_t)step[i] : 1; /* that of dimension 0 is ignored */
        if (i + 1 < rank)
            m.stride[i] = stride[i];
    }
    memcpy(map, &m, sizeof m);
    return CUDA_SUCCESS;
}

CUresult cuTensorMapReplaceAddress(CUtensorMap *map, void *start)
{
    EMU_API_LOCK;
    struct tensor_map m;
    if (!map || (uintptr_t)map % 64 || (uintptr_t)start % 16)
        return refuse(EMU_SITE, "the map or the array is not aligned");
    memcpy(&m, map, sizeof m);
    m.start = (uintptr_t)start;
    memcpy(map, &m, sizeof m);
    return CUDA_SUCCESS;
}

CUresult cuInit(unsigned int flags)
{
    return flags ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

static const struct {
    CUresult error;
    const char *name;
} errors[] = {
#define ERROR(e)                                                                       \
    {                                                                                  \
        e, #e                                                                          \
    }
    ERROR(CUDA_SUCCESS),
    ERROR(CUDA_ERROR_INVALID_VALUE),
    ERROR(CUDA_ERROR_OUT_OF_MEMORY),
    ERROR(CUDA_ERROR_NOT_INITIALIZED),
    ERROR(CUDA_ERROR_DEINITIALIZED),
    ERROR(CUDA_ERROR_NO_DEVICE),
    ERROR(CUDA_ERROR_INVALID_DEVICE),
    ERROR(CUDA_ERROR_INVALID_IMAGE),
    ERROR(CUDA_ERROR_INVALID_CONTEXT),
    ERROR(CUDA_ERROR_INVALID_SOURCE),
    ERROR(CUDA_ERROR_FILE_NOT_FOUND),
    ERROR(CUDA_ERROR_INVALID_HANDLE),
    ERROR(CUDA_ERROR_NOT_FOUND),
    ERROR(CUDA_ERROR_NOT_READY),
    ERROR(CUDA_ERROR_ILLEGAL_ADDRESS),
    ERROR(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES),
    ERROR(CUDA_ERROR_LAUNCH_TIMEOUT),
    ERROR(CUDA_ERROR_ASSERT),
    ERROR(CUDA_ERROR_MISALIGNED_ADDRESS),
    ERROR(CUDA_ERROR_LAUNCH_FAILED),
    ERROR(CUDA_ERROR_NOT_PERMITTED),
    ERROR(CUDA_ERROR_NOT_SUPPORTED),
    ERROR(CUDA_ERROR_UNKNOWN),
#undef ERROR
};

/* The runtime has the same numbers, and their texts. */
static CUresult describe(CUresult error, bool by_name, const char **to)
{
    if (!to)
        return CUDA_ERROR_INVALID_VALUE;
    *to = NULL;
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (errors[i].error == error)
            *to = by_name ? errors[i].name : cudaGetErrorString((cudaError_t)error);
    return *to ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuGetErrorString(CUresult error, const char **text)
{
    return describe(error, false, text);
}

CUresult cuGetErrorName(CUresult error, const char **name)
{
    return describe(error, true, name);
}

/* In a graded program the host calls these instead: grade/enclose defines them. */
#define GATE(f) extern __typeof__(f) emu_gate_##f __attribute__((weak))
GATE(cuTensorMapEncodeTiled);
GATE(cuTensorMapReplaceAddress);
GATE(cuInit);
GATE(cuGetErrorString);
GATE(cuGetErrorName);
#undef GATE

static cudaError_t find(const char *name, void **function,
                        enum cudaDriverEntryPointQueryResult *result, uintptr_t site)
{
    static const struct {
        const char *name;
        void *function, *gate;
    } known[] = {
#define KNOWN(f) {#f, (void *)f, (void *)emu_gate_##f}
        KNOWN(cuTensorMapEncodeTiled),
        KNOWN(cuTensorMapReplaceAddress),
        KNOWN(cuInit),
        KNOWN(cuGetErrorString),
        KNOWN(cuGetErrorName),
#undef KNOWN
    };
    if (!name || !function)
        return emu_refuse(site, cudaErrorInvalidValue,
                          "pass a name, and where to put it",
                          "cudaGetDriverEntryPoint() gets a null pointer");
    *function = NULL;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(name, known[i].name))
            *function = known[i].gate ? known[i].gate : known[i].function;
    if (result)
        *result = *function ? cudaDriverEntryPointSuccess
                            : cudaDriverEntryPointSymbolNotFound;
    if (!*function && !result)
        return emu_refuse(site, cudaErrorSymbolNotFound,
                          "the emulator has the functions for tensor maps and errors",
                          "cudaGetDriverEntryPoint() finds no '%s'", name);
    return emu_api(cudaSuccess);
}

cudaError_t
cudaGetDriverEntryPointByVersion(const char *name, void **function,
                                 unsigned int version, unsigned long long flags,
                                 enum cudaDriverEntryPointQueryResult *result)
{
    EMU_API_LOCK;
    (void)version;
    (void)flags;
    return find(name, function, result, EMU_SITE);
}

cudaError_t cudaGetDriverEntryPoint(const char *name, void **function,
                                    unsigned long long flags,
                                    enum cudaDriverEntryPointQueryResult *result)
{
    EMU_API_LOCK;
    (void)flags;
    return find(name, function, result, EMU_SITE);
}
