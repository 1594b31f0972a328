/*
 * One lab's entry, see entry.h: compiled with -DLAB='"03_smem"', -Dsgemm=sgemm_03_smem,
 * what calls that in SOURCE, and its name in CALL.
 */
#define CALLABLE(function) struct ladder_entry /* in this table alone */
#include "ladder/entry.h"

#ifdef SOURCE
// cppcheck-suppress preprocessorErrorDirective
#include SOURCE
#else
operation_function CALL; /* what picks the kernel's tile */
#endif

static struct ladder_entry entry = {LAB, CALL};

__attribute__((used, section("ladder"))) static struct ladder_entry *const here =
    &entry;
