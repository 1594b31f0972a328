/*
 * rewrite: CUDA C to C++. Reads a preprocessed .cu file, writes what g++ can compile;
 * every line stays where it was, so that messages and debug lines are the .cu file's.
 *
 *   k<<<g, b>>>(x, y)           ->  emu_launcher(emu_configure(g, b), "k", ...)(x, y)
 *   __shared__ float As[9];     ->  static __thread float As[9];    one per OS thread,
 *                                   and an OS thread runs one block at a time
 *   extern __shared__ int s[];  ->  a name for emu_shared_dynamic
 *   __device__ int v;           ->  a variable in a section of its own
 *   printf(...) in a kernel     ->  emu_printf(...)
 *   __global__ void k() {       ->  ... { if (emu_enter()) return;
 *
 * Exit status 1, with file and line on stderr, for what cannot be rewritten.
 */
#include "rewrite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "whole_file.h"

/* True if token i and the token before it are qualifiers. */
static bool is_said_again(size_t i)
{
    static const char *const qualifiers[] = {"__global__", "__device__", "__shared__",
                                             "__constant__", "__managed__"};
    for (size_t q = 0; i > 0 && q < sizeof qualifiers / sizeof *qualifiers; q++)
        if (token_is(i, qualifiers[q]))
            return token_is(i - 1, qualifiers[q]);
    return false;
}

/* What CUDA adds to C++ outside of statements, at token i. */
static bool rewrite_word(size_t i)
{
    if (token_is(i, "<<<"))
        rewrite_launch(i);
    /* flatten: hooks do not see a struct that a call passes or returns in memory. After
       the call is inlined, they do. */
    else if (token_is(i, "__global__")) {
        token_at(i)->instead = text_format(
            "__attribute__((%s, aligned(256)))",
            rewrite_is_for_host() ? "noipa" : "noinline, noclone, flatten, used");
        rewrite_mark_body(i);
    } else if (token_is(i, "__device__") || token_is(i, "__constant__") ||
               token_is(i, "__managed__"))
        rewrite_device(i);
    else if (token_is(i, "__shared__"))
        rewrite_shared(i);
    else if (token_is(i, "alignas"))
        rewrite_alignas(i);
    else if (token_is(i, "__host__") || token_is(i, "__grid_constant__"))
        token_at(i)->instead = text_format("");
    else if (token_is(i, "__forceinline__"))
        token_at(i)->instead = text_format("__inline__ __attribute__((always_inline))");
    else if (token_is(i, "__noinline__") && !(i > 0 && token_is(i - 1, "(")))
        token_at(i)->instead = text_format("");
    else if (token_is(i, "__align__") && token_is(i + 1, "(")) {
        token_at(i)->instead = text_format("__attribute__((aligned");
        token_insert(token_partner(i + 1, 1) + 1, "))");
    } else
        return rewrite_drop_bounds(i);
    return true;
}

/* True if the innermost braces around token i are a function's. */
static bool is_in_function(size_t i)
{
    while (i > 0 && !token_is(--i, "{"))
        if (token_is(i, "}"))
            i = token_partner(i, -1);
    return i > 0 && token_is(i - 1, ")");
}

/* Where a class of CUB names an instance of a template by the template's own name, g++
   wants the namespace: typedef BlockScan<int> BlockScan; */
static void rewrite_named_again(size_t i)
{
    if (!token_is(i, "typedef") || !token_is_name(i + 1) || !token_is(i + 2, "<") ||
        is_in_function(i))
        return;
    const size_t name = rewrite_behind_arguments(i + 2);
    if (token_is(name + 1, ";") && rewrite_same_text(name, i + 1))
        token_insert(i + 1, "::cub::");
}

/* Of a library's kernels only what C++ has not: their accesses need no second look. */
static void rewrite_library(size_t i)
{
    rewrite_named_again(i);
    if (token_is(i, "struct") && token_is(i + 2, ";") &&
        (token_is(i + 1, "__half") || token_is(i + 1, "__half2"))) {
        /* Here they are no structs, but what cuda_fp16.h may still say. */
        const bool one = token_is(i + 1, "__half");
        token_at(i)->instead =
            text_format(one ? "template <int, int> struct emu_float16; typedef"
                            : "template <class> struct emu_pair; typedef");
        token_at(i + 1)->instead =
            text_format(one ? "emu_float16<5, 10> __half" : "emu_pair<__half> __half2");
    }
    if (token_at(i)->scope != HOST) {
        rewrite_in_kernel(i);
        rewrite_builtin(i);
    }
    rewrite_word(i);
}

static void rewrite_own(size_t i)
{
    rewrite_warp_size(i);
    if (token_at(i)->scope != HOST) {
        rewrite_in_kernel(i);
        rewrite_view(i);
        rewrite_builtin(i);
        rewrite_address(i);
        rewrite_index(i);
        rewrite_defined(i);
    } else {
        rewrite_mark_lambda(i);
    }
    rewrite_launch_call(i);
    if (token_is(i, "struct"))
        rewrite_members(i);
    else if (!rewrite_word(i))
        rewrite_refuse(i);
}

static void rewrite_token(size_t i)
{
    if (is_said_again(i))
        token_at(i)->instead = text_format("");
    else if ((token_at(i)->library && rewrite_is_for_host()) || !rewrite_ptx(i))
        (token_at(i)->library ? rewrite_library : rewrite_own)(i);
}

static size_t lines(const char *text, size_t length)
{
    size_t n = 0;
    for (size_t i = 0; i < length; i++)
        n += text[i] == '\n';
    return n;
}

/* What replaces a token, and at least as many lines: a string may have several. */
static void put_instead(const struct token *t)
{
    const size_t wanted = lines(t->start, t->length);
    fputs(t->instead, stdout);
    for (size_t n = lines(t->instead, strlen(t->instead)); n < wanted; n++)
        putchar('\n');
}

int main(int argc, char **argv)
{
    size_t bytes;
    const char *text = emu_read_stream(stdin, &bytes);
    if (!text) {
        perror("rewrite: cannot read the program");
        exit(2);
    }
    tokenize(text, bytes);
    rewrite_find_functions();
    if (argc > 1 && !strcmp(argv[1], "--libraries")) { /* of a file without kernels */
        for (size_t i = 0; i < token_count(); i++)
            if (token_at(i)->user)
                rewrite_refuse_library(i);
        return 0;
    }
    const char *notes = NULL;
    for (int a = 1; a < argc; a++)
        if (!strcmp(argv[a], "--host"))
            rewrite_for_host();
        else if (!strcmp(argv[a], "--registers") && a + 1 < argc)
            rewrite_limit_registers(argv[++a]);
        else if (!strcmp(argv[a], "--notes") && a + 1 < argc)
            notes = argv[++a];
    for (size_t i = 0; i < token_count(); i++)
        if ((token_at(i)->user || token_at(i)->library) && !token_at(i)->instead)
            rewrite_token(i);
    for (size_t i = 0; i <= token_count(); i++) {
        const struct token *t = token_at(i);
        fwrite(t->space, 1, t->space_length, stdout);
        if (t->before)
            fputs(t->before, stdout);
        if (t->instead)
            put_instead(t);
        else
            fwrite(t->start, 1, t->length, stdout);
    }
    rewrite_print_heap();
    if (token_libraries()) /* for symbols.c */
        printf(
            "extern \"C\" { extern const char emu_has_library __attribute__((weak)); "
            "const char emu_has_library = 1; }");
    if (token_unrolls()) /* for widen.c */
        printf("extern \"C\" { extern const char emu_unrolls __attribute__((weak)); "
               "const char emu_unrolls = 1; }");
    return fflush(stdout) || ferror(stdout) || (notes && !rewrite_write_notes(notes));
}
