/*
 * The program as an ELF file: libbacktrace reads its debug information, and its symbol
 * table has the thread-local variables, which are the shared arrays.
 */
#define _GNU_SOURCE
#include "platform.h"

#include <backtrace.h>
#include <elf.h>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "settings.h"

extern char __executable_start[], etext[];

/* Constants; those that the loader has changed, such as tables of addresses. */
static struct {
    uintptr_t start, bytes;
} read_only, relocated;
static uintptr_t bias; /* what an address is more than in the file */
static struct backtrace_state *state;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void ignore_error(void *data, const char *message, int number)
{
    (void)data, (void)message, (void)number;
}

/* The program's constants: a read-only segment after its code, and RELRO. */
static int find_read_only(struct dl_phdr_info *info, size_t size, void *unused)
{
    (void)size, (void)unused;
    bias = info->dlpi_addr;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
        uintptr_t start = info->dlpi_addr + segment->p_vaddr;
        if (segment->p_type == PT_GNU_RELRO) {
            relocated.start = start;
            relocated.bytes = segment->p_memsz;
        }
        if (segment->p_type == PT_LOAD && segment->p_flags == PF_R &&
            start >= (uintptr_t)etext) {
            read_only.start = start;
            read_only.bytes = segment->p_memsz;
        }
    }
    return 1; /* the first is the program itself: look no further */
}

void emu_program_read(void)
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
    return address - read_only.start < read_only.bytes ||
           address - relocated.start < relocated.bytes;
}

/* With the lock. */
static struct backtrace_state *the_state(void)
{
    if (!state)
        state = backtrace_create_state(NULL, 0, ignore_error, NULL);
    return state;
}

void emu_place_find(uintptr_t pc, emu_place_visitor *visit, void *data)
{
    pthread_mutex_lock(&lock);
    /* pc is a return address: the call itself is just before it. */
    backtrace_pcinfo(the_state(), pc - 1, visit, ignore_error, data);
    pthread_mutex_unlock(&lock);
}

int emu_place_calls(void **frames, int n)
{
    return backtrace(frames, n);
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

bool emu_program_function(uintptr_t pc, uintptr_t *start, char *name, size_t size)
{
    struct function f = {name, size, start};
    *name = 0;
    pthread_mutex_lock(&lock);
    if (pc - (uintptr_t)__executable_start <
        (uintptr_t)etext - (uintptr_t)__executable_start)
        backtrace_syminfo(the_state(), pc, take_name, ignore_error, &f);
    pthread_mutex_unlock(&lock);
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
                visit(names + symbol->st_name,
                      symbol->st_value + (type == STT_TLS ? 0 : bias), symbol->st_size);
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

void emu_program_shared(emu_symbol_visitor *visit)
{
    visit_program(STT_TLS, visit);
}

void emu_program_objects(emu_symbol_visitor *visit)
{
    visit_program(STT_OBJECT, visit);
}

uint64_t emu_program_frame(uintptr_t kernel, uint64_t used)
{
    (void)kernel;
    return used;
}
