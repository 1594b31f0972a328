/* The registers of inline PTX; ptx_operand.h states the contract. */
#include "ptx_operand.h"

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

const char *ptx_checked_name(const struct ptx_source *s, const char *text)
{
    const char *name = without_percent(text);
    for (const char *p = name; *p; p++)
        if (!isalnum((unsigned char)*p) && *p != '_')
            ptx_die(s, text_format("inline PTX: '%s' is not a name", text));
    if (!*name || strlen(name) >= PTX_NAME)
        ptx_die(s, text_format("inline PTX: '%s' is not a name", text));
    return name;
}

void ptx_forget_registers(void)
{
    n_declared = 0;
}

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

char *ptx_register_text(const struct ptx_source *s, const char *text)
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

static void declare(const struct ptx_source *s, const char *name)
{
    if (n_declared == MOST_REGISTERS)
        ptx_die(s, "inline PTX: too many registers");
    if (!is_declared(name))
        snprintf(declared[n_declared++], PTX_NAME, "%s", ptx_checked_name(s, name));
}

char *ptx_registers_text(const struct ptx_source *s, const struct ptx_instruction *i)
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
