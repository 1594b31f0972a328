/* Writing a file whole; new_file.h states the contract. */
#define _POSIX_C_SOURCE 200809L /* getpid */
#include "device/new_file.h"

#include <errno.h>
#include <unistd.h>

bool new_file_open(struct new_file *f, const char *path)
{
    f->path = path;
    f->out = NULL;
    if (snprintf(f->fresh, sizeof f->fresh, "%s.%ld", path, (long)getpid()) >=
        (int)sizeof f->fresh)
        errno = ENAMETOOLONG;
    else
        f->out = fopen(f->fresh, "w");
    return f->out;
}

bool new_file_close(struct new_file *f, bool fine)
{
    int why;

    fine = !ferror(f->out) && fine;
    fine = fclose(f->out) == 0 && fine;
    if (fine && rename(f->fresh, f->path) == 0)
        return true;
    why = errno;
    unlink(f->fresh);
    errno = why;
    return false;
}
