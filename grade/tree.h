/* The descendants of this process. */
#ifndef TREE_H
#define TREE_H

struct tree {
    int processes; /* and threads */
    double mb;     /* of memory that they use together */
};

/* Become the parent of every descendant whose own parent ends, so that none is lost.
   Cannot fail on Linux 3.4 and later. */
void tree_adopt(void);

/* Count the descendants. Cannot fail; one that ends meanwhile is not counted. */
struct tree tree_look(void);

/* End all descendants, and wait until there are none. */
void tree_end(void);

/* MiB of the files in a folder, and in those inside it. Cannot fail. */
double tree_disk_mb(const char *folder);

#endif
