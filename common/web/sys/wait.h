/* How a program ended, as Linux says it. */
#ifndef WEB_SYS_WAIT_H
#define WEB_SYS_WAIT_H

#define WIFSIGNALED(status) (((status)&0x7f) != 0)
#define WTERMSIG(status) ((status)&0x7f)
#define WIFEXITED(status) (((status)&0x7f) == 0)
#define WEXITSTATUS(status) ((status) >> 8 & 0xff)

#endif
