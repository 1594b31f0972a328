/* Predictions that were met; predictions.h states the contract. */
#include "lab/predictions.h"

#include <stdio.h>
#include <string.h>

#include "finding/verdict.h"
#include "table.h"

/* The rows of one file, and those that are met. */
static void read_rows(const char *path, int *made, int *met)
{
    struct emu_table t;

    emu_table_open(&t, path);
    emu_table_header(&t);
    while (emu_table_row(&t))
        if (t.cells == t.columns && *emu_table_cell(&t, "met")) {
            ++*made;
            *met += strcmp(emu_table_cell(&t, "met"), "yes") == 0;
        }
    emu_table_close(&t);
}

void predictions_print(const char *folder, int n, char *const lab[])
{
    char path[4096], text[4096] = "";

    for (int i = 0; i < n; i++) {
        const size_t length = strlen(text);
        int made = 0, met = 0;

        snprintf(path, sizeof path, "%s/%s.predictions.tsv", folder, lab[i]);
        read_rows(path, &made, &met);
        if (made)
            snprintf(text + length, sizeof text - length, "%slab %.*s %d of %d",
                     length ? ", " : "", (int)strcspn(lab[i], "_"), lab[i], met, made);
    }
    if (*text)
        verdict_wrapped("predictions met: ", text, 78);
}
