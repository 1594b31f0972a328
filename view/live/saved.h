/* The learner's kernel as it was last saved: its text, in memory. */
#ifndef LIVE_SAVED_H
#define LIVE_SAVED_H

#include "live/files.h"

struct saved {
    const char *path;  /* set by the caller; all else is 0 at first */
    char *text;        /* with a 0 behind it */
    size_t size;       /* bytes, without that 0 */
    bool empty;        /* at the last look: editors may empty a file, then write it */
    struct file_id id; /* of the file when it was read */
    unsigned long number; /* of the save: 1 is the text at the start */
    unsigned long sum;    /* the text's checksum, as cksum prints it */
};

/* Read the file. Returns true if it was saved since the last call that returned true:
   its text is another one, or the file is. Returns false while the file cannot be read,
   or is being written, such as while an editor replaces it. */
bool saved_again(struct saved *s);

#endif
