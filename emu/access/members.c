/* Dynamic shared memory that is viewed as structs: the names of its parts; shared.h
   states the contract. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "launch.h"
#include "shared.h"
#include "worker.h"

/* How the threads of a launch view it. */
static struct view {
    unsigned launch;
    const struct emu_member *(*members)(void); /* NULL: as different structs */
    uint32_t bytes;
    const char *name; /* of the pointer */
} view;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void emu_shared_view(const struct emu_member *(*members)(void), uint32_t bytes,
                     const char *name)
{
    struct worker *w = emu_worker();
    if (w->view_launch == w->launch->number && w->view == members)
        return;
    pthread_mutex_lock(&lock);
    if (view.launch != w->launch->number) {
        view.launch = w->launch->number;
        view.members = members;
        view.bytes = bytes;
        view.name = name;
    } else if (view.members != members) {
        view.members = NULL;
    }
    pthread_mutex_unlock(&lock);
    w->view_launch = w->launch->number;
    w->view = members;
}

static const struct emu_member *member_at(const struct emu_member *m, uint64_t at)
{
    while (m->__name && at - m->__offset >= m->__bytes)
        m++;
    return m->__name ? m : NULL;
}

/* "[2]", the place of element i in an array of this shape. */
static size_t say_index(char *text, size_t size, const struct emu_shape *s, uint64_t i)
{
    uint64_t after = 1; /* elements per step of this index */
    size_t n = 0;
    if (s->__rank > 3) /* it has room for three */
        return (size_t)snprintf(text, size, "[%llu]", (unsigned long long)i);
    for (uint32_t k = 1; k < s->__rank; k++)
        after *= s->__extent[k];
    for (uint32_t k = 0; k < s->__rank && n < size; k++) {
        n += (size_t)snprintf(text + n, size - n, "[%llu]",
                              (unsigned long long)(i / after));
        i %= after;
        after /= k + 1 < s->__rank ? s->__extent[k + 1] : 1;
    }
    return n;
}

bool emu_shared_member(const struct launch *l, uint64_t offset, char *name, size_t size,
                       struct shared_array *a)
{
    const uint64_t dynamic = l->config.__shared;
    size_t n = 0;
    pthread_mutex_lock(&lock);
    const struct view seen = view;
    pthread_mutex_unlock(&lock);
    const struct emu_member *(*members)(void) = seen.members;
    if (seen.launch != l->number || !members || !emu_shared_is_dynamic(offset) ||
        !emu_shared_array(offset, dynamic, NULL, a))
        return false;
    const bool array = dynamic >= 2 * (uint64_t)seen.bytes; /* of structs */
    uint64_t at = offset - a->start;
    if (at >= dynamic && !array)
        return false;
    if (array)
        n = (size_t)snprintf(name, size, "%s[%llu].", seen.name,
                             (unsigned long long)(at / seen.bytes));
    at %= seen.bytes;
    for (;;) {
        const struct emu_member *m = member_at(members(), at);
        if (!m || n + strlen(m->__name) >= size)
            return false;
        n += (size_t)snprintf(name + n, size - n, "%s", m->__name);
        at -= m->__offset;
        members = m->__members;
        if (!members) {
            *a =
                (struct shared_array){name, offset - at, m->__bytes, m->__shape, false};
            return true;
        }
        n += say_index(name + n, size - n, &m->__shape, at / m->__shape.__element);
        at %= m->__shape.__element;
        if (n + 1 >= size)
            return false;
        name[n++] = '.';
        name[n] = '\0';
    }
}
