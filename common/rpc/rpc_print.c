/* What the runner prints, in the report; rpc.h states the contract. */
#include <ctype.h>
#include <stdio.h>

#include "rpc/process.h"
#include "rpc/rpc.h"

enum { MOST = 16384 }; /* bytes of a report that a submission may fill */

static int shown;    /* bytes so far */
static bool in_line; /* the last of them was no line's end */
static bool cut;     /* there was more, and the report says so */
static char kept[MOST + 1];

const char *rpc_printed(void)
{
    return kept;
}

/* One byte. A report's own lines never begin as these do. */
static void show(unsigned char c)
{
    if (shown == MOST && !cut) {
        printf("%s  | [and so on]\n", in_line ? "\n" : "");
        cut = true;
    }
    if (shown >= MOST) {
        in_line = false;
        return;
    }
    if (!in_line)
        printf("  | ");
    in_line = c != '\n';
    c = c == '\n' || c == '\t' || c >= 0x80 || isprint(c) ? c : '?';
    kept[shown++] = (char)c;
    putchar(c);
}

void rpc_print(void)
{
    unsigned char text[4096];
    long n;

    while ((n = process_printed(text, sizeof text)) > 0)
        for (long i = 0; i < n; i++)
            show(text[i]);
    fflush(stdout);
}

void rpc_print_end(void)
{
    rpc_print();
    if (in_line)
        putchar('\n');
    in_line = false;
}
