/* The fuzzer's copies and fills, beside the same done to the model. */
#include "api_fuzz.h"

#include <string.h>

/* Sizes around what there is room for, and far beyond. */
static size_t any_size(size_t room, size_t other)
{
    const size_t sizes[] = {0,
                            1,
                            room,
                            room + 1,
                            other,
                            room < other ? room : other,
                            SIZE_MAX,
                            SIZE_MAX - below(SMALL),
                            SIZE_MAX / 2 + 1,
                            below((room < other ? room : other) + 1)};
    return pick(sizes, sizeof sizes / sizeof *sizes);
}

static bool on_device(const struct place *at)
{
    return at->block && at->block->kind != PLAIN;
}

static bool on_both(const struct place *at)
{
    return at->block && at->block->live &&
           (at->block->kind == HOST || at->block->kind == MANAGED);
}

/* True if a copy in direction `kind` may have `at` on its side, with `bytes` bytes. */
static bool allowed(const struct place *at, bool wants_device, int kind, size_t bytes)
{
    if (!at->p)
        return false;
    if (kind != cudaMemcpyDefault && !on_both(at) && on_device(at) != wants_device)
        return false;
    return !on_device(at) || (at->block->live && bytes <= at->room);
}

/* True if plain memory of the program would be overrun, which no library can detect. */
static bool overruns(const struct place *at, size_t bytes)
{
    return at->p && !on_device(at) && (!at->block || bytes > at->room);
}

static cudaError_t result(const struct place *to, size_t to_bytes,
                          const struct place *from, size_t from_bytes, int kind)
{
    bool to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
    bool from_device =
        kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
    if (kind < 0 || kind > cudaMemcpyDefault)
        return cudaErrorInvalidMemcpyDirection;
    return allowed(to, to_device, kind, to_bytes) &&
                   allowed(from, from_device, kind, from_bytes)
               ? cudaSuccess
               : cudaErrorInvalidValue;
}

static void copy_model(struct place *to, size_t to_skip, const struct place *from,
                       size_t from_skip, size_t bytes)
{
    size_t t = to->offset + to_skip, f = from->offset + from_skip;
    memmove(to->block->want + t, from->block->want + f, bytes);
    memmove(to->block->known + t, from->block->known + f, bytes);
}

static int any_kind(void)
{
    return below(20) == 0 ? (below(2) ? -1 : 1000) : below(5);
}

void try_copy(void)
{
    struct place to = any_place(), from = any_place();
    size_t bytes = any_size(to.room, from.room);
    int kind = any_kind();
    cudaError_t want = result(&to, bytes, &from, bytes, kind);
    if (bytes == 0)
        want = cudaSuccess;
    if (want == cudaSuccess && bytes &&
        (overruns(&to, bytes) || overruns(&from, bytes)))
        return;
    expect("cudaMemcpy()", cudaMemcpy(to.p, from.p, bytes, (enum cudaMemcpyKind)kind),
           want);
    if (want == cudaSuccess && bytes)
        copy_model(&to, 0, &from, 0, bytes);
}

/* Bytes from the first of a box to its last. False if there are more than can be. */
static bool extent(size_t width, size_t height, size_t pitch, size_t *bytes)
{
    return !__builtin_mul_overflow(height - 1, pitch, bytes) &&
           !__builtin_add_overflow(*bytes, width, bytes);
}

static size_t any_pitch(size_t width)
{
    const size_t pitches[] = {width, width,    width + below(50), width - 1,  width + 1,
                              512,   SIZE_MAX, SIZE_MAX / 2 + 1,  below(1000)};
    return pick(pitches, sizeof pitches / sizeof *pitches);
}

static size_t any_height(void)
{
    const size_t heights[] = {
        0, 1, 2, 3, 1 + below(20), SIZE_MAX, (size_t)1 << 32, SIZE_MAX / 2 + 2};
    return pick(heights, sizeof heights / sizeof *heights);
}

void try_copy_2d(void)
{
    struct place to = any_place(), from = any_place();
    size_t width = below(8) ? below(200) : any_size(to.room, from.room);
    size_t to_pitch = any_pitch(width), from_pitch = any_pitch(width);
    size_t height = any_height(), to_bytes, from_bytes;
    int kind = any_kind();
    bool none = width == 0 || height == 0;
    bool fits = !none && extent(width, height, to_pitch, &to_bytes) &&
                extent(width, height, from_pitch, &from_bytes);
    cudaError_t want = cudaErrorInvalidValue;
    if (none)
        want = cudaSuccess;
    else if (kind < 0 || kind > cudaMemcpyDefault)
        want = cudaErrorInvalidMemcpyDirection;
    else if (width > to_pitch || width > from_pitch)
        want = cudaErrorInvalidPitchValue;
    else if (fits)
        want = result(&to, to_bytes, &from, from_bytes, kind);
    bool copied = want == cudaSuccess && !none;
    if (copied && (overruns(&to, to_bytes) || overruns(&from, from_bytes)))
        return;
    expect("cudaMemcpy2D()",
           cudaMemcpy2D(to.p, to_pitch, from.p, from_pitch, width, height,
                        (enum cudaMemcpyKind)kind),
           want);
    for (size_t row = 0; copied && row < height; row++)
        copy_model(&to, row * to_pitch, &from, row * from_pitch, width);
}

void try_fill(void)
{
    struct place to = any_place();
    size_t width = any_size(to.room, below(SMALL)), height = 1, pitch = width,
           bytes = 0;
    int value = below(1 << 20);
    bool box = below(2);
    if (box) {
        width = below(8) ? below(100) : width;
        height = any_height();
        pitch = any_pitch(width);
    }
    bool none = width == 0 || height == 0;
    bool right = none || (width <= pitch && extent(width, height, pitch, &bytes) &&
                          allowed(&to, true, cudaMemcpyHostToDevice, bytes));
    cudaError_t want = right                     ? cudaSuccess
                       : width > pitch && height ? cudaErrorInvalidPitchValue
                                                 : cudaErrorInvalidValue;
    if (box)
        expect("cudaMemset2D()", cudaMemset2D(to.p, pitch, value, width, height), want);
    else
        expect("cudaMemset()", cudaMemset(to.p, value, width), want);
    for (size_t row = 0; right && !none && row < height; row++) {
        memset(to.block->want + to.offset + row * pitch, value, width);
        memset(to.block->known + to.offset + row * pitch, 1, width);
    }
}

__device__ int table[10];
__constant__ double numbers[3];

/* Bytes to a variable and back, wherever they begin. */
template <class T> static void there_and_back(const T &symbol)
{
    char bytes[sizeof symbol], back[sizeof symbol];
    const size_t ends[] = {
        0, 1, sizeof symbol, sizeof symbol + 1, SIZE_MAX, below(sizeof symbol)};
    size_t offset = pick(ends, sizeof ends / sizeof *ends);
    size_t n = pick(ends, sizeof ends / sizeof *ends);
    bool right = offset <= sizeof symbol && n <= sizeof symbol - offset;
    cudaError_t want = right ? cudaSuccess : cudaErrorInvalidValue;
    cudaError_t or_ = n ? want : cudaSuccess; /* no bytes, from nowhere: either */
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = below(256);
    expect_either("cudaMemcpyToSymbol()", cudaMemcpyToSymbol(symbol, bytes, n, offset),
                  want, or_);
    expect_either("cudaMemcpyFromSymbol()",
                  cudaMemcpyFromSymbol(back, symbol, n, offset), want, or_);
    must(!right || !memcmp(bytes, back, n), "a variable holds something else");
}

void try_symbol(void)
{
    there_and_back(table);
    there_and_back(numbers);
    void *address = NULL;
    int local = 0;
    expect("cudaGetSymbolAddress()", cudaGetSymbolAddress(&address, table),
           cudaSuccess);
    must(address != NULL, "a variable is nowhere");
    expect("cudaGetSymbolAddress() of a local",
           cudaGetSymbolAddress(&address, (const void *)&local),
           cudaErrorInvalidSymbol);
    expect("cudaMemcpyToSymbol() of a local",
           cudaMemcpyToSymbol((const void *)&local, &local, sizeof local),
           cudaErrorInvalidSymbol);
}
