/* Predictions that were met; predictions.h states the contract. */
#include "lab/predictions.h"

#include <stdio.h>
#include <string.h>

#include "finding/verdict.h"

/* The rows of one file below its header, and those whose fourth column is "yes". */
static void read_rows(FILE *in, int *made, int *met)
{
    char line[1024], word[8];

    while (fgets(line, sizeof line, in))
        if (sscanf(line, "%*[^\t]\t%*[^\t]\t%*[^\t]\t%7[^\t]\t", word) == 1 &&
            strcmp(word, "met") != 0) {
            ++*made;
            *met += strcmp(word, "yes") == 0;
        }
}

void predictions_print(const char *folder, int n, char *const lab[])
{
    char path[4096], text[4096] = "";

    for (int i = 0; i < n; i++) {
        const size_t length = strlen(text);
        int made = 0, met = 0;
        FILE *in;

        snprintf(path, sizeof path, "%s/%s.predictions.tsv", folder, lab[i]);
        in = fopen(path, "r");
        if (!in)
            continue;
        read_rows(in, &made, &met);
        fclose(in);
        if (made)
            snprintf(text + length, sizeof text - length, "%slab %.*s %d of %d",
                     length ? ", " : "", (int)strcspn(lab[i], "_"), lab[i], met, made);
    }
    if (*text)
        verdict_wrapped("predictions met: ", text, 78);
}
