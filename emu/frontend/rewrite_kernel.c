/* In the bodies of kernels, some calls are replaced and some are refused. */
#include "rewrite.h"

#include <stdlib.h>
#include <string.h>

static bool for_host;

void rewrite_for_host(void)
{
    for_host = true;
}

bool rewrite_is_for_host(void)
{
    return for_host;
}

/* Empty the body [open, close] of a function whose declaration begins at token `first`.
   Of a lambda, of a constexpr function and of one whose type its body tells, the host
   needs the body. */
static void leave_out_body(size_t first, size_t open, size_t close)
{
    bool needed = first > 0 && token_is(first - 1, "]");
    for (size_t k = first; k < open; k++)
        needed |= token_is(k, "constexpr") || token_is(k, "auto");
    for (size_t k = open + 1; k < close && !needed; k++)
        token_at(k)->instead = text_format(k == open + 1 ? "__builtin_trap();" : "");
}

bool rewrite_mark_body(size_t i)
{
    size_t k = i, first = i, from = 0;
    while (first > 0 && token_is_name(first - 1))
        first--;
    while (k < token_count() && !token_is(k, "(") && !token_is(k, "{") &&
           !token_is(k, ";"))
        k++;
    bool both = false;
    for (size_t q = first; q < k; q++)
        both |= token_is(q, "__host__");
    for (; k < token_count() && !token_is(k, ";"); k++) {
        if (!from && token_is(k, ":"))
            from = k;
        if (token_is(k, "(") || token_is(k, "[")) {
            k = token_partner(k, 1);
        } else if (token_is(k, "{")) {
            size_t close = token_partner(k, 1);
            if (!from || !(token_is(close + 1, ",") || token_is(close + 1, "{"))) {
                if (token_is(i, "__global__")) { /* see emu_launch.h */
                    char *bounds = rewrite_bounds(first, k);
                    char *enter = rewrite_enter(first, k);
                    token_at(k)->instead =
                        text_format("{ if (%s) return;%s", enter, bounds);
                    free(bounds);
                    free(enter);
                    rewrite_register_kernel(i, k);
                }
                if (for_host && !both)
                    leave_out_body(first, k, close);
                if (!both)
                    rewrite_note_body(from ? from : k, close);
                for (k = from ? from : k; k < close; k++)
                    token_at(k)->scope = both ? BOTH : DEVICE;
                return true;
            }
            k = close;
        }
    }
    return false;
}

/* True if the call of token i has one argument, as malloc() and free() of C have. */
static bool has_one_argument(size_t i)
{
    const size_t close = token_partner(i + 1, 1);
    for (size_t k = i + 2; k < close; k++)
        if (token_is(k, ","))
            return false;
        else if (strchr("([{", *token_at(k)->start))
            k = token_partner(k, 1);
    return true;
}

/* Calls that are replaced in kernels: the emulator must see their output and
   accesses. */
static const char *const renamed[][2] = {{"printf", "emu_printf"},
                                         {"clock", "emu_clock_or_ticks"},
                                         {"memcpy", "emu_memcpy"},
                                         {"memset", "emu_memset"},
                                         {"__builtin_memcpy", "emu_memcpy"},
                                         {"__builtin_memset", "emu_memset"},
                                         {"__builtin_memmove", "emu_memmove"},
                                         {"malloc", "emu_malloc"},
                                         {"free", "emu_free"},
                                         {"sincos", "emu_sincos"},
                                         {"sincosf", "emu_sincosf"},
                                         {"frexp", "emu_frexp"},
                                         {"frexpf", "emu_frexpf"},
                                         {"modf", "emu_modf"},
                                         {"modff", "emu_modff"},
                                         {"remquo", "emu_remquo"},
                                         {"remquof", "emu_remquof"}};

#define HEAP " in a kernel is" NOT_SUPPORTED "use malloc()"
#define EXCEPTION " in a kernel is" NOT_SUPPORTED "kernels have no exceptions"
static const struct {
    const char *name, *why;
    bool call; /* only before ( */
} refused[] = {{"calloc", HEAP, true},
               {"realloc", HEAP, true},
               {"throw", EXCEPTION, false},
               {"try", EXCEPTION, false}};

/* `static` at token i begins a variable that is not constant. */
static bool static_variable(size_t i)
{
    size_t k = i + 1;
    if (!token_is(i, "static") ||
        (i > 0 && (token_is(i - 1, "const") || token_is(i - 1, "static"))))
        return false;
    while (k < token_count() && !strchr(";=[({", *token_at(k)->start)) {
        if (token_is(k, "const") || token_is(k, "constexpr") ||
            token_is(k, "__shared__"))
            return false;
        k++;
    }
    return !token_is(k, "(");
}

void rewrite_in_kernel(size_t i)
{
    bool call = token_is(i + 1, "("), std = i > 1 && token_is(i - 2, "std");
    if (i > 0 && (token_is(i - 1, ".") || token_is(i - 1, "->") ||
                  (token_is(i - 1, "::") && !std)))
        return; /* a member's name */
    rewrite_heap(i);
    for (size_t r = 0; call && r < sizeof renamed / sizeof *renamed; r++)
        if (token_is(i, renamed[r][0]) &&
            (!strstr("malloc free", renamed[r][0]) || has_one_argument(i)))
            token_at(i)->instead = text_format("%s", renamed[r][1]);
    if (token_at(i)->scope != DEVICE || token_at(i)->library)
        return;
    for (size_t r = 0; r < sizeof refused / sizeof *refused; r++)
        if (token_is(i, refused[r].name) && (call || !refused[r].call) &&
            !rewrite_is_device_function(i))
            token_die(i, text_format(refused[r].call ? "%s()%s" : "'%s'%s",
                                     refused[r].name, refused[r].why));
    if (static_variable(i))
        token_die(i, "a 'static' variable in a kernel is" NOT_SUPPORTED
                     "make it a '__device__' variable outside");
    if (token_is(i, "<<<"))
        token_die(i, "a launch in a kernel (dynamic parallelism) is" NOT_SUPPORTED
                     "only the host can launch");
}
