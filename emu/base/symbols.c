/*
 * From addresses to names. A code address becomes a file and line, by libbacktrace and
 * the debug information of this program. The program's thread-local variables, which
 * are its shared arrays, come from its own ELF symbol table.
 */
#define _GNU_SOURCE
#include "symbols.h"

#include <backtrace.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "settings.h"

extern char __executable_start[], etext[];

static struct {
    uintptr_t start, bytes;
} read_only;
static struct backtrace_state *state;

struct place {
    char *file;
    size_t size;
    int *line;
    bool found;
    bool in_kernel; /* in a .cu or .cuh file... */
    bool statement; /* ...in an asm statement, of which the next frame is a part */
    int caller;     /* the line from which it was inlined; 0: none */
};

static void ignore_error(void *data, const char *message, int number)
{
    (void)data, (void)message, (void)number;
}

/* True for names that end in .cu, .cuh and the like. */
static bool is_kernel(const char *file)
{
    const char *ending = strrchr(file, '.');
    return ending && !strncmp(ending, ".cu", 3);
}

/* Called for the innermost function first, then for those that it was inlined into. The
   first line in a .cu file is the learner's; if there is none, the first one outside
   the emulator's own headers. */
static int take_place(void *data, uintptr_t pc, const char *file, int line,
                      const char *function)
{
    struct place *place = data;
    (void)pc;
    if (!file || strstr(file, "/emu/include/"))
        return 0;
    while (!strncmp(file, "./", 2))
        file += 2;
    if (place->statement) {
        place->statement = false;
        return 0;
    }
    if (place->in_kernel) {
        place->caller = strcmp(file, place->file) ? 0 : line;
        return 1;
    }
    place->in_kernel = is_kernel(file);
    /* frontend/rewrite_ptx.c */
    place->statement = place->in_kernel && function && strstr(function, "emu_ptx");
    if (place->found && !place->in_kernel)
        return 0;
    snprintf(place->file, place->size, "%s", file);
    *place->line = line;
    place->found = true;
    return 0;
}

/* The program's constants: a read-only segment after its code. */
static int find_read_only(struct dl_phdr_info *info, size_t size, void *unused)
{
    (void)size, (void)unused;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
        uintptr_t start = info->dlpi_addr + segment->p_vaddr;
        if (segment->p_type == PT_LOAD && segment->p_flags == PF_R &&
            start >= (uintptr_t)etext) {
            read_only.start = start;
            read_only.bytes = segment->p_memsz;
        }
    }
    return 1; /* the first is the program itself: look no further */
}

void emu_symbols_init(void)
{
    dl_iterate_phdr(find_read_only, NULL);
    if ((uintptr_t)etext - (uintptr_t)__executable_start <= 1 << 24)
        return;
    fprintf(stderr, "emulator: the program has more than 16 MiB of code: the emulator "
                    "cannot distinguish its lines\n");
    emu_give_up();
}

bool emu_is_code(uintptr_t pc)
{
    return pc - (uintptr_t)__executable_start <=
           (uintptr_t)etext - (uintptr_t)__executable_start;
}

bool emu_is_read_only(uintptr_t address)
{
    return address - read_only.start < read_only.bytes;
}

static struct place find(uintptr_t pc, char *file, size_t size, int *line)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    struct place place = {.file = file, .size = size, .line = line};
    *file = 0;
    *line = 0;
    pthread_mutex_lock(&lock);
    if (!state)
        state = backtrace_create_state(NULL, 0, ignore_error, NULL);
    /* pc is a return address: the call itself is just before it. */
    backtrace_pcinfo(state, pc - 1, take_place, ignore_error, &place);
    pthread_mutex_unlock(&lock);
    return place;
}

bool emu_symbols_line(uintptr_t pc, char *file, size_t size, int *line)
{
    return find(pc, file, size, line).found;
}

int emu_symbols_caller(uintptr_t pc)
{
    char file[256];
    int line;
    return find(pc, file, sizeof file, &line).caller;
}

bool emu_symbols_kernel_line(uintptr_t pc, char *file, size_t size, int *line)
{
    if (pc - (uintptr_t)__executable_start >=
            (uintptr_t)etext - (uintptr_t)__executable_start ||
        !emu_symbols_line(pc, file, size, line))
        return false;
    return is_kernel(file);
}

bool emu_symbols_same_line(uintptr_t pc, uintptr_t other)
{
    char file[256], other_file[256];
    int line = 0, other_line = 0;
    if (pc == other)
        return true;
    emu_symbols_line(pc, file, sizeof file, &line);
    emu_symbols_line(other, other_file, sizeof other_file, &other_line);
    return line == other_line && !strcmp(file, other_file);
}

bool emu_symbols_text(const char *file, int line, char *text, int size)
{
    FILE *in = line > 0 ? fopen(file, "r") : NULL;
    bool found = in;
    for (int i = 0; found && i < line; i++)
        found = fgets(text, size, in);
    if (in)
        fclose(in);
    return found;
}

struct function {
    char *name;
    size_t size;
    uintptr_t *start;
};

static void take_name(void *data, uintptr_t pc, const char *name, uintptr_t value,
                      uintptr_t bytes)
{
    const struct function *f = data;
    if (!name || pc - value >= bytes)
        return;
    snprintf(f->name, f->size, "%s", name);
    *f->start = value;
}

bool emu_symbols_function(uintptr_t pc, uintptr_t *start, char *name, size_t size)
{
    struct function f = {name, size, start};
    *name = 0;
    if (!state)
        state = backtrace_create_state(NULL, 0, ignore_error, NULL);
    if (pc - (uintptr_t)__executable_start <
        (uintptr_t)etext - (uintptr_t)__executable_start)
        backtrace_syminfo(state, pc, take_name, ignore_error, &f);
    return *name != 0;
}

static void visit_image(const char *image, unsigned type, emu_symbol_visitor *visit)
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
            if (ELF64_ST_TYPE(symbol->st_info) == type && symbol->st_shndx != SHN_UNDEF)
                visit(names + symbol->st_name, symbol->st_value, symbol->st_size);
    }
}

static void visit_program(unsigned type, emu_symbol_visitor *visit)
{
    struct stat info;
    int file = open("/proc/self/exe", O_RDONLY);
    if (file < 0 || fstat(file, &info))
        return;
    void *image = mmap(NULL, info.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    close(file);
    if (image == MAP_FAILED)
        return;
    visit_image(image, type, visit);
    munmap(image, info.st_size);
}

void emu_symbols_tls(emu_symbol_visitor *visit)
{
    visit_program(STT_TLS, visit);
}

void emu_symbols_objects(emu_symbol_visitor *visit)
{
    visit_program(STT_OBJECT, visit);
}
