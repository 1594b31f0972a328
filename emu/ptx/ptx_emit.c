/* One instruction of inline PTX as C++; ptx.h states the contract. */
#include "ptx.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ptx_operand.h"
#include "tokens.h"

static char *predicate_text(const struct ptx_source *s, const struct ptx_instruction *i)
{
    if (!*i->predicate)
        return text_format("");
    char *p = ptx_register_text(s, i->predicate);
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
        return text_format("%sgoto emu_l_%s;", all, ptx_checked_name(s, i->operand[0]));
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
        char *operand = f.operands[k] == 'n' ? ptx_constant_text(s, i->operand[k])
                                             : ptx_operand_text(s, i->operand[k]);
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
        ptx_forget_registers();
        memset(written, 0, sizeof written);
        return text_format("");
    case PTX_OPEN:
        return text_format(" {");
    case PTX_CLOSE:
        return text_format(" }");
    case PTX_REGISTERS:
        return ptx_registers_text(s, i);
    case PTX_LABEL:
        return text_format(" emu_l_%s: ;", ptx_checked_name(s, i->opcode));
    default:
        return code_text(s, i);
    }
}
