/*
 * A cubin is an ELF file. Each kernel has a section .text.SYMBOL, with its code, and an
 * entry in .nv.info with its number of registers. SYMBOL is the C++ name as the
 * compiler encodes it: it has the length of the kernel's name, and the name.
 *
 * Nothing in the file is trusted: what is not inside it is not read.
 */
#include "cubin.h"

#include <elf.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "settings.h"

enum { REGISTER_COUNT = 0x042f /* EIFMT_SVAL, EIATTR_REGCOUNT: a symbol, a number */ };

static struct {
    uint8_t *bytes;
    size_t size;
} file;

static void read_file(void)
{
    const char *name = emu_settings()->cubin;
    FILE *f = name ? fopen(name, "rb") : NULL;
    if (!f)
        return;
    if (fseek(f, 0, SEEK_END) == 0 && ftell(f) > 0) {
        const size_t size = (size_t)ftell(f);
        file.bytes = emu_allocate(size, 1, "a cubin");
        rewind(f);
        file.size = fread(file.bytes, 1, size, f);
    }
    fclose(f);
}

/* NULL if the file does not have so many bytes there. */
static const void *bytes_at(uint64_t offset, uint64_t n)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, read_file);
    return offset <= file.size && n <= file.size - offset ? file.bytes + offset : NULL;
}

static bool section(unsigned i, Elf64_Shdr *to)
{
    const Elf64_Ehdr *head = bytes_at(0, sizeof *head);
    if (!head || memcmp(head->e_ident, ELFMAG, SELFMAG) || i >= head->e_shnum)
        return false;
    const void *at = bytes_at(head->e_shoff + i * sizeof *to, sizeof *to);
    if (at)
        memcpy(to, at, sizeof *to);
    return at != NULL;
}

/* A string of the section with that number; "" if there is none. */
static const char *string(unsigned table, uint64_t offset)
{
    Elf64_Shdr s;
    if (!section(table, &s) || offset >= s.sh_size)
        return "";
    const char *at = bytes_at(s.sh_offset + offset, s.sh_size - offset);
    return at && memchr(at, 0, s.sh_size - offset) ? at : "";
}

static const char *name_of(const Elf64_Shdr *s)
{
    const Elf64_Ehdr *head = bytes_at(0, sizeof *head);
    return string(head->e_shstrndx, s->sh_name);
}

/* The registers of the symbol with that number. */
static int registers_of(uint32_t symbol)
{
    Elf64_Shdr s;
    for (unsigned i = 0; section(i, &s); i++) {
        if (strcmp(name_of(&s), ".nv.info") != 0)
            continue;
        const uint8_t *at = bytes_at(s.sh_offset, s.sh_size);
        for (uint64_t k = 0; at && k + 4 <= s.sh_size;) {
            uint16_t kind, size;
            uint32_t value[2];
            memcpy(&kind, at + k, sizeof kind);
            kind = (uint16_t)(kind << 8 | kind >> 8); /* the format comes first */
            memcpy(&size, at + k + 2, sizeof size);
            if (kind == REGISTER_COUNT && k + 4 + sizeof value <= s.sh_size) {
                memcpy(value, at + k + 4, sizeof value);
                if (value[0] == symbol)
                    return (int)value[1];
            }
            k += 4 + (kind >> 8 == 0x04 ? size : 0);
        }
    }
    return 0;
}

/* The number of a function's symbol. */
static uint32_t symbol_of(const char *name)
{
    Elf64_Shdr s;
    for (unsigned i = 0; section(i, &s); i++) {
        const Elf64_Sym *at =
            s.sh_type == SHT_SYMTAB ? bytes_at(s.sh_offset, s.sh_size) : NULL;
        for (uint64_t k = 0; at && (k + 1) * sizeof *at <= s.sh_size; k++)
            if (strcmp(string(s.sh_link, at[k].st_name), name) == 0)
                return (uint32_t)k;
    }
    return 0;
}

/* True if a symbol is that of a kernel: its name itself, or with its length. */
static bool is_of(const char *symbol, const char *name)
{
    size_t n = strcspn(name, "<");
    for (size_t i = 0; i < n; i++)
        if (name[i] == ':') { /* of a namespace */
            name += i + 1;
            n -= i + 1;
            i = -1;
        }
    char encoded[256];
    const int length = snprintf(encoded, sizeof encoded, "%zu%.*s", n, (int)n, name);
    const char *at = strstr(symbol, encoded);
    return length < (int)sizeof encoded &&
           ((at && (at == symbol || at[-1] < '0' || at[-1] > '9')) ||
            (strncmp(symbol, name, n) == 0 && !symbol[n]));
}

/* Those of this name; NULL: all. */
static int kernels(const char *name, struct machine_code *to, int room)
{
    static const char code[] = ".text.";
    Elf64_Shdr s;
    int found = 0;
    for (unsigned i = 0; found < room && section(i, &s); i++) {
        const char *symbol = name_of(&s);
        if (strncmp(symbol, code, strlen(code)) != 0)
            continue;
        symbol += strlen(code);
        const void *at = bytes_at(s.sh_offset, s.sh_size);
        if (at && (!name || is_of(symbol, name)))
            to[found++] =
                (struct machine_code){.at = at,
                                      .n = (int)(s.sh_size / sizeof *to->at),
                                      .registers = registers_of(symbol_of(symbol))};
    }
    return found;
}

int emu_cubin_kernels(const char *name, struct machine_code *to, int room)
{
    const int n = kernels(name, to, room);
    return n ? n : kernels(NULL, to, room);
}

int emu_cubin_registers(const char *name)
{
    enum { MOST = 64 };
    struct machine_code each[MOST];
    int most = 0;
    for (int n = emu_cubin_kernels(name, each, MOST); n-- > 0;)
        most = each[n].registers > most ? each[n].registers : most;
    return most;
}
