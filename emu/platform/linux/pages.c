/* Pages of memory, by mmap(). */
#define _GNU_SOURCE
#include <sys/mman.h>

#include "param.h"
#include "platform.h"

void *emu_pages_reserve(size_t bytes, bool open)
{
    enum { LARGE = 1 << 30 };
    void *p = mmap(NULL, bytes, open ? PROT_READ | PROT_WRITE : PROT_NONE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED)
        return NULL;
    /* Fewer, larger pages: opening and closing all of them is fast. */
    if (bytes >= LARGE && (bytes & (bytes - 1)) == 0)
        madvise(p, bytes, MADV_HUGEPAGE);
    return p;
}

void emu_pages_free(void *start, size_t bytes, size_t used)
{
    (void)used;
    munmap(start, bytes);
}

bool emu_pages_exist(uintptr_t address)
{
    unsigned char there;
    return mincore((void *)(address / PAGE_BYTES * PAGE_BYTES), 1, &there) == 0;
}

void emu_pages_allow(void *start, size_t bytes, enum pages access)
{
    static const int as[] = {PROT_NONE, PROT_READ, PROT_READ | PROT_WRITE};
    mprotect(start, bytes, as[access]);
}

void emu_pages_drop(void *start, size_t bytes)
{
    madvise(start, bytes, MADV_DONTNEED);
}

/* From Linux 6.13 on that is cheap; before, each such page splits one mapping into
   three. */
void emu_pages_guard(void *page)
{
    enum { GUARD_INSTALL = 102 }; /* MADV_GUARD_INSTALL */
    if (madvise(page, PAGE_BYTES, GUARD_INSTALL))
        mprotect(page, PAGE_BYTES, PROT_NONE);
}
