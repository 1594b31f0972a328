/*
 * The names that a kernel may have, the best first:
 *
 *   1  labs/03_smem/kernel.cu, then 03_smem/kernel.cu, then 03_smem.cu
 *   2  the same in other folders, in capitals, with other signs:
 *      x/Labs/3-SMEM/Kernel.CU
 *   3  a copy, or more words: '03_smem (1).cu', 'Copy of 03_smem.cu', 03_smem_final.cu
 *   4  the number: lab03.cu, 'lab 3.cu', 3.cu, lab3/kernel.cu
 *   5  the word: smem.cu, smem/kernel.cu
 *   6  any other .cu in a folder that is named for the lab
 *   7  any other .cu whose text has 'Lab 03, smem' or 'void smem(', as the skeleton has
 *   8  kernel3.cu; and kernel.cu, if one lab alone is asked for
 *
 * Of several with the same rank, the one in fewer folders is taken, then the one with
 * the larger number of a copy, then the shorter name. A file that is filled in goes
 * before an untouched skeleton, that before an empty file, and any of these before what
 * cannot be read. '.cu.txt' is as good as '.cu'. A name that fits two labs says
 * nothing; the text may.
 *
 * Hidden files and folders and __MACOSX are passed over; so are, beside labs/, the
 * course's own solutions/NN_name/kernel.cu, tests, build, results, common, grade, view,
 * docs and tools.
 */
#ifndef SUBMISSION_RANK_H
#define SUBMISSION_RANK_H

/* Less for the better. */
enum {
    RANK_EXPECTED = 9,      /* 03_smem.cu; 8 in 03_smem, 7 in labs/03_smem */
    RANK_FULL = 200,        /* x/03_smem.cu, 3-smem.cu */
    RANK_FULL_MORE = 300,   /* 03_smem_final.cu */
    RANK_NUMBER = 400,      /* lab03.cu, 3.cu */
    RANK_WORD = 500,        /* smem.cu */
    RANK_OTHER_NAME = 600,  /* 03_smem/best.cu */
    RANK_TEXT_LAB = 700,    /* the text has "Lab 03, smem" */
    RANK_TEXT_KERNEL = 701, /* the text has "void smem(" */
    RANK_NUMBERED = 702,    /* kernel3.cu; kernel.cu, of the only lab */
    RANK_LABS = 900         /* a link or the like that is called labs */
};

/* What is added, each once, to the ranks of names. Then the number of folders that a
   file is in is added. */
enum {
    RANK_PLUS_SIGNS = 10,  /* other signs, zeros or capitals: 3-smem.cu */
    RANK_PLUS_WORDS = 20,  /* other words */
    RANK_PLUS_COPY = 10,   /* in the copy of a folder: labs (2) */
    RANK_PLUS_OLD = 50,    /* out of date, as a name says: backup/03_smem.cu */
    RANK_PLUS_FOLDER = 100 /* named for the lab by its folder: 03_smem/kernel2.cu */
};

/* What is subtracted from RANK_NUMBER. */
enum {
    RANK_LESS_LAB = 4, /* lab3.cu is better than 3.cu */
    RANK_LESS_ZERO = 2 /* 03.cu is better than 3.cu */
};

#endif
