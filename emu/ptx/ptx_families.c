/* Instructions of inline PTX whose modifiers may come in many combinations: loads,
   stores, atomic operations, copies, mbarriers, products of a warpgroup. */
#include "ptx_match.h"

#include <stdio.h>
#include <string.h>

/* Many modifiers change no result here. */

static bool is_hint(const char *word, size_t n)
{
    static const char hints[] =
        "ca|cg|cs|lu|cv|wb|wt|nc|weak|cta|cluster|gpu|sys|L2::cache_hint|"
        "L1::no_allocate|L1::evict_normal|L1::evict_unchanged|L1::evict_first|"
        "L1::evict_last|L2::64B|L2::128B|L2::256B|L2::evict_last|L2::evict_normal|"
        "L2::evict_first";
    return ptx_is_one_of(hints, word, n);
}

/* ld and st: the space, the number of registers, the type. */
static bool access_of(const char *opcode, char *name, size_t size)
{
    const char *space = "generic", *type = NULL;
    char wide[8] = "1", strength[PTX_NAME] = "weak";
    const bool load = !strncmp(opcode, "ld.", 3);
    for (const char *word = opcode + 3; *word;) {
        const size_t n = strcspn(word, ".");
        if (ptx_is_one_of("shared|shared::cta|shared::cluster", word, n))
            space = "shared";
        else if (ptx_is_one_of("global", word, n))
            space = "global";
        else if (ptx_is_one_of("relaxed|volatile|acquire|release", word, n))
            snprintf(strength, sizeof strength, "%.*s", (int)n,
                     *word == 'v' ? "relaxed" : word);
        else if (ptx_is_one_of("v2|v4", word, n))
            wide[0] = word[1];
        else if (ptx_type_of('a', word, n) || ptx_is_one_of("u8|s8|b8", word, n)) {
            type = ptx_is_one_of("u8|b8", word, n) ? "uint8_t"
                   : ptx_is_one_of("s8", word, n)  ? "int8_t"
                                                   : ptx_type_of('a', word, n);
            if (word[n])
                return false;
        } else if (!is_hint(word, n))
            return false;
        word += n + (word[n] == '.');
    }
    if (!type)
        return false;
    snprintf(name, size, "%s<emu_ptx::__%s, %s, %s, emu_ptx::__%s>", load ? "ld" : "st",
             space, type, wide, strength);
    return true;
}

/* atom and red: the space, the operation, the type. */
static bool atomic_of(const char *opcode, char *name, size_t size)
{
    const char *space = "generic", *type = NULL;
    char operation[PTX_NAME] = "";
    const char *order = "RELAXED";
    const bool gives = !strncmp(opcode, "atom.", 5);
    for (const char *word = opcode + (gives ? 5 : 4); *word;) {
        const size_t n = strcspn(word, ".");
        if (ptx_is_one_of("shared|shared::cta|shared::cluster", word, n))
            space = "shared";
        else if (ptx_is_one_of("global", word, n))
            space = "global";
        else if (ptx_is_one_of("add|min|max|and|or|xor|exch|cas|inc|dec", word, n))
            snprintf(operation, sizeof operation, "%.*s", (int)n, word);
        else if (ptx_type_of('a', word, n) && !word[n])
            type = ptx_type_of('a', word, n);
        else if (ptx_is_one_of("acquire|release|acq_rel", word, n))
            order = word[3] == 'u' ? "ACQUIRE" : word[3] == 'e' ? "RELEASE" : "ACQ_REL";
        else if (!ptx_is_one_of("relaxed|cta|cluster|gpu|sys", word, n))
            return false;
        word += n + (word[n] == '.');
    }
    snprintf(name, size, "%s<emu_ptx::__%s, %s, emu_ptx::__op_%s, __NV_ATOMIC_%s>",
             gives ? "atom" : "red", space, type ? type : "", operation, order);
    return type && *operation;
}

/* ldmatrix and stmatrix, whose modifiers may be in any order. */
static bool matrices_of(const char *opcode, char *name, size_t size)
{
    static const char begin[] = "ldmatrix.sync.aligned.";
    bool trans = false, shape = false, count = false, type = false, shared = false;
    char matrices = '1';
    for (const char *word = opcode + strlen(begin); *word;) {
        const size_t n = strcspn(word, ".");
        bool *const seen = ptx_is_one_of("m8n8", word, n)                 ? &shape
                           : ptx_is_one_of("x1|x2|x4", word, n)           ? &count
                           : ptx_is_one_of("trans", word, n)              ? &trans
                           : ptx_is_one_of("shared|shared::cta", word, n) ? &shared
                           : ptx_is_one_of("b16", word, n)                ? &type
                                                                          : NULL;
        if (!seen || *seen)
            return false;
        *seen = true;
        matrices = seen == &count ? word[1] : matrices;
        word += n + (word[n] == '.');
    }
    snprintf(name, size, "%.8s<emu_ptx::__%s, %s, %c>", opcode,
             shared ? "shared" : "generic", trans ? "true" : "false", matrices);
    return shape && count && type;
}

/* cp.async.ca.shared.global and the like. */
static bool copy_of(const char *opcode, char *name, size_t size)
{
    bool ca = false, cg = false, shared = false, global = false;
    for (const char *word = opcode + strlen("cp.async."); *word;) {
        const size_t n = strcspn(word, ".");
        ca |= ptx_is_one_of("ca", word, n);
        cg |= ptx_is_one_of("cg", word, n);
        shared |= ptx_is_one_of("shared|shared::cta", word, n);
        global |= ptx_is_one_of("global", word, n);
        if (!ptx_is_one_of("ca|cg|shared|shared::cta|global", word, n) &&
            !is_hint(word, n))
            return false;
        word += n + (word[n] == '.');
    }
    snprintf(name, size, "cp_async<%s>", cg ? "true" : "false");
    return ca != cg && shared && global;
}

/* mbarrier.*, and cp.async.mbarrier.arrive. */
static bool mbarrier_of(const char *opcode, char *name, size_t size)
{
    const bool copies = *opcode == 'c';
    const char *word =
        opcode + (copies ? strlen("cp.async.mbarrier.") : strlen("mbarrier."));
    const char *space = "generic";
    const size_t length = strcspn(word, ".");
    char what[PTX_NAME];
    bool parity = false, incomplete = false, counts = false, type = false;
    bool expects = false;
    snprintf(what, sizeof what, "%.*s", (int)length, word);
    for (word += length; *word;) {
        const size_t n = strcspn(++word, ".");
        if (ptx_is_one_of("shared|shared::cta|shared::cluster", word, n))
            space = "shared";
        else if (ptx_is_one_of("expect_tx", word, n))
            expects = true;
        else if (ptx_is_one_of("parity", word, n))
            parity = true;
        else if (ptx_is_one_of("noComplete", word, n))
            incomplete = true;
        else if (ptx_is_one_of("noinc", word, n))
            counts = true;
        else if (ptx_is_one_of("b64", word, n))
            type = !word[n];
        else if (!ptx_is_one_of("release|acquire|relaxed|cta|cluster", word, n))
            return false;
        word += n;
    }
    if (!type || (copies && strcmp(what, "arrive")))
        return false;
    if (copies)
        snprintf(name, size, "cp_arrive<emu_ptx::__%s, %s>", space,
                 counts ? "true" : "false");
    else if (expects && ptx_is_one_of("arrive|arrive_drop", what, length))
        snprintf(name, size, "mbarrier_arrive_expect<emu_ptx::__%s, %s>", space,
                 length > 6 ? "true" : "false");
    else if (ptx_is_one_of("expect_tx|complete_tx", what, length))
        snprintf(name, size, "mbarrier_%.*s<emu_ptx::__%s>", (int)length - 3, what,
                 space);
    else if (ptx_is_one_of("arrive|arrive_drop", what, length))
        snprintf(name, size, "mbarrier_arrive<emu_ptx::__%s, %s, %s>", space,
                 incomplete ? "false" : "true", length > 6 ? "true" : "false");
    else if (ptx_is_one_of("test_wait|try_wait", what, length))
        snprintf(name, size, "mbarrier_wait<emu_ptx::__%s, %s>", space,
                 parity ? "true" : "false");
    else if (ptx_is_one_of("init|inval", what, length))
        snprintf(name, size, "mbarrier_%s<emu_ptx::__%s>", what, space);
    else if (ptx_is_one_of("pending_count", what, length))
        snprintf(name, size, "mbarrier_pending");
    else
        return false;
    return true;
}

/* cp.async.bulk.tensor.2d, to shared memory or from it. */
static struct ptx_function tensor_of(const char *opcode, char *name, size_t size)
{
    static const char *const loads[] = {"shared::cluster.global", "shared::cta.global"};
    const char *word = opcode + strlen("cp.async.bulk.tensor."), rank = *word;
    const struct ptx_function none = {NULL, NULL};
    bool load = false;
    if (rank < '1' || rank > '5' || word[1] != 'd' || word[2] != '.')
        return none;
    word += 3;
    for (int k = 0; k < 2 && !load; k++)
        load = !strncmp(word, loads[k], strlen(loads[k]));
    if (load)
        word = strstr(word, ".global") + strlen(".global");
    else if (!strncmp(word, "global.shared::cta", 18))
        word += 18;
    else
        return none;
    struct ptx_matched m = {0};
    const bool multicast = load && strstr(word, ".multicast::cluster");
    if (!ptx_match(load ? "?tile.mbarrier::complete_tx::bytes.?multicast::cluster."
                          "?L2::cache_hint"
                        : "?tile.bulk_group.?L2::cache_hint",
                   word + (*word == '.'), &m))
        return none;
    snprintf(name, size, "tensor_%s<%c>", load ? "load" : "store", rank);
    return (struct ptx_function){name, !load ? "ab" : multicast ? "abce" : "abc"};
}

/* wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16 */
static struct ptx_function wgmma_of(const char *opcode, char *name, size_t size)
{
    static const struct {
        const char *k, *types, *kinds;
    } known[] = {{"k16", ".f32.f16.f16", "EMU_F16, EMU_F16, EMU_F32"},
                 {"k16", ".f16.f16.f16", "EMU_F16, EMU_F16, EMU_F16"},
                 {"k16", ".f32.bf16.bf16", "EMU_BF16, EMU_BF16, EMU_F32"},
                 {"k8", ".f32.tf32.tf32", "EMU_TF32, EMU_TF32, EMU_F32"},
                 {"k32", ".f32.e4m3.e4m3", "EMU_E4M3, EMU_E4M3, EMU_F32"},
                 {"k32", ".f32.e4m3.e5m2", "EMU_E4M3, EMU_E5M2, EMU_F32"},
                 {"k32", ".f32.e5m2.e4m3", "EMU_E5M2, EMU_E4M3, EMU_F32"},
                 {"k32", ".f32.e5m2.e5m2", "EMU_E5M2, EMU_E5M2, EMU_F32"},
                 {"k32", ".f16.e4m3.e4m3", "EMU_E4M3, EMU_E4M3, EMU_F16"},
                 {"k32", ".f16.e4m3.e5m2", "EMU_E4M3, EMU_E5M2, EMU_F16"},
                 {"k32", ".f16.e5m2.e4m3", "EMU_E5M2, EMU_E4M3, EMU_F16"},
                 {"k32", ".f16.e5m2.e5m2", "EMU_E5M2, EMU_E5M2, EMU_F16"}};
    const char *shape = opcode + strlen("wgmma.mma_async.sync.aligned.");
    const size_t n = strncmp(shape, "m64n", 4) ? 0 : strspn(shape + 4, "0123456789");
    const char *k = shape + 4 + n;
    for (size_t i = 0; n && i < sizeof known / sizeof *known; i++) {
        const size_t length = strlen(known[i].k);
        if (strncmp(k, known[i].k, length) || strcmp(k + length, known[i].types))
            continue;
        snprintf(name, size, "wgmma<%s, %.*s>", known[i].kinds, (int)n, shape + 4);
        return (struct ptx_function){name, "dabcef?gh"};
    }
    return (struct ptx_function){NULL, NULL};
}

static const char *mbarrier_operands(const char *name)
{
    return *name == 'c'                     ? "a"
           : strstr(name, "_arrive_expect") ? "ab?c"
           : strstr(name, "_arrive")        ? "da?b"
           : strstr(name, "_wait")          ? "pab?c"
           : strstr(name, "_init") || strstr(name, "_expect") ||
                   strstr(name, "_complete")
               ? "ab"
           : strstr(name, "_pending") ? "da"
                                      : "a";
}

struct ptx_function ptx_find_family(const char *opcode, char name[], size_t size)
{
    if (!strncmp(opcode, "ld.", 3) && access_of(opcode, name, size))
        return (struct ptx_function){name, "da"};
    if (!strncmp(opcode, "st.", 3) && access_of(opcode, name, size))
        return (struct ptx_function){name, "ad"};
    if (!strncmp(opcode, "ldmatrix.sync.aligned.", 22) &&
        matrices_of(opcode, name, size))
        return (struct ptx_function){name, "da"};
    if (!strncmp(opcode, "stmatrix.sync.aligned.", 22) &&
        matrices_of(opcode, name, size))
        return (struct ptx_function){name, "ad"};
    if ((!strncmp(opcode, "mbarrier.", 9) ||
         !strncmp(opcode, "cp.async.mbarrier.", 18)) &&
        mbarrier_of(opcode, name, size))
        return (struct ptx_function){name, mbarrier_operands(name)};
    if (!strncmp(opcode, "cp.async.bulk.tensor.", 21))
        return tensor_of(opcode, name, size);
    if (!strncmp(opcode, "wgmma.mma_async.sync.aligned.", 29))
        return wgmma_of(opcode, name, size);
    if (!strncmp(opcode, "atom.", 5) && atomic_of(opcode, name, size))
        return (struct ptx_function){name, strstr(name, "op_cas") ? "dabc" : "dab"};
    if (!strncmp(opcode, "red.", 4) && atomic_of(opcode, name, size))
        return (struct ptx_function){name, "ab"};
    if (!strncmp(opcode, "cp.async.", 9) && copy_of(opcode, name, size))
        return (struct ptx_function){name, "abc?e"};
    return (struct ptx_function){NULL, NULL};
}
