/* One lab's entry, see entry.h: compiled with -DLAB='"03_smem"' -DSGEMM=sgemm_03_smem.
 */
#include "ladder/entry.h"

extern trial_sgemm SGEMM;

static struct ladder_entry entry = {LAB, SGEMM};

__attribute__((used, section("ladder"))) static struct ladder_entry *const here =
    &entry;
