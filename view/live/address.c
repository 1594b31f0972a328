/* The server's address; address.h states the contract. */
#define _GNU_SOURCE /* SOCK_CLOEXEC */
#include "live/address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

enum { TOKEN = 16 }; /* bytes: 128 bits cannot be guessed */

int address_listen(int *port)
{
    struct sockaddr_in here = {.sin_family = AF_INET,
                               .sin_port = htons((uint16_t)*port)};
    socklen_t size = sizeof here;
    const int yes = 1,
              fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);

    here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (fd < 0)
        return -1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (bind(fd, (struct sockaddr *)&here, sizeof here) != 0 || listen(fd, 16) != 0 ||
        getsockname(fd, (struct sockaddr *)&here, &size) != 0) {
        close(fd);
        return -1;
    }
    *port = ntohs(here.sin_port);
    return fd;
}

bool address_token(char token[ADDRESS_TOKEN])
{
    unsigned char secret[TOKEN];

    if (getrandom(secret, TOKEN, 0) != TOKEN)
        return false;
    for (int i = 0; i < TOKEN; i++)
        snprintf(token + 2 * i, 3, "%02x", secret[i]);
    return true;
}
