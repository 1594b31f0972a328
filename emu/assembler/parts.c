/* assembler: the assembler text with gaps, with shadows of variables, and with what
   belongs to its part alone. assembler.h has the contract.

     usage: assembler one|device|host NOTES LOCAL STANDARD [--graded] <TEXT.s
         NOTES      a file of the rewriter's
         LOCAL      a file for names, of `device`
         STANDARD   of C++, such as gnu++17

   Exit status: 0 written to stdout; 1 a kernel reaches what is the host's, or there are
   too many __constant__ variables; 2 the machine. */
#include "assembler.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "library.h"
#include "whole_file.h"

/* Which part of the program a text is for. ONE: host and device. DEVICE_PART and
   HOST_PART: two texts, where __CUDA_ARCH__ makes them different, and ld joins them. */
enum part { ONE, DEVICE_PART, HOST_PART };

/* Put before a symbol's name: the host's copy of a variable; what nothing refers to. */
#define SHADOW "emu_shadow."
#define STUB "emu_stub."

/* True if the device's part has the only definition of s. */
static bool is_of_device(const struct symbol *s)
{
    return s->defined &&
           (s->side == KERNEL || s->side == DEVICE_ONLY || s->variable || s->managed);
}

/* True if the line is a part of a definition: a label, or a directive without data. */
static bool defines(const char *text)
{
    static const char *const parts[] = {"\t.globl",   "\t.weak",   "\t.type", "\t.size",
                                        "\t.section", "\t.hidden", "\t.local"};
    bool found = text[0] != '\t';
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
        found |= begins(text, parts[k]);
    return found;
}

static bool is_instruction(const char *text)
{
    return text[0] == '\t' && text[1] != '.';
}

/* What comes before the name of s where line i has it. The host's part has empty
   kernels, and its references to kernels lead to the device's part. */
static const char *prefix_of(enum part part, int i, const struct symbol *s)
{
    const struct line *l = assembly_line(i);
    if (part == HOST_PART && s->variable)
        return SHADOW;
    if (part == HOST_PART && is_of_device(s) && defines(l->text))
        return STUB;
    if (part == ONE && s->variable && l->owner && assembly_is_host(l->owner))
        return SHADOW;
    return "";
}

/* Where an instruction of the host reads or writes a variable of the kernels: movl
 * flag(%rip), %eax, but not movl $flag, %edi. */
static void warn(int i, const char *name, const struct symbol *s)
{
    const char *text = assembly_line(i)->text;
    if (is_instruction(text) && name[-1] != '$' && !begins(text, "\tlea") &&
        !begins(text, "\tad"))
        assembly_warn_of_shadow(i, s);
}

/* True if the instruction of g++'s hook for 16 bytes, which is called at line i, takes
   an address that is no multiple of 16: the type is a struct of two 8-byte words then,
   and no float4. What is on the stack is a register's. In a library it may also be two
   instructions: g++ takes a float4 so, too. */
static bool is_of_two_words(int i, bool write, bool of_library)
{
    enum { LINES = 40 };
    for (int k = i + 1; k < assembly_lines() && k < i + LINES; k++) {
        const char *text = assembly_line(k)->text;
        const char *open = strchr(text, '('), *comma = strrchr(text, ',');
        if (begins(text, "\tret") || begins(text, "\tjmp"))
            return false;
        if (!begins(text, "\tmov") || !open || !comma || strstr(text, "(%rsp") ||
            (open > comma) != write)
            continue;
        return begins(text, "\tmovdqu") || begins(text, "\tmovup") ||
               (of_library && begins(text, "\tmovq") && !strstr(text, "%xmm"));
    }
    return false;
}

/* The hook that line i calls for words of a struct, which may have padding; NULL: it
   calls none. Libraries copy structs by words of 8 bytes. */
static const char *hook_of_struct(int i)
{
    const char *call =
        assembly_line(i)->call ? strstr(assembly_line(i)->text, "call\t__tsan_") : NULL;
    if (!call)
        return NULL;
    const char *name = call + strlen("call\t__tsan_");
    const char *source = assembly_source(assembly_line(i)->source);
    const bool of_library =
        begins(source, "/usr/") && emu_is_library(source, strlen(source));
    if (of_library && (!strcmp(name, "read4") || !strcmp(name, "read8")))
        return name;
    if (!strcmp(name, "read16") && is_of_two_words(i, false, of_library))
        return "read16";
    if (!strcmp(name, "write16") && is_of_two_words(i, true, of_library))
        return "write16";
    return NULL;
}

/* Line i, with each symbol under its name in this part. */
static void put_line(enum part part, int i)
{
    const char *text = assembly_line(i)->text, *done = text, *p = text, *start;
    for (struct symbol *s; (s = assembly_name(&p, &start));) {
        const char *prefix = prefix_of(part, i, s);
        if (!*prefix)
            continue;
        printf("%.*s%s", (int)(start - done), done, prefix);
        done = start;
        if (s->variable) {
            s->shadowed = true;
            warn(i, start, s);
        }
    }
    puts(done);
}

/* Where the symbol of a section's group begins: ...,"axG",@progbits,_Z1fIiEvv,comdat */
static const char *group_of(const char *text)
{
    const char *end = strstr(text, ",comdat");
    while (end && end > text && end[-1] != ',')
        end--;
    return end;
}

/* Line i of the device's part. A name that the host's part has, too, is local here, and
   no function runs before main(). */
static void put_device_line(int i)
{
    static bool starts; /* in the list of functions that run before main() */
    const char *text = assembly_line(i)->text;
    if (begins(text, "\t.section") || !strcmp(text, "\t.text"))
        starts = strstr(text, ".init_array") || strstr(text, ".ctors");
    if (starts && (begins(text, "\t.quad") || begins(text, "\t.xword")))
        return;
    if (begins(text, "\t.globl\t") || begins(text, "\t.weak\t")) {
        const char *name = strchr(text + 2, '\t') + 1;
        const struct symbol *s = assembly_symbol(name, strlen(name));
        if (s->defined && !is_of_device(s) && !begins(name, "emu_"))
            return;
    }
    const char *group = begins(text, "\t.section") ? group_of(text) : NULL;
    const char *flag = group ? strstr(text, "G\",") : NULL;
    if (flag && !is_of_device(assembly_symbol(group, strcspn(group, ","))))
        printf("%.*s%.*s\n", (int)(flag - text), text, (int)(group - 1 - flag - 1),
               flag + 1);
    else
        puts(text);
}

/* The host's code refers to kernels and variables of the device's part, also to local
   ones. Once the parts are one file, these are local again. */
static void export(const char *local)
{
    FILE *out = fopen(local, "w");
    for (struct symbol *s = NULL; (s = assembly_next(s));)
        if (is_of_device(s) && !s->global && !s->same) {
            printf("\t.globl\t%s\n", s->name);
            if (out)
                fprintf(out, "%s\n", s->name);
        }
    if (!out || fclose(out))
        exit(2);
}

static void put_shadows(enum part part)
{
    for (struct symbol *s = NULL; (s = assembly_next(s));) {
        if (!s->shadowed)
            continue;
        if (part == ONE)
            printf("\t.section\temu_shadow,\"aw\",%%nobits\n\t.balign 128\n"
                   "\t.type\t" SHADOW "%s, %%object\n\t.size\t" SHADOW
                   "%s, %ld\n" SHADOW "%s:\n\t.zero\t%ld\n",
                   s->name, s->name, s->bytes, s->name, s->bytes);
        printf("\t.section\temu_symbols,\"aw\",%%progbits\n\t.balign 8\n"
               "\t.quad\t" SHADOW "%s, %s, %ld\n",
               s->name, s->name, s->bytes);
    }
}

/* The text for its part, to stdout. */
static void put_text(enum part part, const char *local)
{
    bool shared = false, module = false; /* in a section with gaps */
    for (int i = 0; i < assembly_lines(); i++) {
        const char *text = assembly_line(i)->text;
        if (begins(text, "\t.section") || begins(text, "\t.text") ||
            begins(text, "\t.data") || begins(text, "\t.bss")) {
            shared = strstr(text, ".tbss");
            module = strstr(text, "\temu_dev") || strstr(text, "\temu_const");
        }
        if (module && text[0] && !strchr("\t.#", text[0]))
            puts("\t.zero\t1024");
        const char *hook = hook_of_struct(i);
        if (hook)
            printf("\tcall\t__tsan_unaligned_%s\n", hook);
        else if (part == DEVICE_PART)
            put_device_line(i);
        else if (part == HOST_PART && assembly_holds_variables(text))
            puts("\t.section\temu_shadow,\"aw\",%progbits");
        else
            put_line(part, i);
        if (shared && begins(text, "\t.zero\t"))
            puts("\t.zero\t1024");
    }
    if (part == DEVICE_PART)
        export(local);
    else
        put_shadows(part);
}

static bool is_cxx20(const char *standard)
{
    const char *year = strstr(standard, "++");
    return year && year[2] == '2';
}

/* A GPU has 64 KiB for the __constant__ variables of a program. */
static bool constants_fit(void)
{
    enum { ROOM = 65536 };
    long bytes = 0;
    const struct symbol *largest = NULL;
    for (struct symbol *s = NULL; (s = assembly_next(s));) {
        if (!s->constant)
            continue;
        bytes += s->bytes;
        largest = !largest || s->bytes > largest->bytes ? s : largest;
    }
    if (bytes <= ROOM)
        return true;
    fprintf(stderr,
            "error: %ld bytes of __constant__ variables: a GPU has %d; the "
            "largest is '",
            bytes, ROOM);
    assembly_print_name(largest);
    fprintf(stderr, "': make it a __device__ variable\n");
    return false;
}

int main(int argc, char **argv)
{
    char *text = emu_read_stream(stdin, NULL);
    char *notes = argc > 2 ? emu_read_file(argv[2], NULL) : NULL;
    if (argc < 5 || !text || !notes)
        return 2;
    const enum part part = !strcmp(argv[1], "device") ? DEVICE_PART
                           : !strcmp(argv[1], "host") ? HOST_PART
                                                      : ONE;
    assembly_read(text, notes);
    if (part != HOST_PART && !assembly_check_sides(is_cxx20(argv[4]), argc > 5))
        return 1;
    if (part != HOST_PART && !constants_fit())
        return 1;
    put_text(part, argv[3]);
    return fflush(stdout) || ferror(stdout) ? 2 : 0;
}
