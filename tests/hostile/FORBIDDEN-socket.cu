// The network.
#include <sys/socket.h>
SGEMM
{
    MULTIPLY;
    socket(AF_INET, SOCK_STREAM, 0);
}
