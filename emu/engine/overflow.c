/*
 * Overflows of signed integers in kernels, which C++ leaves undefined: the handlers
 * that g++ calls for -fsanitize=signed-integer-overflow. The kernel goes on with the
 * bits that a GPU computes; that is a note.
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "event.h"
#include "note.h"
#include "platform.h"

/* What g++ passes, by GCC's libsanitizer (ubsan_value.h): the type's name is in quotes.
 */
struct overflow {
    struct {
        const char *file;
        uint32_t line, column;
    } at;
    const struct {
        uint16_t kind, info; /* bit 0: signed; above it, log2 of the number of bits */
        char name[];
    } * type;
};

/* A value of at most 64 bits is passed itself, a wider one by its address. */
static void say(char *text, size_t size, const struct overflow *o, uintptr_t value)
{
    const int bits = 1 << (o->type->info >> 1);
    if (bits > 64)
        snprintf(text, size, "a number");
    else
        snprintf(text, size, "%lld",
                 (long long)(int64_t)(value << (64 - bits)) >> (64 - bits));
}

static void tell(const struct overflow *o, const char *what, uintptr_t pc)
{
    char who[128];
    if (!emu_in_kernel())
        return;
    emu_say_running(who, sizeof who);
    emu_note(
        pc, "OVERFLOW",
        "convert one operand before, as in (long long)a * b; a GPU goes on with the "
        "lowest bits of the result",
        "%s computes %s, which %s cannot hold", who, what, o->type->name);
}

#define PC (EMU_CALLER())
#define HANDLER(name, sign)                                                            \
    void __ubsan_handle_##name##_overflow(const struct overflow *o, uintptr_t a,       \
                                          uintptr_t b)                                 \
    {                                                                                  \
        char left[32], right[32], what[80];                                            \
        say(left, sizeof left, o, a);                                                  \
        say(right, sizeof right, o, b);                                                \
        snprintf(what, sizeof what, "%s %s %s", left, sign, right);                    \
        tell(o, what, PC);                                                             \
    }
HANDLER(add, "+")
HANDLER(sub, "-")
HANDLER(mul, "*")

void __ubsan_handle_negate_overflow(const struct overflow *o, uintptr_t a)
{
    char value[32], what[80];
    say(value, sizeof value, o, a);
    snprintf(what, sizeof what, "-(%s)", value);
    tell(o, what, PC);
}
