/* What the files of the runtime API share: runtime.c and api_*.c. */
#ifndef EMU_API_H
#define EMU_API_H

#include <cuda_runtime.h>
#include <stdbool.h>
#include <stdint.h>

#include "platform.h"
#include "vault.h"

/* At the start of each function of the API: one host thread at a time. The lock is
   recursive: the API calls functions of the program, which may call the API. */
void emu_api_lock(void);
void emu_api_unlock(const int *unused);
#define EMU_API_LOCK                                                                   \
    const int emu_locked __attribute__((cleanup(emu_api_unlock), unused)) =            \
        (emu_api_lock(), 0)

/* runtime.c: returns what the API call must return after `error`: the sticky error if
   there is one, else `error`. cudaGetLastError() will return `error`. */
cudaError_t emu_api(cudaError_t error);
/* A launch, or the program around it, caused this error. A sticky error stays. */
void emu_runtime_error(cudaError_t error, bool sticky);
/* True if a sticky error is set; then no kernel runs. cudaGetLastError() will return
   it. */
bool emu_runtime_stuck(void);
bool emu_api_stuck(void);   /* true if a sticky error is set: API calls do nothing */
void emu_api_unstick(void); /* cudaDeviceReset() */

/* api_note.c: like emu_api(), for a wrong call that returns to `site`. Prints to
   standard error what the call does (the format), and `remedy`: what to check. */
cudaError_t emu_refuse(uintptr_t site, cudaError_t error, const char *remedy,
                       const char *format, ...) __attribute__((format(printf, 4, 5)));
/* Refuse a call of the driver API, which returns `code`. */
void emu_refuse_driver(uintptr_t site, const char *code, const char *remedy,
                       const char *format, ...) __attribute__((format(printf, 4, 5)));
/* The first such call, which is kept when nothing is printed: true and *f filled, or
   false if there was none. */
struct fault;
bool emu_refused_first(struct fault *f);
void emu_refused_forget(void);
/* With EMU_LEAKS=1, print at the program's end what was never freed. */
void emu_leaks_watch(void);
/* " (file.cu:12)", the site's line; "" if it is not known. Valid until the next
   call. */
const char *emu_made_at(uintptr_t site);
#define EMU_SITE emu_call_site(EMU_CALLER())

/* api_mapped.c: memory that the host may access as well. */
struct mapped {
    char *start;
    size_t bytes;
    enum cudaMemoryType type;
    bool closed; /* a kernel may still store to it: host_order.c */
};
/* The i-th; the one that contains the address; NULL: there is none. */
struct mapped *emu_mapped(size_t i);
struct mapped *emu_mapped_at(const void *pointer);
/* Give the host this access to its pages, PAGES_CLOSED and so on. No other allocation
   is in them: the gaps between allocations are larger. */
void emu_mapped_protect(const struct mapped *m, enum pages access);
/* Its type at the pointer: cudaMemoryTypeHost or Managed; Unregistered if it is other
   memory. */
enum cudaMemoryType emu_mapped_type(const void *pointer);
/* Bytes of a string of the program's constant data, which a kernel may have passed on;
   0: the pointer is in none. */
size_t emu_string_bytes(const void *pointer);
/* Forget the memory that starts at pointer; false if none of this type starts there. */
bool emu_mapped_drop(const void *pointer, enum cudaMemoryType type);
size_t emu_mapped_pinned_bytes(void);
void emu_mapped_forget(void); /* all of it was freed */
void emu_mapped_open(void);   /* after device memory was closed: open the host's part */

/* api_memory.c: cudaMalloc(), called from `site`; bytes rounded up to a multiple of a
   pitch; false if that is too large. */
cudaError_t emu_api_allocate(void **pointer, size_t bytes, uintptr_t site);
bool emu_pitch(size_t width, size_t *pitch);
/* refuse `call`, which frees this pointer; prints what is wrong. */
cudaError_t emu_not_to_free(const void *pointer, const char *call, uintptr_t site);

/* The arguments of a copy or a fill. */
struct copy {
    const char *name; /* of the function, with () */
    uintptr_t site;
    void *to;
    size_t to_pitch;
    const void *from; /* unused by a fill */
    size_t from_pitch;
    size_t width, height; /* bytes per row, and rows; neither is 0 */
    enum cudaMemcpyKind kind;
    bool fill;
    cudaStream_t stream;
    bool waits;                  /* the host waits for it */
    size_t depth;                /* slices of such rows; 0 is 1 */
    size_t to_slice, from_slice; /* bytes from slice to slice */
    unsigned value, element;     /* of a fill: elements of 1, 2 or 4 bytes */
};
/* api_copy.c: do a copy; set its bytes to a value. */
cudaError_t emu_copy(const struct copy *c);
cudaError_t emu_fill(const struct copy *c, int value);
/* api_copy_check.c: check both sides of the copy; prints what is wrong. */
cudaError_t emu_copy_check(const struct copy *c);

/* api_stream.c: true if the stream is 0, or was created and not destroyed. */
bool emu_stream_valid(cudaStream_t stream);
/* Its number in streams.h. */
int emu_stream_number(cudaStream_t stream);
/* True if the legacy stream waits for it. */
bool emu_stream_blocks(cudaStream_t stream);
/* The result of a call with this stream that is right in all else. */
cudaError_t emu_stream_check(cudaStream_t stream);

/* api_pool.c: true if the memory pool was created and not destroyed. */
bool emu_pool_valid(cudaMemPool_t pool);

#endif
