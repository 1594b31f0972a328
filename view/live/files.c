/* Files; files.h states the contract. */
#define _POSIX_C_SOURCE 200809L /* st_mtim */
#include "live/files.h"

#include <sys/stat.h>

static bool same_time(struct timespec a, struct timespec b)
{
    return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

struct file_id file_id_of(const char *path)
{
    struct file_id id = {0};
    struct stat s;

    if (stat(path, &s) == 0) {
        id.device = s.st_dev;
        id.inode = s.st_ino;
        id.size = (unsigned long long)s.st_size;
        id.modified = s.st_mtim;
        id.changed = s.st_ctim;
    }
    return id;
}

bool file_id_same(const struct file_id *a, const struct file_id *b)
{
    return a->device == b->device && a->inode == b->inode && a->size == b->size &&
           same_time(a->modified, b->modified) && same_time(a->changed, b->changed);
}

bool file_is_new(const char *path, const struct file_id *before)
{
    const struct file_id now = file_id_of(path);

    return now.inode && !file_id_same(&now, before);
}
