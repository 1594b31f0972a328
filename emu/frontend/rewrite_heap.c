/* malloc(), free(), new and delete in functions that run in kernels. */
#include "rewrite.h"

#include <stdio.h>

static bool uses_heap, uses_new;

void rewrite_heap(size_t i)
{
    const bool call = token_is(i + 1, "(");
    const bool placement = token_is(i, "new") && call,
               deleted =
                   token_is(i, "delete") && token_is(i - 1, "="); /* f() = delete; */
    if ((token_is(i, "new") && !placement) || (token_is(i, "delete") && !deleted))
        uses_new = uses_heap = true;
    if (call && (token_is(i, "malloc") || token_is(i, "free")))
        uses_heap = true;
}

/* True if the program has an operator new or delete of its own. */
static bool has_operators(void)
{
    for (size_t i = 1; i < token_count(); i++)
        if (token_at(i)->user && token_is(i - 1, "operator") &&
            (token_is(i, "new") || token_is(i, "delete")))
            return true;
    return false;
}

void rewrite_print_heap(void)
{
    if (uses_heap) /* for runtime_launch.c */
        printf("extern \"C\" { extern const char emu_uses_heap __attribute__((weak)); "
               "const char emu_uses_heap = 1; }");
    static const char *const operators[][2] = {
        {"void *operator new(decltype(sizeof 0) n)", "return emu_new(n);"},
        {"void *operator new[](decltype(sizeof 0) n)", "return emu_new(n);"},
        {"void operator delete(void *p) noexcept", "emu_free(p);"},
        {"void operator delete[](void *p) noexcept", "emu_free(p);"},
        {"void operator delete(void *p, decltype(sizeof 0)) noexcept", "emu_free(p);"},
        {"void operator delete[](void *p, decltype(sizeof 0)) noexcept",
         "emu_free(p);"}};
    if (!uses_new || has_operators())
        return;
    for (size_t k = 0; k < sizeof operators / sizeof *operators; k++)
        printf(" __attribute__((weak)) %s { %s }", operators[k][0], operators[k][1]);
}
