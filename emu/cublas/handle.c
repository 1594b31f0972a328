/* Handles of cuBLAS, and what a program may set and get of one. What has no effect
   here, such as the mode of atomics, is kept and returned. */
#include "handle.h"

#include "api.h"
#include "call.h"
#include "handles.h"

static struct handles handles;

bool emu_cublas_handle_known(cublasHandle_t handle)
{
    return handle && emu_handle_known(&handles, handle);
}

cublasStatus_t cublasCreate_v2(cublasHandle_t *handle)
{
    EMU_API_LOCK;
    if (!handle)
        return CUBLAS_STATUS_INVALID_VALUE;
    if (cudaFree(NULL) != cudaSuccess) /* starts the emulator */
        return CUBLAS_STATUS_NOT_INITIALIZED;
    *handle = emu_handle_make(&handles, sizeof **handle);
    return *handle ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_ALLOC_FAILED;
}

cublasStatus_t cublasDestroy_v2(cublasHandle_t handle)
{
    EMU_API_LOCK;
    if (!emu_cublas_handle_known(handle))
        return CUBLAS_STATUS_NOT_INITIALIZED;
    emu_handle_destroy(&handles, handle);
    return CUBLAS_STATUS_SUCCESS;
}

/* ---- Set and get. */

/* The function's name, the type and the member; a value from 0 to `most` is right. */
#define SET(name, type, member, most)                                                  \
    cublasStatus_t cublasSet##name(cublasHandle_t handle, type value)                  \
    {                                                                                  \
        EMU_CUBLAS(handle, "cublasSet" #name);                                         \
        if (emu_call_enum(&call, #member, (int)value, most))                           \
            handle->member = value;                                                    \
        return call.status;                                                            \
    }
#define GET(name, type, member)                                                        \
    cublasStatus_t cublasGet##name(cublasHandle_t handle, type *value)                 \
    {                                                                                  \
        EMU_CUBLAS(handle, "cublasGet" #name);                                         \
        if (!value)                                                                    \
            return CUBLAS_STATUS_INVALID_VALUE;                                        \
        *value = handle->member;                                                       \
        return CUBLAS_STATUS_SUCCESS;                                                  \
    }
enum { MOST_MATH = 31, MOST_SMS = 1 << 16 };
SET(PointerMode_v2, cublasPointerMode_t, pointers, CUBLAS_POINTER_MODE_DEVICE)
GET(PointerMode_v2, cublasPointerMode_t, pointers)
SET(AtomicsMode, cublasAtomicsMode_t, atomics, CUBLAS_ATOMICS_ALLOWED)
GET(AtomicsMode, cublasAtomicsMode_t, atomics)
SET(MathMode, cublasMath_t, math, MOST_MATH)
GET(MathMode, cublasMath_t, math)
SET(SmCountTarget, int, sm_count, MOST_SMS)
GET(SmCountTarget, int, sm_count)
GET(Stream_v2, cudaStream_t, stream)

cublasStatus_t cublasSetStream_v2(cublasHandle_t handle, cudaStream_t stream)
{
    EMU_API_LOCK;
    struct call call = {.name = "cublasSetStream()", .site = EMU_SITE};
    if (!emu_cublas_handle_known(handle))
        return emu_call_refuse(&call, CUBLAS_STATUS_NOT_INITIALIZED, "has no handle");
    if (!emu_stream_valid(stream))
        return emu_call_refuse(&call, CUBLAS_STATUS_INVALID_VALUE,
                               "has a stream that does not exist");
    handle->stream = stream;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasSetWorkspace_v2(cublasHandle_t handle, void *workspace,
                                     size_t bytes)
{
    (void)workspace;
    (void)bytes;
    EMU_CUBLAS(handle, "cublasSetWorkspace");
    return CUBLAS_STATUS_SUCCESS;
}

/* ---- The library. */

cublasStatus_t cublasGetVersion_v2(cublasHandle_t handle, int *version)
{
    EMU_CUBLAS(handle, "cublasGetVersion");
    if (!version)
        return CUBLAS_STATUS_INVALID_VALUE;
    *version = CUBLAS_VERSION;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetProperty(libraryPropertyType type, int *value)
{
    static const int part[] = {CUBLAS_VER_MAJOR, CUBLAS_VER_MINOR, CUBLAS_VER_PATCH};
    if (!value || (unsigned)type > PATCH_LEVEL)
        return CUBLAS_STATUS_INVALID_VALUE;
    *value = part[type];
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLoggerConfigure(int on, int to_stdout, int to_stderr,
                                     const char *file)
{
    (void)on;
    (void)to_stdout;
    (void)to_stderr;
    (void)file;
    return CUBLAS_STATUS_SUCCESS;
}

static cublasLogCallback logger; /* is never called */

cublasStatus_t cublasSetLoggerCallback(cublasLogCallback callback)
{
    logger = callback;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetLoggerCallback(cublasLogCallback *callback)
{
    if (!callback)
        return CUBLAS_STATUS_INVALID_VALUE;
    *callback = logger;
    return CUBLAS_STATUS_SUCCESS;
}

#define STATUSES(STATUS)                                                               \
    STATUS(CUBLAS_STATUS_SUCCESS, "success")                                           \
    STATUS(CUBLAS_STATUS_NOT_INITIALIZED, "the handle was not created")                \
    STATUS(CUBLAS_STATUS_ALLOC_FAILED, "memory is exhausted")                          \
    STATUS(CUBLAS_STATUS_INVALID_VALUE, "an argument is not valid")                    \
    STATUS(CUBLAS_STATUS_ARCH_MISMATCH, "the GPU does not have the feature")           \
    STATUS(CUBLAS_STATUS_MAPPING_ERROR, "memory cannot be accessed")                   \
    STATUS(CUBLAS_STATUS_EXECUTION_FAILED, "a kernel failed")                          \
    STATUS(CUBLAS_STATUS_INTERNAL_ERROR, "the library failed")                         \
    STATUS(CUBLAS_STATUS_NOT_SUPPORTED, "not supported")                               \
    STATUS(CUBLAS_STATUS_LICENSE_ERROR, "no licence")

const char *cublasGetStatusName(cublasStatus_t status)
{
    switch (status) {
#define NAME(status, text)                                                             \
    case status:                                                                       \
        return #status;
        STATUSES(NAME)
    }
    return "unknown status";
}

const char *cublasGetStatusString(cublasStatus_t status)
{
    switch (status) {
#define TEXT(status, text)                                                             \
    case status:                                                                       \
        return text;
        STATUSES(TEXT)
    }
    return "unknown status";
}
