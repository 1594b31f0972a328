/* Where the server is: a port of this machine alone, and a secret in its path. */
#ifndef LIVE_ADDRESS_H
#define LIVE_ADDRESS_H

#include <stdbool.h>

enum { ADDRESS_TOKEN = 33 }; /* 32 digits, and a 0 */

/* A socket that listens on 127.0.0.1, on *port; 0 is any free one, which is then in
 *port. Returns -1, with errno, if that is not possible. */
int address_listen(int *port);

/* A secret, from random numbers of the system. Returns false if there are none. */
bool address_token(char token[ADDRESS_TOKEN]);

#endif
