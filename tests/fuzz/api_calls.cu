/* The fuzzer's calls besides memory: streams, events, the device, kernels. Handles are
   right, gone, or nothing like a handle. */
#include "api_fuzz.h"

#include <string.h>

enum { MAX_HANDLES = 16 };

/* Handles that were given out; live[i] is false once taken back. */
template <class T> struct handles {
    T handle[MAX_HANDLES];
    bool live[MAX_HANDLES];
    int n;

    int any()
    {
        return n && below(4) ? below(n) : -1;
    }
    void add(T made)
    {
        for (int i = 0; i < n; i++) /* malloc() may give the same address again */
            if (handle[i] == made) {
                must(!live[i], "a handle is given out twice");
                live[i] = true;
                return;
            }
        handle[n] = made;
        live[n++] = true;
    }
};
static struct handles<cudaStream_t> streams;
static struct handles<cudaEvent_t> events;

static size_t odd(void)
{
    const size_t values[] = {3, 4096, SIZE_MAX, SIZE_MAX / 2 + 1, (size_t)&streams};
    return pick(values, sizeof values / sizeof *values);
}

/* A stream for a call, and whether it is one. */
static cudaStream_t any_stream(bool *right, int *index)
{
    const size_t fixed[] = {0, 1, 2};
    *index = streams.any();
    *right = *index < 0 || streams.live[*index];
    if (*index >= 0)
        return streams.handle[*index];
    *right = below(3) != 0;
    return (cudaStream_t)(*right ? pick(fixed, 3) : odd());
}

static cudaEvent_t any_event(bool *right, int *index)
{
    *index = events.any();
    *right = *index >= 0 && events.live[*index];
    return *index >= 0 ? events.handle[*index] : (cudaEvent_t)(below(2) ? odd() : 0);
}

static cudaError_t handle_error(bool right)
{
    return right ? cudaSuccess : cudaErrorInvalidResourceHandle;
}

void try_stream(void)
{
    int i, event, priority = 99;
    unsigned flags = below(4);
    bool right, known;
    cudaStream_t made = NULL, s;
    if (streams.n < MAX_HANDLES) {
        cudaError_t want = flags < 2 ? cudaSuccess : cudaErrorInvalidValue;
        expect("cudaStreamCreateWithPriority()",
               cudaStreamCreateWithPriority(&made, flags, (int)below(40) - 20), want);
        if (!want)
            streams.add(made);
        expect("cudaStreamCreate(NULL)", cudaStreamCreate(NULL), cudaErrorInvalidValue);
    }
    s = any_stream(&right, &i);
    expect("cudaStreamSynchronize()", cudaStreamSynchronize(s), handle_error(right));
    expect("cudaStreamQuery()", cudaStreamQuery(s), handle_error(right));
    expect("cudaStreamGetFlags()", cudaStreamGetFlags(s, &flags), handle_error(right));
    expect("cudaStreamGetPriority()", cudaStreamGetPriority(s, &priority),
           handle_error(right));
    must(!right || (flags < 2 && priority <= 0 && priority >= -20),
         "a stream has a strange priority");
    cudaEvent_t e = any_event(&known, &event);
    expect("cudaStreamWaitEvent()", cudaStreamWaitEvent(s, e, 0),
           handle_error(right && known));
    if (i < 0 && right)
        return; /* the permanent streams are never destroyed */
    expect("cudaStreamDestroy()", cudaStreamDestroy(s), handle_error(right));
    if (i >= 0)
        streams.live[i] = false;
}

void try_event(void)
{
    int i, k, stream;
    bool right, other_right, stream_right;
    cudaEvent_t made = NULL;
    unsigned flags = below(10);
    float ms = -1;
    bool valid = flags < 8 && (!(flags & 4) || flags & 2);
    if (events.n < MAX_HANDLES) {
        expect("cudaEventCreateWithFlags()", cudaEventCreateWithFlags(&made, flags),
               valid ? cudaSuccess : cudaErrorInvalidValue);
        if (valid)
            events.add(made);
        expect("cudaEventCreate(NULL)", cudaEventCreate(NULL), cudaErrorInvalidValue);
    }
    cudaEvent_t e = any_event(&right, &i), f = any_event(&other_right, &k);
    cudaStream_t s = any_stream(&stream_right, &stream);
    expect("cudaEventRecord()", cudaEventRecord(e, s),
           handle_error(right && stream_right));
    expect("cudaEventSynchronize()", cudaEventSynchronize(e), handle_error(right));
    expect("cudaEventQuery()", cudaEventQuery(f), handle_error(other_right));
    expect("cudaEventElapsedTime(NULL)", cudaEventElapsedTime(NULL, e, f),
           cudaErrorInvalidValue);
    /* This test does not track if they are recorded and timed. */
    if (!right || !other_right)
        expect("cudaEventElapsedTime()", cudaEventElapsedTime(&ms, e, f),
               cudaErrorInvalidResourceHandle);
    else
        expect_either("cudaEventElapsedTime()", cudaEventElapsedTime(&ms, e, f),
                      cudaSuccess, cudaErrorInvalidResourceHandle);
    if (below(2))
        return;
    expect("cudaEventDestroy()", cudaEventDestroy(e), handle_error(right));
    if (i >= 0)
        events.live[i] = false;
}

static int any_int(void)
{
    const size_t values[] = {0,    1,          10,         16,         97,
                             1000, (size_t)-1, 0x7fffffff, 0x80000000, below(200)};
    return (int)pick(values, sizeof values / sizeof *values);
}

void try_device(void)
{
    struct cudaDeviceProp p;
    int device = any_int(), attribute = any_int(), value = -1;
    cudaError_t want = device == 0 ? cudaSuccess : cudaErrorInvalidDevice;
    size_t bytes = 0;
    expect("cudaSetDevice()", cudaSetDevice(device), want);
    expect("cudaGetDevice(NULL)", cudaGetDevice(NULL), cudaErrorInvalidValue);
    expect("cudaGetDeviceCount(NULL)", cudaGetDeviceCount(NULL), cudaErrorInvalidValue);
    memset(&p, 0xff, sizeof p);
    expect("cudaGetDeviceProperties()", cudaGetDeviceProperties(&p, device), want);
    must(want || memchr(p.name, 0, sizeof p.name), "the device's name has no end");
    expect("cudaGetDeviceProperties(NULL)", cudaGetDeviceProperties(NULL, 0),
           cudaErrorInvalidValue);
    cudaError_t known = device == 0 ? cudaSuccess : cudaErrorInvalidDevice;
    expect_either(
        "cudaDeviceGetAttribute()",
        cudaDeviceGetAttribute(&value, (enum cudaDeviceAttr)attribute, device), known,
        device == 0 ? cudaErrorInvalidValue : known);
    expect("cudaDeviceGetAttribute(NULL)",
           cudaDeviceGetAttribute(NULL, cudaDevAttrWarpSize, 0), cudaErrorInvalidValue);
    expect_either("cudaDeviceGetLimit()",
                  cudaDeviceGetLimit(&bytes, (enum cudaLimit)attribute), cudaSuccess,
                  cudaErrorUnsupportedLimit);
    expect("cudaDeviceSetCacheConfig()",
           cudaDeviceSetCacheConfig((enum cudaFuncCache)attribute),
           attribute >= 0 && attribute < 4 ? cudaSuccess : cudaErrorInvalidValue);
    must(cudaGetErrorName((cudaError_t)device) &&
             cudaGetErrorString((cudaError_t)device),
         "an error has no name");
}

__global__ static void kernel(int *out)
{
    __shared__ int one[256];
    one[threadIdx.x % 256] = 1;
    __syncthreads(); // one is full
    *out = one[(threadIdx.x + 1) % 256];
}

void try_function(void)
{
    const size_t nowhere[] = {0, 1, SIZE_MAX, (size_t)&streams, (size_t)&kernel + 1};
    bool right = below(3) != 0;
    const void *f = right ? (const void *)kernel : (const void *)pick(nowhere, 5);
    cudaError_t want = right ? cudaSuccess : cudaErrorInvalidDeviceFunction;
    struct cudaFuncAttributes a;
    int blocks = -1, threads = any_int(), value = any_int();
    const size_t shared[] = {0, 1, 48 << 10, 227 << 10, SIZE_MAX, SIZE_MAX / 2 + 1};
    size_t bytes = pick(shared, 6);
    expect("cudaFuncGetAttributes()", cudaFuncGetAttributes(&a, f), want);
    must(!right || a.sharedSizeBytes == 1024,
         "a kernel's shared memory has another size");
    expect("cudaFuncGetAttributes(NULL)", cudaFuncGetAttributes(NULL, f),
           cudaErrorInvalidValue);
    expect("cudaOccupancyMaxActiveBlocksPerMultiprocessor()",
           cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, f, threads, bytes),
           threads < 1 ? cudaErrorInvalidValue : want);
    must(!right || threads < 1 ||
             (threads <= 1024 && bytes <= 48 << 10 ? blocks > 0 : blocks >= 0),
         "an occupancy that cannot be");
    must(!right || threads < 1 || bytes < 228 << 10 || blocks == 0,
         "blocks fit that are too large");
    expect_either("cudaOccupancyAvailableDynamicSMemPerBlock()",
                  cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, f, value, threads),
                  threads < 1 || threads > 1024 || value < 1 ? cudaErrorInvalidValue
                                                             : want,
                  cudaErrorInvalidValue);
    expect_either("cudaFuncSetAttribute()",
                  cudaFuncSetAttribute(f, (enum cudaFuncAttribute)any_int(), value),
                  right ? cudaErrorInvalidValue : want, want);
}
