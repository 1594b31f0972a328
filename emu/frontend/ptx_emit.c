/* One instruction of inline PTX as C++; ptx.h states the contract. */
#include "ptx.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tokens.h"

/* The registers that the asm statement has declared so far. */
enum { MOST_REGISTERS = 512 };
static char declared[MOST_REGISTERS][PTX_NAME];
static int n_declared;

static bool is_declared(const char *name)
{
    for (int i = 0; i < n_declared; i++)
        if (!strcmp(declared[i], name))
            return true;
    return false;
}

/* In asm statements with operands, %% means %. */
static const char *without_percent(const char *name)
{
    while (*name == '%')
        name++;
    return name;
}

/* The name of a register or label, which becomes a part of a C++ name. */
static const char *checked_name(const struct ptx_source *s, const char *text)
{
    const char *name = without_percent(text);
    for (const char *p = name; *p; p++)
        if (!isalnum((unsigned char)*p) && *p != '_')
            ptx_die(s, text_format("inline PTX: '%s' is not a name", text));
    if (!*name || strlen(name) >= PTX_NAME)
        ptx_die(s, text_format("inline PTX: '%s' is not a name", text));
    return name;
}

static char *operand_text(const struct ptx_source *s, const char *text);

/* %tid.x and the like; NULL if it is none. */
static char *special_register(const char *name)
{
    static const char *const names[] = {"tid.x",
                                        "tid.y",
                                        "tid.z",
                                        "ntid.x",
                                        "ntid.y",
                                        "ntid.z",
                                        "ctaid.x",
                                        "ctaid.y",
                                        "ctaid.z",
                                        "nctaid.x",
                                        "nctaid.y",
                                        "nctaid.z",
                                        "laneid",
                                        "warpid",
                                        "nwarpid",
                                        "smid",
                                        "nsmid",
                                        "clock",
                                        "clock64",
                                        "globaltimer",
                                        "lanemask_eq",
                                        "lanemask_lt",
                                        "lanemask_le",
                                        "lanemask_gt",
                                        "lanemask_ge",
                                        "cluster_ctarank",
                                        "cluster_nctarank",
                                        "cluster_ctaid.x",
                                        "cluster_ctaid.y",
                                        "cluster_ctaid.z",
                                        "cluster_nctaid.x",
                                        "cluster_nctaid.y",
                                        "cluster_nctaid.z",
                                        "clusterid.x",
                                        "clusterid.y",
                                        "clusterid.z",
                                        "nclusterid.x",
                                        "nclusterid.y",
                                        "nclusterid.z"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(names[i], name)) {
            char *text = text_format("emu_ptx::__special_%s()", name);
            for (char *p = text; *p; p++)
                *p = *p == '.' ? '_' : *p;
            return text;
        }
    return NULL;
}

/* 4, -1, 0x10, 0f3F800000, 0d3FF0000000000000, WARP_SZ. */
static char *number_text(const struct ptx_source *s, const char *text)
{
    char *end = NULL;
    if (!strcmp(text, "WARP_SZ"))
        return text_format("emu_ptx::__number{32}");
    if (text[0] == '0' && strchr("fFdD", text[1]) && text[1]) {
        const bool wide = tolower((unsigned char)text[1]) == 'd';
        const size_t digits = strspn(text + 2, "0123456789abcdefABCDEF");
        if (text[2 + digits] || digits != (wide ? 16u : 8u))
            ptx_die(s, text_format("inline PTX: '%s' is no number", text));
        return text_format("emu_ptx::__%s{0x%s}", wide ? "double_bits" : "float_bits",
                           text + 2);
    }
    if (strchr(text, '.')) {
        const double real = strtod(text, &end);
        if (*end || text[strspn(text, "0123456789.-+eE")])
            ptx_die(s, text_format("inline PTX: '%s' is no number", text));
        return text_format("emu_ptx::__decimal{%.17g}", real);
    }
    const long long value =
        text[0] == '-' ? strtoll(text, &end, 0) : (long long)strtoull(text, &end, 0);
    if (*end == 'U')
        end++;
    if (*end || end == text)
        ptx_die(s, text_format("inline PTX: '%s' is no operand", text));
    return text_format("emu_ptx::__number{%lldll}", value);
}

static char *register_text(const struct ptx_source *s, const char *text)
{
    const char *name = without_percent(text);
    if (text[0] == '%' && isdigit((unsigned char)text[1])) {
        const int number = atoi(text + 1);
        if (number >= s->operands)
            ptx_die(s, text_format("inline PTX: there is no operand '%s'", text));
        return text_format("emu_%d", number);
    }
    if (is_declared(name))
        return text_format("emu_r_%s", name);
    char *special = text[0] == '%' ? special_register(name) : NULL;
    if (!special)
        ptx_die(s, text_format("inline PTX: '%s' is not declared by .reg, or not "
                               "supported by the emulator",
                               text));
    return special;
}

/* The parts of `inside`, separated by commas, in C++. */
static char *list_text(const struct ptx_source *s, const char *inside, size_t n)
{
    char *all = text_format("");
    for (size_t i = 0; i <= n;) {
        const size_t one =
            strcspn(inside + i, ",") < n - i ? strcspn(inside + i, ",") : n - i;
        char *part = text_format("%.*s", (int)one, inside + i);
        char *cpp = operand_text(s, part);
        char *longer = text_format("%s%s%s", all, *all ? ", " : "", cpp);
        free(part);
        free(cpp);
        free(all);
        all = longer;
        i += one + 1;
    }
    return all;
}

/* [map, {x, y}] */
static char *box_text(const struct ptx_source *s, const char *text)
{
    const size_t n = strlen(text), map = strcspn(text, ",");
    if (text[map + 1] != '{' || text[n - 2] != '}')
        ptx_die(s, text_format("inline PTX: '%s' is no place in a tensor", text));
    char *first = text_format("%.*s", (int)map - 1, text + 1);
    char *cpp = operand_text(s, first);
    char *list = list_text(s, text + map + 2, n - map - 4);
    char *all = text_format("emu_ptx::__box_at(%s, %s)", cpp, list);
    free(first);
    free(cpp);
    free(list);
    return all;
}

/* [address], [address + offset] */
static char *memory_text(const struct ptx_source *s, const char *text)
{
    if (strchr(text, ','))
        return box_text(s, text);
    const size_t n = strlen(text) - 2; /* without the brackets */
    const size_t base = strcspn(text + 1, "+]");
    if (text[n + 1] != ']' || n == 0)
        ptx_die(s, text_format("inline PTX: '%s' is no address", text));
    char *first = text_format("%.*s", (int)base, text + 1);
    char *address = operand_text(s, first);
    char *rest = base < n ? text_format("%.*s", (int)(n - base - 1), text + base + 2)
                          : text_format("0");
    char *offset = operand_text(s, rest);
    char *both = text_format("emu_ptx::__at(%s, %s)", address, offset);
    free(first);
    free(address);
    free(rest);
    free(offset);
    return both;
}

static char *operand_text(const struct ptx_source *s, const char *text)
{
    const char *bar = strchr(text, '|');
    if (text[0] == '{') {
        if (strchr(text, '}') != text + strlen(text) - 1)
            ptx_die(s, text_format("inline PTX: '%s' is no vector", text));
        char *list = list_text(s, text + 1, strlen(text) - 2);
        char *all = text_format("emu_ptx::__registers(%s)", list);
        free(list);
        return all;
    }
    if (text[0] == '[')
        return memory_text(s, text);
    if (bar) {
        char *first = text_format("%.*s", (int)(bar - text), text);
        char *a = operand_text(s, first), *b = operand_text(s, bar + 1);
        char *both = text_format("emu_ptx::__both(%s, %s)", a, b);
        free(first);
        free(a);
        free(b);
        return both;
    }
    if (!strcmp(text, "_"))
        return text_format("emu_ptx::__sink()");
    if (text[0] == '!') {
        char *a = operand_text(s, text + 1);
        char *negated = text_format("emu_ptx::__inverse(%s)", a);
        free(a);
        return negated;
    }
    if (isdigit((unsigned char)text[0]) || text[0] == '-' || !strcmp(text, "WARP_SZ"))
        return number_text(s, text);
    return register_text(s, text);
}

/* ---- .reg .b32 a, b<4>; */

static void declare(const struct ptx_source *s, const char *name)
{
    if (n_declared == MOST_REGISTERS)
        ptx_die(s, "inline PTX: too many registers");
    if (!is_declared(name))
        snprintf(declared[n_declared++], PTX_NAME, "%s", checked_name(s, name));
}

static char *registers_text(const struct ptx_source *s, const struct ptx_instruction *i)
{
    static const char *const types[][2] = {
        {".pred", "bool"},    {".b8", "uint8_t"},     {".u8", "uint8_t"},
        {".s8", "int8_t"},    {".b16", "uint16_t"},   {".u16", "uint16_t"},
        {".s16", "int16_t"},  {".f16", "uint16_t"},   {".bf16", "uint16_t"},
        {".b32", "uint32_t"}, {".u32", "uint32_t"},   {".s32", "int32_t"},
        {".f32", "float"},    {".f16x2", "uint32_t"}, {".bf16x2", "uint32_t"},
        {".b64", "uint64_t"}, {".u64", "uint64_t"},   {".s64", "int64_t"},
        {".f64", "double"}};
    const char *type = NULL;
    for (size_t t = 0; t < sizeof types / sizeof *types; t++)
        if (!strcmp(i->opcode, types[t][0]))
            type = types[t][1];
    if (!type)
        ptx_die(s,
                text_format("inline PTX: registers of type '%s' are not supported by "
                            "the emulator",
                            i->opcode));
    char *all = text_format("");
    for (int k = 0; k < i->n; k++) {
        const char *name = without_percent(i->operand[k]), *count = strchr(name, '<');
        const int many = count ? atoi(count + 1) : 1;
        for (int n = 0; n < many; n++) {
            char *one = count ? text_format("%.*s%d", (int)(count - name), name, n)
                              : text_format("%s", name);
            declare(s, one);
            char *longer =
                text_format("%s [[maybe_unused]] %s emu_r_%s;", all, type, one);
            free(one);
            free(all);
            all = longer;
        }
    }
    return all;
}

/* ---- Instructions. */

static char *predicate_text(const struct ptx_source *s, const struct ptx_instruction *i)
{
    if (!*i->predicate)
        return text_format("");
    char *p = register_text(s, i->predicate);
    char *all =
        text_format("if (%semu_ptx::__get<bool>(%s)) ", i->negated ? "!" : "", p);
    free(p);
    return all;
}

static bool is_count_right(const char *operands, int n)
{
    const char *optional = strchr(operands, '?');
    const int most = (int)strlen(operands) - (optional != NULL);
    const int least = optional ? (int)(optional - operands) : most;
    return n >= least && n <= most;
}

/* A constant, whose value the type has; an operand "n" is one: rewrite_ptx.c. */
static char *constant_text(const struct ptx_source *s, const char *text)
{
    char *end = NULL;
    const long long value = strtoll(text, &end, 0);
    if (end == text || *end)
        return operand_text(s, text);
    return text_format("emu_ptx::__constant<%lld>()", value);
}

/* ---- Results, "=", have no value until the statement has written them. */

static bool written[PTX_ARGUMENTS]; /* by an instruction before, in the text's order */

/* Call use(s, N) for each %N in the text of an operand. */
static void each_argument(const struct ptx_source *s, const char *text,
                          void (*use)(const struct ptx_source *s, long number))
{
    for (const char *p = text; (p = strchr(p, '%')); p++)
        if (isdigit((unsigned char)p[1]))
            use(s, strtol(p + 1, NULL, 10));
}

static void must_have_value(const struct ptx_source *s, long number)
{
    if (number >= s->operands || s->kind[number] != '=' || written[number])
        return;
    ptx_die(s, text_format("inline PTX: %%%ld is read, and its constraint \"=%c\" says "
                           "that it is only written: is the number right? If so, write "
                           "\"+%c\"",
                           number, s->reg[number], s->reg[number]));
}

static void gets_value(const struct ptx_source *s, long number)
{
    if (number < s->operands)
        written[number] = true;
}

/* letters: of the operands, as in struct ptx_function. */
static void follow_results(const struct ptx_source *s, const struct ptx_instruction *i,
                           const char *letters, int operands)
{
    for (int results = 0; results < 2; results++)
        for (int k = 0, at = 0; k < operands; k++, at++) {
            at += letters[at] == '?';
            const bool result = strchr("dp", letters[at]) && i->operand[k][0] != '[';
            if (result == results)
                each_argument(s, i->operand[k], result ? gets_value : must_have_value);
        }
}

static char *code_text(const struct ptx_source *s, const struct ptx_instruction *i)
{
    char name[2 * PTX_NAME], *all = predicate_text(s, i);
    if (!strcmp(i->opcode, "bra") || !strcmp(i->opcode, "bra.uni")) {
        if (i->n != 1)
            ptx_die(s, "inline PTX: 'bra' has one operand, a label");
        return text_format("%sgoto emu_l_%s;", all, checked_name(s, i->operand[0]));
    }
    if (!strcmp(i->opcode, "ret"))
        ptx_die(s, "inline PTX: 'ret' is not supported by the emulator: leave by a "
                   "label at the end");
    const struct ptx_function f = ptx_find(i->opcode, name, sizeof name);
    if (!f.name && token_at(s->token[0])->library) /* it may never be called */
        return text_format("%semu_stop(\"executes '%s', an instruction that the "
                           "emulator does not support\");",
                           all, i->opcode);
    if (!f.name)
        ptx_die(s, text_format("inline PTX: the instruction '%s' is misspelt, or not "
                               "supported by the emulator: compare it with the PTX ISA",
                               i->opcode));
    /* CUB's words that one block stores and another reads. */
    char *weak = strstr(name, "__weak>");
    if (weak && token_at(s->token[0])->library &&
        (strstr(i->opcode, ".cg.") || strstr(i->opcode, ".cv.")))
        strcpy(weak, "__relaxed>");
    else if (weak && token_at(s->token[0])->library)
        strcpy(weak, "__words>");
    /* The last operand of a hint for the caches changes nothing. */
    const int operands = i->n - (strstr(i->opcode, ".L2::cache_hint") != NULL);
    if (!is_count_right(f.operands, operands))
        ptx_die(s, text_format("inline PTX: '%s' has %d operands, expected %d",
                               i->opcode, i->n, (int)strcspn(f.operands, "?")));
    follow_results(s, i, f.operands, operands);
    const bool shapes = !strcmp(i->opcode, "mov.b32") || !strcmp(i->opcode, "mov.b64");
    const char *function = f.name;
    if (shapes && i->operand[0][0] == '{')
        function = "unpack";
    else if (shapes && i->operand[1][0] == '{')
        function = "pack";
    char *call = text_format("%semu_ptx::__%s(", all, function);
    free(all);
    for (int k = 0; k < operands; k++) {
        char *operand = f.operands[k] == 'n' ? constant_text(s, i->operand[k])
                                             : operand_text(s, i->operand[k]);
        char *longer = text_format("%s%s%s", call, k ? ", " : "", operand);
        free(operand);
        free(call);
        call = longer;
    }
    char *end = text_format("%s);", call);
    free(call);
    return end;
}

char *ptx_emit(const struct ptx_source *s, enum ptx_item item,
               const struct ptx_instruction *i)
{
    switch (item) {
    case PTX_END:
        n_declared = 0;
        memset(written, 0, sizeof written);
        return text_format("");
    case PTX_OPEN:
        return text_format(" {");
    case PTX_CLOSE:
        return text_format(" }");
    case PTX_REGISTERS:
        return registers_text(s, i);
    case PTX_LABEL:
        return text_format(" emu_l_%s: ;", checked_name(s, i->opcode));
    default:
        return code_text(s, i);
    }
}
