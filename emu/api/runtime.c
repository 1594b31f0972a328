/* The CUDA runtime API: its errors. The rest is in api_*.c. */
#define _GNU_SOURCE
#include <cuda_runtime.h>

#include <pthread.h>

#include "api.h"
#include "memory.h"

#ifdef __wasm__
static pthread_mutex_t lock; /* of the only OS thread */
#else
static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
#endif

void emu_api_lock(void)
{
    pthread_mutex_lock(&lock);
}

void emu_api_unlock(const int *unused)
{
    (void)unused;
    pthread_mutex_unlock(&lock);
}

static cudaError_t last, sticky;

void emu_runtime_error(cudaError_t error, bool is_sticky)
{
    last = error;
    if (is_sticky && !sticky)
        sticky = error;
    emu_memory_stuck(sticky != cudaSuccess);
}

bool emu_runtime_stuck(void)
{
    if (sticky)
        last = sticky;
    return sticky != cudaSuccess;
}

bool emu_api_stuck(void)
{
    return sticky != cudaSuccess;
}

void emu_api_unstick(void)
{
    last = sticky = cudaSuccess;
    emu_memory_stuck(false);
}

cudaError_t emu_api(cudaError_t error)
{
    if (sticky)
        return sticky;
    if (error)
        last = error;
    return error;
}

cudaError_t cudaGetLastError(void)
{
    EMU_API_LOCK;
    cudaError_t error = sticky ? sticky : last;
    last = cudaSuccess;
    return error;
}

cudaError_t cudaPeekAtLastError(void)
{
    EMU_API_LOCK;
    return sticky ? sticky : last;
}

const char *cudaGetErrorName(cudaError_t error)
{
    switch (error) {
#define NAME(name, value, text)                                                        \
    case value:                                                                        \
        return #name;
        EMU_CUDA_ERRORS(NAME)
#undef NAME
    }
    return "unrecognized error code";
}

const char *cudaGetErrorString(cudaError_t error)
{
    switch (error) {
#define TEXT(name, value, text)                                                        \
    case value:                                                                        \
        return text;
        EMU_CUDA_ERRORS(TEXT)
#undef TEXT
    }
    return "unrecognized error code";
}
