/* All of it or nothing; protocol.h states the contract. */
#include "rpc/protocol.h"

#include <errno.h>
#include <unistd.h>

bool rpc_read(int fd, void *p, size_t n)
{
    char *at = p;

    while (n) {
        const ssize_t m = read(fd, at, n);

        if (m == 0 || (m < 0 && errno != EINTR))
            return false;
        at += m > 0 ? m : 0;
        n -= m > 0 ? (size_t)m : 0;
    }
    return true;
}

bool rpc_write(int fd, const void *p, size_t n)
{
    const char *at = p;

    while (n) {
        const ssize_t m = write(fd, at, n);

        if (m < 0 && errno != EINTR)
            return false;
        at += m > 0 ? m : 0;
        n -= m > 0 ? (size_t)m : 0;
    }
    return true;
}
