/*
 * What a learner predicted of a kernel (docs/predictions.md): tools/predict writes it.
 */
#ifndef PREDICTIONS_H
#define PREDICTIONS_H

/* Print how many predictions in FOLDER/LAB.predictions.tsv are met, of how many,
   for those of the n labs that have such a file; nothing if none has. Rows that are not
   complete do not count. Cannot fail. */
void predictions_print(const char *folder, int n, char *const lab[]);

#endif
