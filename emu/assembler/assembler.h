/*
 * The assembler text that g++ makes of a rewritten program: what C++ itself cannot say
 * of host and device. One program text serves both; here they part.
 *
 * Sides: the rewriter marks a function by its alignment, which changes no code: a
 * kernel, a function with __device__ alone, a function of the host. All others, such as
 * constexpr ones and those of headers, are for both. Nothing that a kernel reaches may
 * be the host's, and only a launch calls a kernel.
 *
 * Shadows: the host has a variable of its own in place of each __device__ variable, as
 * with nvcc. Its address names the variable in calls such as cudaMemcpyToSymbol(). The
 * section emu_symbols has the pairs of both addresses.
 *
 * Gaps are behind shared arrays and before variables: an index out of bounds is found
 * there.
 *
 * The rewriter notes what else must be known, a line each:
 *
 *   elsewhere NAME           a device function or variable, maybe of another file
 *   managed NAME             a variable that the host sees, too
 *   template SECTION NAME    one of a template, which g++ puts into another section
 *   kernels FIRST LAST FILE  lines of a function for kernels alone
 */
#ifndef EMU_ASSEMBLER_H
#define EMU_ASSEMBLER_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* The alignment in bytes that marks a function. */
enum { MARK_HOST = 64, MARK_DEVICE = 128, MARK_KERNEL = 256 };

struct symbol {
    char *name;
    struct symbol *next; /* in its chain of the table */
    enum { NO_SYMBOL, FUNCTION, OBJECT } type;
    enum { FOR_BOTH, HOST_ONLY, DEVICE_ONLY, KERNEL } side; /* of a function */
    struct symbol *same; /* what it is another name of; NULL for most */
    bool variable;       /* __device__ or __constant__, and not managed */
    bool constant;       /* ...__constant__ */
    bool managed;        /* __managed__ */
    bool defined;        /* here */
    bool global;         /* .globl or .weak */
    bool shadowed;       /* the host's code has its address */
    long bytes;          /* of an object */
    int first, end;      /* the lines of its definition: [first, end) */
    int line; /* where what a kernel reaches is first named; 0: not reached */
};

/* A line of the text: where its code is in the source. */
struct line {
    char *text;              /* without its newline */
    struct symbol *owner;    /* whose definition it is in; NULL between them */
    int source, source_line; /* of .loc: the number of a file, and a line; 0: none */
    bool debug;              /* in a section for debuggers, or an exception table */
    bool begins_place;       /* source and source_line are said here */
    bool code, call;         /* an instruction; one that calls or jumps */
};

static inline bool begins(const char *text, const char *with)
{
    return !strncmp(text, with, strlen(with));
}

/* symbols.c: what a text consists of, for those who read one. */
void *assembly_grown(void *old, size_t bytes); /* realloc() that ends the program */
void assembly_add_line(const struct line *l);
void assembly_read_notes(char *text);
struct symbol *assembly_known(const char *name, size_t length); /* NULL: it is not */
void assembly_finish(void); /* after the last line: which variables are managed */

/* assembly.c reads g++'s assembler text, ir.c LLVM's intermediate representation. */

/* Split the text and the notes, which are changed, and find the text's symbols. */
void assembly_read(char *text, char *notes);
/* What a note of this kind says, from note *at on, which moves behind it; NULL at the
   end. */
const char *assembly_note(const char *kind, int *at);
int assembly_lines(void);
struct line *assembly_line(int i);
/* The name of a source file by its number; "" if there is none. */
const char *assembly_source(int number);
/* The symbol of a name, which becomes known if it was not. All of them, one by one: the
   one after s, the first after NULL; NULL at the end. */
struct symbol *assembly_symbol(const char *name, size_t length);
struct symbol *assembly_next(const struct symbol *s);
/* True if a name is this one, or has it as its last part: _ZN1a1fEi and f. */
bool assembly_is_named(const struct symbol *s, const char *name, size_t length);
/* The next symbol in the operands of line i, an instruction or data, from *p on, or
   from their beginning if *p is NULL. *p moves behind it, and *start is where it is.
   NULL at the end. The second one: in any text, what is known and no register. */
struct symbol *assembly_operand(int i, const char **p, const char **start);
struct symbol *assembly_name(const char **p, const char **start);
/* True if code and data of this symbol run, or are used, on the host alone. */
bool assembly_is_host(const struct symbol *s);
/* True if the line begins a section for __device__ or __constant__ variables. */
bool assembly_holds_variables(const char *text);
/* To stderr: "main.cu:7: error: ", where line i is from; a symbol's name as in the
   source: "f(int)", "strtof()", "std::cout". */
void assembly_print_place(int i, const char *kind);
void assembly_print_name(const struct symbol *s);

/* As nvcc does, say of line i of the host that it uses a copy of its own of a variable
   of the kernels; once per line of the source. */
void assembly_warn_of_shadow(int i, const struct symbol *s);

/* sides.c: say on stderr what a kernel reaches of the host, and where the host calls
   what only a kernel may call; true if nothing is wrong. cxx20: algorithms are
   constexpr. graded: it is wrong, too, if a function for both sides calls one of the
   host; nvcc warns of that, since a kernel may never come there. */
bool assembly_check_sides(bool cxx20, bool graded);

#endif
