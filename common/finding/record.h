/*
 * The record of a check: a finding, and what it is about, as a JSON file
 * (docs/finding.md). The judge writes it; whatever wants to know how a check ended
 * reads it.
 */
#ifndef FINDING_RECORD_H
#define FINDING_RECORD_H

#include <stdbool.h>
#include <stdio.h>

#include "finding/finding.h"

enum { RECORD_VERSION = 1, RECORD_OUTPUT = 20 * 1024 };

struct record {
    int version;
    char lab[64];      /* "03_smem" */
    char source[1024]; /* the kernel's file, "" if unknown */
    struct finding finding;
    char seed[24], draw[24];    /* decimal numbers, "" where there was none */
    char device[256];           /* "NVIDIA H200", "" if nothing ran */
    char backend[8];            /* "cpu", the emulator; or "gpu"; "" if nothing ran */
    double seconds;             /* that the check took, compilation aside */
    char output[RECORD_OUTPUT]; /* what the kernel printed, line by line */
};

/* Write it, whole or not at all. Returns false with a line on stderr if that fails. */
bool record_write(const char *path, const struct record *r);

/* Read and validate one. Returns false, and in `why` what is wrong with it. */
bool record_read(const char *path, struct record *r, char *why, size_t size);

/* The JSON Schema of such a file. Returns false if it cannot be written. */
bool record_schema(FILE *out);

#endif
