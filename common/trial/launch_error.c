/* CUDA errors after a launch, in words; launch_error.h states the contract. */
#include "trial/launch_error.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Which of the two errors says so differs from one CUDA release to the next. */
static const char refused[] =
    "the launch was refused: its grid, block or shared memory is of no possible size";
static const char refused_remedy[] =
    "a block has 1 to 1024 threads and at most 48 KiB of shared memory, more only with "
    "cudaFuncSetAttribute(); a grid is at most 65535 high; nothing is 0";

/* Keyed by name, because not every runtime has every error. Meanings: CUDA Runtime API
   reference, "Data types used by CUDA Runtime", enum cudaError. */
static const struct {
    const char *name;
    enum verdict verdict;
    const char *what, *remedy;
} errors[] = {
    {"cudaErrorIllegalAddress", VERDICT_OUT_OF_BOUNDS,
     "the kernel read or wrote memory outside every array",
     "guard each access with row < M, col < N and k < K; BACKEND=cpu names the line"},
    {"cudaErrorMisalignedAddress", VERDICT_MISALIGNED,
     "the kernel read or wrote a vector at an address that is no multiple of its size",
     "a float4 needs an index that is a multiple of 4; BACKEND=cpu names the line"},
    {"cudaErrorLaunchTimeout", VERDICT_TIMEOUT,
     "the kernel ran longer than the driver allows",
     "look for a loop whose counter never reaches its end"},
    {"cudaErrorLaunchOutOfResources", VERDICT_CRASH,
     "the launch was refused: its threads need more registers than one block can have",
     "use fewer threads per block or smaller thread tiles, or __launch_bounds__"},
    {"cudaErrorInvalidConfiguration", VERDICT_CRASH, refused, refused_remedy},
    {"cudaErrorInvalidValue", VERDICT_CRASH, refused, refused_remedy},
    {"cudaErrorAssert", VERDICT_CRASH, "an assert() in the kernel failed",
     "its message is printed above"},
    {"cudaErrorLaunchFailure", VERDICT_CRASH,
     "the kernel broke off, often because it left its shared memory or its stack",
     "BACKEND=cpu names the line"},
};

/* These say nothing about the kernel. */
static const char *const machine[][2] = {
    {"cudaErrorNoKernelImageForDevice", "run 'make clean' and build for this GPU"},
    {"cudaErrorInvalidDeviceFunction", "run 'make clean' and build for this GPU"},
    {"cudaErrorUnsupportedPtxVersion", "the driver is older than nvcc: update it"},
    {"cudaErrorNoDevice", "no NVIDIA GPU is visible: BACKEND=cpu needs none"},
    {"cudaErrorInsufficientDriver", "the driver is older than nvcc: update it"},
    {"cudaErrorDevicesUnavailable", "another program holds the GPU"},
    {"cudaErrorECCUncorrectable", "the GPU's memory is failing"},
};

void launch_error_explain(cudaError_t error, struct finding *f)
{
    const char *name = cudaGetErrorName(error);
    const char *text = cudaGetErrorString(error);

    for (size_t i = 0; i < sizeof machine / sizeof machine[0]; i++)
        if (strcmp(machine[i][0], name) == 0) {
            fflush(stdout);
            fprintf(stderr, "the call of the kernel: %s (%s)\n%s\n", text, name,
                    machine[i][1]);
            exit(2);
        }

    f->verdict = VERDICT_CRASH;
    snprintf(f->what, sizeof f->what, "the launch failed: %s (%s)", text, name);
    for (size_t i = 0; i < sizeof errors / sizeof errors[0]; i++)
        if (strcmp(errors[i].name, name) == 0) {
            f->verdict = errors[i].verdict;
            snprintf(f->what, sizeof f->what, "%s (%s)", errors[i].what, name);
            snprintf(f->remedy, sizeof f->remedy, "%s", errors[i].remedy);
        }
}
