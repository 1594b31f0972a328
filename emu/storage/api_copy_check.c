/*
 * Checks copies and fills by the runtime API before they are done: the direction must
 * fit the pointers, and all bytes must exist. For host memory that is not known.
 */
#include "api.h"
#include "memory.h"
#include "variable.h"

static const char *direction(enum cudaMemcpyKind kind)
{
    static const char *const names[] = {
        "cudaMemcpyHostToHost", "cudaMemcpyHostToDevice", "cudaMemcpyDeviceToHost",
        "cudaMemcpyDeviceToDevice", "cudaMemcpyDefault"};
    return names[kind];
}

/* Refuse a copy: not all bytes at pointer, in device memory or a variable, exist. */
static cudaError_t not_there(const struct copy *c, const char *verb,
                             const void *pointer, size_t bytes)
{
    static const char compare[] = "the size is in bytes: elements * sizeof(element)";
    unsigned long long first, last, room;
    if (emu_variable_holds((uintptr_t)pointer, 1)) {
        const struct variable *v = emu_variable_near((uintptr_t)pointer);
        first = (uintptr_t)pointer - v->start;
        last = first + bytes - 1;
        room = v->bytes;
        return emu_refuse(c->site, cudaErrorInvalidValue, compare,
                          "%s %s bytes %llu to %llu of %s, which has %llu bytes: %llu "
                          "past its end",
                          c->name, verb, first, last, v->name, room, last + 1 - room);
    }
    uint64_t offset = (uintptr_t)pointer - emu_arena();
    const struct allocation *a = emu_allocation_near(offset);
    if (!a || offset < a->offset || offset > a->offset + a->bytes)
        return emu_refuse(c->site, cudaErrorInvalidValue,
                          "pass a pointer from cudaMalloc, or one into its allocation",
                          "%s %s device memory that was never allocated", c->name,
                          verb);
    if (a->freed)
        return emu_refuse(c->site, cudaErrorInvalidValue,
                          "free memory after its last use",
                          "%s %s device memory after cudaFree%s", c->name, verb,
                          emu_made_at(a->freed_at));
    first = offset - a->offset;
    last = first + bytes - 1;
    room = a->bytes;
    return emu_refuse(c->site, cudaErrorInvalidValue, compare,
                      "%s %s bytes %llu to %llu of an allocation of %llu bytes%s: %llu "
                      "past its end",
                      c->name, verb, first, last, room, emu_made_at(a->taken_at),
                      last + 1 - room);
}

/* The pointer is the address of a __device__ variable, as host code sees it. */
static cudaError_t host_variable(const struct copy *c, const char *verb,
                                 const struct variable *v)
{
    return emu_refuse(
        c->site, cudaErrorInvalidValue,
        "use cudaMemcpyToSymbol() or cudaMemcpyFromSymbol(), or the address "
        "from cudaGetSymbolAddress()",
        "%s %s the host's variable %s, not the one of kernels", c->name, verb, v->name);
}

static cudaError_t wrong_side(const struct copy *c, const char *verb, bool device)
{
    if (c->fill)
        return emu_refuse(c->site, cudaErrorInvalidValue,
                          "use memset() for host memory", "%s %s host memory", c->name,
                          verb);
    return emu_refuse(c->site, cudaErrorInvalidValue,
                      "the order is: to, from, bytes, direction",
                      "%s with %s %s %s memory", c->name, direction(c->kind), verb,
                      device ? "device" : "host");
}

static cudaError_t check_side(const struct copy *c, const char *verb,
                              const void *pointer, size_t pitch, size_t slice,
                              bool wants_device)
{
    const size_t slices = c->depth ? c->depth - 1 : 0;
    bool variable = emu_variable_holds((uintptr_t)pointer, 1);
    bool device = emu_memory_is_device(pointer) || variable;
    size_t bytes, of_slices;
    if (!pointer)
        return emu_refuse(c->site, cudaErrorInvalidValue,
                          "check where the pointer gets its value",
                          "%s %s a null pointer", c->name, verb);
    const struct variable *of_host = emu_variable_of_host((uintptr_t)pointer);
    if (of_host && (wants_device || c->fill))
        return host_variable(c, verb, of_host);
    if (wants_device && pointer == c->from && emu_string_bytes(pointer))
        return cudaSuccess; /* of a kernel */
    if (c->kind != cudaMemcpyDefault && device != wants_device &&
        emu_mapped_type(pointer) == cudaMemoryTypeUnregistered)
        return wrong_side(c, verb, device);
    if (__builtin_mul_overflow(c->height - 1, pitch, &bytes) ||
        __builtin_mul_overflow(slices, slice, &of_slices) ||
        __builtin_add_overflow(bytes, of_slices, &bytes) ||
        __builtin_add_overflow(bytes, c->width, &bytes))
        return emu_api(cudaErrorInvalidValue);
    if (variable ? !emu_variable_holds((uintptr_t)pointer, bytes)
                 : device && !emu_memory_holds(pointer, bytes))
        return not_there(c, verb, pointer, bytes);
    return cudaSuccess;
}

cudaError_t emu_copy_check(const struct copy *c)
{
    enum cudaMemcpyKind kind = c->kind;
    bool both = kind == cudaMemcpyDeviceToDevice;
    if ((unsigned)kind > cudaMemcpyDefault)
        return emu_refuse(c->site, cudaErrorInvalidMemcpyDirection,
                          "use a named direction, such as cudaMemcpyHostToDevice",
                          "%s with direction %u, which does not exist", c->name, kind);
    if (c->width > c->to_pitch || (!c->fill && c->width > c->from_pitch))
        return emu_refuse(c->site, cudaErrorInvalidPitchValue,
                          "a pitch is the distance between the starts of two rows, in "
                          "bytes",
                          "%s with rows of %zu bytes, which is more than their pitch",
                          c->name, c->width);
    cudaError_t error =
        check_side(c, c->fill ? "sets" : "copies to", c->to, c->to_pitch, c->to_slice,
                   both || kind == cudaMemcpyHostToDevice);
    if (error || c->fill)
        return error;
    return check_side(c, "copies from", c->from, c->from_pitch, c->from_slice,
                      both || kind == cudaMemcpyDeviceToHost);
}
