/*
 * Addresses into names: a code address to file and line, by libbacktrace and the debug
 * information of this very program; and the thread-local variables of the program,
 * which shared arrays are, from its own ELF symbol table.
 */
#include <backtrace.h>
#include <elf.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "emu.h"

extern char __executable_start[], etext[];
uintptr_t emu_text = (uintptr_t)__executable_start;

static struct backtrace_state *state;

struct place {
    char *file;
    size_t size;
    int *line;
    bool found;
};

static void ignore_error(void *data, const char *message, int number)
{
    (void)data, (void)message, (void)number;
}

/* Called for the innermost function first: the first one outside the emulator's own
   headers is the learner's line. */
static int take_place(void *data, uintptr_t pc, const char *file, int line,
                      const char *function)
{
    struct place *place = data;
    (void)pc, (void)function;
    if (!file || strstr(file, "/emu/include/"))
        return 0;
    while (!strncmp(file, "./", 2))
        file += 2;
    snprintf(place->file, place->size, "%s", file);
    *place->line = line;
    place->found = true;
    return 1;
}

void emu_symbols_init(void)
{
    if ((uintptr_t)etext - emu_text <= 1 << 24)
        return;
    fprintf(stderr, "emulator: the program has more than 16 MiB of code: the emulator "
                    "cannot tell its lines apart\n");
    exit(2);
}

bool emu_symbols_line(uintptr_t pc, char *file, size_t size, int *line)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    struct place place = {file, size, line, false};
    *file = 0;
    *line = 0;
    pthread_mutex_lock(&lock);
    if (!state)
        state = backtrace_create_state(NULL, 0, ignore_error, NULL);
    /* pc is where a call returns to: the call itself is just before. */
    backtrace_pcinfo(state, pc - 1, take_place, ignore_error, &place);
    pthread_mutex_unlock(&lock);
    return place.found;
}

static void visit_tls(const char *image, emu_tls_visitor *visit)
{
    const Elf64_Ehdr *elf = (const Elf64_Ehdr *)image;
    const Elf64_Shdr *sections = (const Elf64_Shdr *)(image + elf->e_shoff);
    for (int i = 0; i < elf->e_shnum; i++) {
        if (sections[i].sh_type != SHT_SYMTAB)
            continue;
        const Elf64_Sym *symbol = (const Elf64_Sym *)(image + sections[i].sh_offset);
        const Elf64_Sym *end = symbol + sections[i].sh_size / sizeof *symbol;
        const char *names = image + sections[sections[i].sh_link].sh_offset;
        for (; symbol < end; symbol++)
            if (ELF64_ST_TYPE(symbol->st_info) == STT_TLS &&
                symbol->st_shndx != SHN_UNDEF)
                visit(names + symbol->st_name, symbol->st_value, symbol->st_size);
    }
}

void emu_symbols_tls(emu_tls_visitor *visit)
{
    struct stat info;
    int file = open("/proc/self/exe", O_RDONLY);
    if (file < 0 || fstat(file, &info))
        return;
    void *image = mmap(NULL, info.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    close(file);
    if (image == MAP_FAILED)
        return;
    visit_tls(image, visit);
    munmap(image, info.st_size);
}
