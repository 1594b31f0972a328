/* What the files of the runtime API share: runtime.c and api_*.c. */
#ifndef EMU_API_H
#define EMU_API_H

#include <cuda_runtime.h>
#include <stdbool.h>
#include <stdint.h>

#include "vault.h"

/* At the start of each function of the API: host threads take turns. A function that
   the program is called back by may call others: the lock is recursive. */
void emu_api_lock(void);
void emu_api_unlock(const int *unused);
#define EMU_API_LOCK                                                                   \
    const int emu_locked __attribute__((cleanup(emu_api_unlock), unused)) =            \
        (emu_api_lock(), 0)

/* runtime.c: what a call returns that came to `error`: the sticky error if there is
   one, else `error`, which cudaGetLastError() will tell. */
cudaError_t emu_api(cudaError_t error);
/* A launch, or the program around it, has come to this error; sticky: for ever. */
void emu_runtime_error(cudaError_t error, bool sticky);
/* True if a sticky error is set: nothing runs. Then cudaGetLastError() tells it. */
bool emu_runtime_stuck(void);
bool emu_api_stuck(void);   /* is there a sticky error? Then calls do nothing */
void emu_api_unstick(void); /* cudaDeviceReset() */

/* api_note.c: likewise, of a call that returns to `site` and is wrong; tells so on
   standard error, with what to look at as `remedy`. The format says what the call does.
 */
cudaError_t emu_refuse(uintptr_t site, cudaError_t error, const char *remedy,
                       const char *format, ...) __attribute__((format(printf, 4, 5)));
/* Where nobody wants it on standard error, the first such call is kept: true and *f
   filled, or false if there was none. */
struct fault;
bool emu_refused_first(struct fault *f);
void emu_refused_forget(void);
/* With EMU_LEAKS=1, tell at the program's end what was never freed. */
void emu_leaks_watch(void);
/* " (file.cu:12)" where that is the site's line, else "". Valid until the next call. */
const char *emu_made_at(uintptr_t site);
#define EMU_SITE emu_call_site((uintptr_t)__builtin_return_address(0))

/* api_mapped.c: memory that the host may touch as well. Whether the pointer is into it,
   and what it is to the API: cudaMemoryTypeHost, Managed; Unregistered if it is not. */
enum cudaMemoryType emu_mapped_type(const void *pointer);
/* Forget the memory at pointer; false if it is not of this type or starts elsewhere. */
bool emu_mapped_drop(const void *pointer, enum cudaMemoryType type);
size_t emu_mapped_pinned_bytes(void);
void emu_mapped_forget(void); /* all of it was freed */
void emu_mapped_open(void); /* device memory was closed: open what the host may touch */

/* api_memory.c: tell what is wrong with giving this pointer back by `call`. */
cudaError_t emu_not_to_free(const void *pointer, const char *call, uintptr_t site);

/* A copy or a fill as it was called for. */
struct copy {
    const char *name; /* of the function, with () */
    uintptr_t site;
    void *to;
    size_t to_pitch;
    const void *from; /* not of a fill */
    size_t from_pitch;
    size_t width, height; /* bytes of a row, rows: none is 0 */
    enum cudaMemcpyKind kind;
    bool fill;
};
/* api_copy_check.c: whether both sides are what they should be; tells what is not. */
cudaError_t emu_copy_check(const struct copy *c);

/* api_stream.c: whether it is a stream that was made and not destroyed, or 0. */
bool emu_stream_valid(cudaStream_t stream);
/* What a call returns that is given this stream, and has no other fault. */
cudaError_t emu_stream_check(cudaStream_t stream);

/* api_pool.c: whether it is a memory pool that was made and not destroyed. */
bool emu_pool_valid(cudaMemPool_t pool);

#endif
