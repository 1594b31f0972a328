/*
 * The instructions of inline PTX; ptx.h states the contract.
 *
 * A pattern is an opcode, in which a segment may be
 *
 *   $i $s $u $b $f $a   a type: integer, signed, unsigned, bits, float, any of them
 *   $w                  an integer type whose product is twice as wide
 *   $c $l               a comparison; and, or, xor
 *   a|b                 one of these
 *   ?a|b                one of these, or none
 *
 * In the function's name, @1 is the C++ name of the first $'s segment, @2 of the
 * second, =1 the text of the first choice (a|b or ?a|b), and so on. `.ftz` chooses the
 * type emu_ptx::flushed for float.
 */
#include "ptx.h"

#include <stdio.h>
#include <string.h>

struct row {
    const char *pattern, *function, *operands;
};

/* clang-format off */
static const struct row rows[] = {
    {"mov.$a", "mov<@1>", "da"},
    {"mov.pred", "mov<bool>", "da"},
    {"add.$i", "add<@1>", "dab"},
    {"sub.$i", "sub<@1>", "dab"},
    {"mul.lo.$i", "mul<@1>", "dab"},
    {"mul.hi.$i", "mul_hi<@1>", "dab"},
    {"mul.wide.$w", "mul_wide<@1>", "dab"},
    {"mad.lo.$i", "mad<@1>", "dabc"},
    {"mad.hi.$i", "mad_hi<@1>", "dabc"},
    {"mad.wide.$w", "mad_wide<@1>", "dabc"},
    {"div.$i", "div<@1>", "dab"},
    {"rem.$i", "rem<@1>", "dab"},
    {"min.$i", "min<@1>", "dab"},
    {"max.$i", "max<@1>", "dab"},
    {"abs.$s", "abs<@1>", "da"},
    {"neg.$s", "neg<@1>", "da"},
    {"and.$b", "and_<@1>", "dab"},
    {"or.$b", "or_<@1>", "dab"},
    {"xor.$b", "xor_<@1>", "dab"},
    {"not.$b", "not_<@1>", "da"},
    {"and.pred", "and_<bool>", "dab"},
    {"or.pred", "or_<bool>", "dab"},
    {"xor.pred", "xor_<bool>", "dab"},
    {"not.pred", "not_<bool>", "da"},
    {"shl.$b", "shl<@1>", "dab"},
    {"shr.$b", "shr<@1>", "dab"},
    {"shr.$i", "shr<@1>", "dab"},
    {"shf.l|r.wrap|clamp.b32", "shf_=1_=2", "dabc"},
    {"setp.$c.?ftz.$a", "setp<@2, emu_ptx::@1>", "pab"},
    {"setp.$c.$l.?ftz.$a", "setp<@3, emu_ptx::@1, emu_ptx::@2>", "pabc"},
    {"selp.$a", "selp<@1>", "dabc"},
    {"slct.$a.s32", "slct<@1>", "dabc"},
    {"prmt.b32", "prmt", "dabc"},
    {"lop3.b32", "lop3", "dabce"},
    {"bfe.$i", "bfe<@1>", "dabc"},
    {"bfi.$b", "bfi<@1>", "dabce"},
    {"popc.$b", "popc<@1>", "da"},
    {"clz.$b", "clz<@1>", "da"},
    {"brev.$b", "brev<@1>", "da"},
    /* floating point */
    {"add.?rn.?ftz.$f", "add<@1>", "dab"},
    {"sub.?rn.?ftz.$f", "sub<@1>", "dab"},
    {"mul.?rn.?ftz.$f", "mul<@1>", "dab"},
    {"fma.rn.?ftz.$f", "fma<@1>", "dabc"},
    {"mad.rn.?ftz.$f", "fma<@1>", "dabc"},
    {"div.rn|approx|full.?ftz.$f", "div<@1>", "dab"},
    {"min.?ftz.$f", "fmin<@1>", "dab"},
    {"max.?ftz.$f", "fmax<@1>", "dab"},
    {"abs.?ftz.$f", "abs<@1>", "da"},
    {"neg.?ftz.$f", "neg<@1>", "da"},
    {"rcp.rn|approx.?ftz.$f", "rcp<@1>", "da"},
    {"sqrt.rn|approx.?ftz.$f", "sqrt<@1>", "da"},
    {"rsqrt.approx.?ftz.$f", "rsqrt<@1>", "da"},
    {"ex2.approx.?ftz.$f", "ex2<@1>", "da"},
    {"lg2.approx.?ftz.$f", "lg2<@1>", "da"},
    {"sin.approx.?ftz.$f", "sin<@1>", "da"},
    {"cos.approx.?ftz.$f", "cos<@1>", "da"},
    {"tanh.approx.f32", "tanh<float>", "da"},
    {"add.?rn.f16|bf16|f16x2|bf16x2", "add16<emu_ptx::=2>", "dab"},
    {"sub.?rn.f16|bf16|f16x2|bf16x2", "sub16<emu_ptx::=2>", "dab"},
    {"mul.?rn.f16|bf16|f16x2|bf16x2", "mul16<emu_ptx::=2>", "dab"},
    {"fma.rn.f16|bf16|f16x2|bf16x2", "fma16<emu_ptx::=1>", "dabc"},
    {"min.f16|bf16|f16x2|bf16x2", "min16<emu_ptx::=1>", "dab"},
    {"max.f16|bf16|f16x2|bf16x2", "max16<emu_ptx::=1>", "dab"},
    {"neg.f16|bf16|f16x2|bf16x2", "neg16<emu_ptx::=1>", "da"},
    {"abs.f16|bf16|f16x2|bf16x2", "abs16<emu_ptx::=1>", "da"},
    /* conversions */
    {"cvt.$i.$i", "cvt<@1, @2>", "da"},
    {"cvt.rn.$f.$i", "cvt<@1, @2>", "da"},
    {"cvt.rn.f32.f64", "cvt<float, double>", "da"},
    {"cvt.f64.f32", "cvt<double, float>", "da"},
    {"cvt.rni|rzi|rmi|rpi.?ftz.$i.$f", "cvt_=1<@1, @2>", "da"},
    {"cvt.rn|rz.f16|bf16.f32", "to16<emu_ptx::=2, emu_ptx::=1>", "da"},
    {"cvt.rn|rz.f16x2|bf16x2.f32", "to16<emu_ptx::=2, emu_ptx::=1>", "dab"},
    {"cvt.f32.f16|bf16", "from16<emu_ptx::=1>", "da"},
    {"cvt.rna.tf32.f32", "to_tf32", "da"},
    /* addresses */
    {"cvta.shared|global|local.u64", "to_generic<emu_ptx::=1>", "da"},
    {"cvta.to.shared|global|local.u64", "from_generic<emu_ptx::=1>", "da"},
    {"prefetch.?global.L1|L2|L2::evict_last|L2::evict_normal", "prefetch", "a"},
    {"isspacep.shared|global", "isspacep<emu_ptx::=1>", "pa"},
    /* the threads of a warp and a block */
    {"shfl.sync.idx|up|down|bfly.b32", "shfl<emu_ptx::=1>", "dabce"},
    {"vote.sync.all|any.pred", "vote_=1", "pab"},
    {"vote.sync.ballot.b32", "ballot", "dab"},
    {"redux.sync.add|min|max.$i", "redux_=1<@1>", "dab"},
    {"redux.sync.and|or|xor.b32", "redux_=1<uint32_t>", "dab"},
    {"activemask.b32", "activemask", "d"},
    {"elect.sync", "elect", "pa"},
    {"bar.warp.sync", "syncwarp", "a"},
    {"bar.sync", "bar_sync", "a?b"},
    {"barrier.sync.?aligned", "bar_sync", "a?b"},
    {"barrier.cta.sync.?aligned", "bar_sync", "a?b"},
    {"bar.arrive", "bar_arrive", "ab"},
    {"barrier.arrive.?aligned", "bar_arrive", "ab"},
    {"barrier.cta.arrive.?aligned", "bar_arrive", "ab"},
    {"bar.red.popc.u32", "bar_red_popc", "dab?c"},
    {"bar.red.and|or.pred", "bar_red_=1", "pab?c"},
    {"barrier.red.popc.?aligned.u32", "bar_red_popc", "dab?c"},
    {"barrier.red.and|or.?aligned.pred", "bar_red_=1", "pab?c"},
    {"barrier.cta.red.popc.?aligned.u32", "bar_red_popc", "dab?c"},
    {"barrier.cta.red.and|or.?aligned.pred", "bar_red_=1", "pab?c"},
    {"createpolicy.fractional.L2::evict_first|L2::evict_last|L2::evict_normal|L2::evict_unchanged.b64",
     "createpolicy", "d?a"},
    {"createpolicy.fractional.L2::evict_first|L2::evict_last|L2::evict_normal|L2::evict_unchanged.L2::evict_first|L2::evict_unchanged.b64",
     "createpolicy", "d?a"},
    {"membar.cta|gl|sys", "membar_=1", ""},
    {"fence.acq_rel|sc.cta|gpu|sys", "fence_=2", ""},
    {"nanosleep.u32", "nanosleep", "a"},
    {"fence.mbarrier_init.release.cluster", "no_fence", ""},
    {"fence.proxy.async.?global|shared::cta|shared::cluster", "proxy_fence", ""},
    {"fence.proxy.alias", "no_fence", ""},
    /* asynchronous copies, and fragments */
    {"cp.async.commit_group", "cp_commit", ""},
    {"cp.async.wait_group", "cp_wait", "a"},
    {"cp.async.wait_all", "cp_wait_all", ""},
    {"cp.async.bulk.commit_group", "bulk_commit", ""},
    {"cp.async.bulk.wait_group.?read", "bulk_wait", "a"},
    {"cp.async.bulk.shared::cluster|shared::cta.global.mbarrier::complete_tx::bytes.?L2::cache_hint",
     "bulk_load", "abce"},
    {"cp.async.bulk.global.shared::cta.bulk_group.?L2::cache_hint", "bulk_store", "abc"},
    {"cp.async.bulk.prefetch.L2.global.?L2::cache_hint", "bulk_prefetch", "ab"},
    {"cp.async.bulk.prefetch.tensor.1d|2d|3d|4d|5d.L2.global.?tile.?L2::cache_hint",
     "bulk_prefetch", "a"},
    {"prefetch.?param|const.tensormap", "bulk_prefetch", "a"},
    {"wgmma.fence.sync.aligned", "wgmma_fence", ""},
    {"wgmma.commit_group.sync.aligned", "wgmma_commit", ""},
    {"wgmma.wait_group.sync.aligned", "wgmma_wait", "a"},
    {"setmaxnreg.inc|dec.sync.aligned.u32", "setmaxnreg", "a"},
    {"mma.sync.aligned.m16n8k8|m16n8k16.row.col.f32|f16.f16.f16.f32|f16",
     "mma<emu_ptx::=1, emu_ptx::f16, emu_ptx::=2, emu_ptx::=3>", "dabc"},
    {"mma.sync.aligned.m16n8k8|m16n8k16.row.col.f32.bf16.bf16.f32",
     "mma<emu_ptx::=1, emu_ptx::bf16, emu_ptx::f32, emu_ptx::f32>", "dabc"},
    {"mma.sync.aligned.m16n8k4|m16n8k8.row.col.f32.tf32.tf32.f32",
     "mma<emu_ptx::=1, emu_ptx::tf32, emu_ptx::f32, emu_ptx::f32>", "dabc"},
    {"mma.sync.aligned.m16n8k16|m16n8k32.row.col.?satfinite.s32.s8.s8.s32",
     "mma<emu_ptx::=1, emu_ptx::s8, emu_ptx::s32, emu_ptx::s32, emu_ptx::=2>", "dabc"},
};

static const struct {
    const char *ptx, *cpp, *classes;
} types[] = {
    {"u16", "uint16_t", "iuaw"}, {"u32", "uint32_t", "iuaw"}, {"u64", "uint64_t", "iua"},
    {"s16", "int16_t", "isaw"},  {"s32", "int32_t", "isaw"},  {"s64", "int64_t", "isa"},
    {"b16", "uint16_t", "ba"},   {"b32", "uint32_t", "ba"},   {"b64", "uint64_t", "ba"},
    {"f32", "float", "fa"},      {"f64", "double", "fa"},
};
/* clang-format on */
enum { TYPES = sizeof types / sizeof *types };

/* The segments of a pattern that are $ or choices. */
struct matched {
    int n_names, n_choices;
    char names[4][PTX_NAME], choices[4][PTX_NAME];
    bool flushes;
};

/* True if one of the words in `list`, | between them, is this segment. */
static bool among(const char *list, size_t length, const char *word, size_t n)
{
    for (size_t i = 0; i < length;) {
        const size_t rest = length - i;
        const char *end = memchr(list + i, '|', rest);
        const size_t one = end ? (size_t)(end - list) - i : rest;
        if (one == n && !memcmp(list + i, word, n))
            return true;
        i += one + 1;
    }
    return false;
}

static bool is_one_of(const char *list, const char *word, size_t n)
{
    return among(list, strlen(list), word, n);
}

static const char *type_of(char class, const char *word, size_t n)
{
    for (int t = 0; t < TYPES; t++)
        if (strlen(types[t].ptx) == n && !memcmp(types[t].ptx, word, n) &&
            strchr(types[t].classes, class))
            return types[t].cpp;
    return NULL;
}

/* The C++ name of a segment of that class; false if it has another.
 */
static bool name_of(char class, const char *word, size_t n, struct matched *m)
{
    static const char comparisons[] =
        "eq|ne|lt|le|gt|ge|lo|ls|hi|hs|equ|neu|ltu|leu|gtu|"
        "geu|num|nan",
                      logic[] = "and|or|xor";
    char *to = m->names[m->n_names];
    const char *type = NULL;
    if (class == 'c' || class == 'l') {
        if (!is_one_of(class == 'c' ? comparisons : logic, word, n))
            return false;
        snprintf(to, PTX_NAME, "compare_%.*s", (int)n, word);
    } else {
        type = type_of(class, word, n);
        if (!type)
            return false;
        snprintf(to, PTX_NAME, "%s",
                 m->flushes && !strcmp(type, "float") ? "emu_ptx::flushed" : type);
    }
    m->n_names++;
    return true;
}

static bool match(const char *pattern, const char *opcode, struct matched *m)
{
    while (*pattern) {
        const size_t p = strcspn(pattern, "."), n = strcspn(opcode, ".");
        const bool optional = *pattern == '?';
        const char *list = pattern + optional;
        bool same;
        if (*pattern == '$')
            same = name_of(pattern[1], opcode, n, m);
        else
            same = among(list, p - optional, opcode, n);
        if (!same && !optional)
            return false;
        if (*pattern != '$' && (optional || memchr(list, '|', p))) {
            const bool flush = p == 4 && !memcmp(pattern, "?ftz", 4);
            m->flushes |= flush && same;
            if (!flush && m->n_choices < 4)
                snprintf(m->choices[m->n_choices++], PTX_NAME, "%.*s",
                         same ? (int)n : 4, same ? opcode : "none");
        }
        if (same)
            opcode += n + (opcode[n] == '.');
        pattern += p + (pattern[p] == '.');
    }
    return !*opcode;
}

/* The function's name, with what was matched. */
static void fill_in(const char *function, const struct matched *m, char *to,
                    size_t size)
{
    size_t n = 0;
    for (; *function && n + 1 < size; function++) {
        const int which = function[1] - '1';
        const char *word = NULL;
        if (*function == '@' && which >= 0 && which < 4)
            word = m->names[which];
        if (*function == '=' && which >= 0 && which < 4)
            word = m->choices[which];
        if (!word) {
            to[n++] = *function;
            continue;
        }
        while (*word && n + 1 < size)
            to[n++] = *word++;
        function++;
    }
    to[n] = 0;
}

/* ---- Loads, stores and copies: many modifiers change no result here. */

static bool is_hint(const char *word, size_t n)
{
    static const char hints[] =
        "ca|cg|cs|lu|cv|wb|wt|nc|weak|cta|gpu|sys|L2::cache_hint|"
        "L1::no_allocate|L1::evict_normal|L1::evict_unchanged|L1::evict_first|"
        "L1::evict_last|L2::64B|L2::128B|L2::256B|L2::evict_last|L2::evict_normal|"
        "L2::evict_first";
    return is_one_of(hints, word, n);
}

/* ld and st: the space, the number of registers, the type. */
static bool access_of(const char *opcode, char *name, size_t size)
{
    const char *space = "generic", *type = NULL;
    char wide[8] = "1", strength[PTX_NAME] = "weak";
    const bool load = !strncmp(opcode, "ld.", 3);
    for (const char *word = opcode + 3; *word;) {
        const size_t n = strcspn(word, ".");
        if (is_one_of("shared|shared::cta", word, n))
            space = "shared";
        else if (is_one_of("global", word, n))
            space = "global";
        else if (is_one_of("relaxed|volatile|acquire|release", word, n))
            snprintf(strength, sizeof strength, "%.*s", (int)n,
                     *word == 'v' ? "relaxed" : word);
        else if (is_one_of("v2|v4", word, n))
            wide[0] = word[1];
        else if (type_of('a', word, n) || is_one_of("u8|s8|b8", word, n)) {
            type = is_one_of("u8|b8", word, n) ? "uint8_t"
                   : is_one_of("s8", word, n)  ? "int8_t"
                                               : type_of('a', word, n);
            if (word[n])
                return false;
        } else if (!is_hint(word, n))
            return false;
        word += n + (word[n] == '.');
    }
    if (!type)
        return false;
    snprintf(name, size, "%s<emu_ptx::%s, %s, %s, emu_ptx::%s>", load ? "ld" : "st",
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
        if (is_one_of("shared|shared::cta", word, n))
            space = "shared";
        else if (is_one_of("global", word, n))
            space = "global";
        else if (is_one_of("add|min|max|and|or|xor|exch|cas|inc|dec", word, n))
            snprintf(operation, sizeof operation, "%.*s", (int)n, word);
        else if (type_of('a', word, n) && !word[n])
            type = type_of('a', word, n);
        else if (is_one_of("acquire|release|acq_rel", word, n))
            order = word[3] == 'u' ? "ACQUIRE" : word[3] == 'e' ? "RELEASE" : "ACQ_REL";
        else if (!is_one_of("relaxed|cta|gpu|sys", word, n))
            return false;
        word += n + (word[n] == '.');
    }
    snprintf(name, size, "%s<emu_ptx::%s, %s, emu_ptx::op_%s, __NV_ATOMIC_%s>",
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
        bool *const seen = is_one_of("m8n8", word, n)                 ? &shape
                           : is_one_of("x1|x2|x4", word, n)           ? &count
                           : is_one_of("trans", word, n)              ? &trans
                           : is_one_of("shared|shared::cta", word, n) ? &shared
                           : is_one_of("b16", word, n)                ? &type
                                                                      : NULL;
        if (!seen || *seen)
            return false;
        *seen = true;
        matrices = seen == &count ? word[1] : matrices;
        word += n + (word[n] == '.');
    }
    snprintf(name, size, "%.8s<emu_ptx::%s, %s, %c>", opcode,
             shared ? "shared" : "generic", trans ? "true" : "false", matrices);
    return shape && count && type;
}

/* cp.async.ca.shared.global and the like. */
static bool copy_of(const char *opcode, char *name, size_t size)
{
    bool ca = false, cg = false, shared = false, global = false;
    for (const char *word = opcode + strlen("cp.async."); *word;) {
        const size_t n = strcspn(word, ".");
        ca |= is_one_of("ca", word, n);
        cg |= is_one_of("cg", word, n);
        shared |= is_one_of("shared|shared::cta", word, n);
        global |= is_one_of("global", word, n);
        if (!is_one_of("ca|cg|shared|shared::cta|global", word, n) && !is_hint(word, n))
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
        if (is_one_of("shared|shared::cta|shared::cluster", word, n))
            space = "shared";
        else if (is_one_of("expect_tx", word, n))
            expects = true;
        else if (is_one_of("parity", word, n))
            parity = true;
        else if (is_one_of("noComplete", word, n))
            incomplete = true;
        else if (is_one_of("noinc", word, n))
            counts = true;
        else if (is_one_of("b64", word, n))
            type = !word[n];
        else if (!is_one_of("release|acquire|relaxed|cta|cluster", word, n))
            return false;
        word += n;
    }
    if (!type || (copies && strcmp(what, "arrive")))
        return false;
    if (copies)
        snprintf(name, size, "cp_arrive<emu_ptx::%s, %s>", space,
                 counts ? "true" : "false");
    else if (expects && is_one_of("arrive|arrive_drop", what, length))
        snprintf(name, size, "mbarrier_arrive_expect<emu_ptx::%s, %s>", space,
                 length > 6 ? "true" : "false");
    else if (is_one_of("expect_tx|complete_tx", what, length))
        snprintf(name, size, "mbarrier_%.*s<emu_ptx::%s>", (int)length - 3, what,
                 space);
    else if (is_one_of("arrive|arrive_drop", what, length))
        snprintf(name, size, "mbarrier_arrive<emu_ptx::%s, %s, %s>", space,
                 incomplete ? "false" : "true", length > 6 ? "true" : "false");
    else if (is_one_of("test_wait|try_wait", what, length))
        snprintf(name, size, "mbarrier_wait<emu_ptx::%s, %s>", space,
                 parity ? "true" : "false");
    else if (is_one_of("init|inval", what, length))
        snprintf(name, size, "mbarrier_%s<emu_ptx::%s>", what, space);
    else if (is_one_of("pending_count", what, length))
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
    struct matched m = {0};
    if (!match(load ? "?tile.mbarrier::complete_tx::bytes.?L2::cache_hint"
                    : "?tile.bulk_group.?L2::cache_hint",
               word + (*word == '.'), &m))
        return none;
    snprintf(name, size, "tensor_%s<%c>", load ? "load" : "store", rank);
    return (struct ptx_function){name, load ? "abc" : "ab"};
}

/* wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16 */
static struct ptx_function wgmma_of(const char *opcode, char *name, size_t size)
{
    static const struct {
        const char *k, *types, *kinds;
    } known[] = {{"k16", ".f32.f16.f16", "EMU_F16, EMU_F32"},
                 {"k16", ".f16.f16.f16", "EMU_F16, EMU_F16"},
                 {"k16", ".f32.bf16.bf16", "EMU_BF16, EMU_F32"},
                 {"k8", ".f32.tf32.tf32", "EMU_TF32, EMU_F32"}};
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

struct ptx_function ptx_find(const char *opcode, char name[], size_t size)
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
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        struct matched m = {0};
        if (!match(rows[r].pattern, opcode, &m))
            continue;
        fill_in(rows[r].function, &m, name, size);
        return (struct ptx_function){name, rows[r].operands};
    }
    if (!strncmp(opcode, "cp.async.", 9) && copy_of(opcode, name, size))
        return (struct ptx_function){name, "abc?e"};
    return (struct ptx_function){NULL, NULL};
}
