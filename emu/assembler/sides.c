/* Which functions a kernel reaches, and what it must not. assembler.h has the contract.
 */
#include "assembler.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* C's mathematical functions, which exist on both sides, without an f at their end. */
static const char *const mathematics[] = {
    "acos",     "acosh", "asin",      "asinh",     "atan",    "atan2",
    "atanh",    "cbrt",  "ceil",      "cosh",      "cos",     "copysign",
    "erf",      "erfc",  "exp",       "exp10",     "exp2",    "expm1",
    "fabs",     "fdim",  "floor",     "fma",       "fmax",    "fmin",
    "fmod",     "frexp", "hypot",     "ilogb",     "j0",      "j1",
    "jn",       "ldexp", "lgamma",    "llrint",    "llround", "log",
    "log10",    "log1p", "log2",      "logb",      "lrint",   "lround",
    "modf",     "nan",   "nearbyint", "nextafter", "pow",     "remainder",
    "remquo",   "rint",  "round",     "scalbln",   "scalbn",  "sin",
    "sincos",   "sinh",  "sqrt",      "tan",       "tanh",    "tgamma",
    "trunc",    "y0",    "y1",        "yn",        "abs",     "labs",
    "llabs",    "isnan", "isinf",     "finite",    "signbit", "fpclassify",
    "isfinite", "cospi", "rsqrt",     "sinpi"};

/* What g++ itself calls, and what the emulator has under CUDA's names. */
static const char *const others[] = {"memcpy",
                                     "memset",
                                     "__assert_fail",
                                     "__cxa_pure_virtual",
                                     "__cxa_begin_catch",
                                     "__cxa_end_catch",
                                     "__cxa_throw_bad_array_new_length",
                                     "__stack_chk_fail",
                                     "_Unwind_Resume",
                                     "_ZSt9terminatev",
                                     "_GLOBAL_OFFSET_TABLE_"};

/* What the C++ library has in headers, and no GPU runs: the ends of their paths. The
   last two are constexpr in C++20, so that nvcc takes them with
   --expt-relaxed-constexpr. */
static size_t n_host_headers;
static bool strict; /* what nvcc warns of is an error */
static const char *const host_headers[] = {
    "/bits/stl_vector.h",     "/bits/vector.tcc",   "/bits/basic_string.h",
    "/bits/basic_string.tcc", "/bits/stl_tree.h",   "/bits/stl_map.h",
    "/bits/hashtable.h",      "/bits/stl_list.h",   "/bits/stl_deque.h",
    "/bits/deque.tcc",        "/bits/random.h",     "/bits/random.tcc",
    "/bits/std_function.h",   "/bits/shared_ptr.h", "/bits/shared_ptr_base.h",
    "/bits/unique_ptr.h",     "/bits/stl_algo.h",   "/bits/stl_heap.h"};

static bool is_mathematics(const char *name)
{
    name += begins(name, "__") ? 2 : 0;
    const size_t length = strlen(name);
    for (size_t k = 0; k < sizeof mathematics / sizeof *mathematics; k++) {
        const size_t n = strlen(mathematics[k]);
        if (!strncmp(name, mathematics[k], n) &&
            (n == length || (n + 1 == length && name[n] == 'f')))
            return true;
    }
    return false;
}

/* A function of libgcc: __udivti3, __popcountdi2, __aarch64_ldadd4_relax. */
static bool is_of_the_compiler(const char *name)
{
    static const char *const types[] = {"si", "di", "ti", "hf", "bf", "sf", "df",
                                        "tf", "xf", "sc", "dc", "tc", "xc"};
    size_t n = strlen(name);
    if (begins(name, "__aarch64_"))
        return true;
    if (!begins(name, "__"))
        return false;
    while (n > 2 && isdigit((unsigned char)name[n - 1]))
        n--;
    for (size_t k = 0; n > 4 && k < sizeof types / sizeof *types; k++)
        if (!strncmp(name + n - 2, types[k], 2))
            return true;
    return false;
}

/* True if kernels may use this, which is not defined in the text. */
static bool is_of_the_device(const struct symbol *s)
{
    const char *name = s->name;
    static const char *const beginnings[] = {"emu_",     "__ubsan_handle_",
                                             ".Lubsan_", "__tsan_",
                                             "_ZTV",     "_ZTI",
                                             "_ZTS",     "_Znwm",
                                             "_Znam",    "_ZdlPv",
                                             "_ZdaPv",   "__x86_indirect_thunk_"};
    for (size_t k = 0; k < sizeof beginnings / sizeof *beginnings; k++)
        if (begins(name, beginnings[k]))
            return true;
    for (size_t k = 0; k < sizeof others / sizeof *others; k++)
        if (!strcmp(name, others[k]))
            return true;
    if (begins(name, "_ZSt") && strstr(name, "__throw_"))
        return true;
    int at = 0;
    for (const char *note; (note = assembly_note("elsewhere", &at));)
        if (assembly_is_named(s, note, strlen(note)))
            return true;
    return is_mathematics(name) || is_of_the_compiler(name);
}

static bool is_of_a_library(int source)
{
    static const char *const parts[] = {"include/emu/emu_", "include/ptx/emu_",
                                        "include/cuda/"};
    const char *path = assembly_source(source);
    bool found = begins(path, "/usr/") || strstr(path, "/c++/");
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
        found |= strstr(path, parts[k]) != NULL;
    return found;
}

/* The first line of a function whose place in the source is known. */
static int first_place(const struct symbol *s)
{
    for (int i = s->first; i < s->end; i++)
        if (assembly_line(i)->begins_place)
            return i;
    return s->first;
}

/* A line of the program's own that leads to line i: before it in the same function,
   which may have the code of a library inlined, or where that is called, and so on. */
static int place_of(int i)
{
    for (;;) {
        const struct symbol *in = assembly_line(i)->owner;
        int k = i;
        while (k > 0 && assembly_line(k)->owner == in &&
               is_of_a_library(assembly_line(k)->source))
            k--;
        if (assembly_line(k)->owner == in && k > in->first + 1)
            return k;
        if (!in->line || in->line == i || in->side == KERNEL)
            return in->line ? in->line : i;
        i = in->line;
    }
}

/* A constexpr algorithm of the library, such as std::copy(), calls these. */
static bool is_moved_by_library(int i, const struct symbol *s)
{
    return (!strcmp(s->name, "memmove") || !strcmp(s->name, "memcmp")) &&
           is_of_a_library(assembly_line(i)->source);
}

/* True if line i is from the body of a function for kernels alone; elsewhere, nvcc only
   warns, since a kernel may never come there. */
static bool is_in_kernels(int i)
{
    const char *source = assembly_source(assembly_line(i)->source);
    const char *name = strrchr(source, '/') ? strrchr(source, '/') + 1 : source;
    const int line = assembly_line(i)->source_line;
    int at = 0, first, last, path;
    for (const char *note; (note = assembly_note("kernels", &at));) {
        if (sscanf(note, "%d %d %n", &first, &last, &path) != 2)
            continue;
        const char *file = strrchr(note, '/') ? strrchr(note, '/') + 1 : note + path;
        if (first <= line && line <= last && !strcmp(file, name))
            return true;
    }
    return false;
}

/* True if what line i does is done for kernels alone. A line of a library may be
   inlined by any part of its function: then all of them must be for kernels. */
static bool is_for_kernels_alone(int i)
{
    const struct symbol *in = assembly_line(i)->owner;
    if (!is_of_a_library(assembly_line(i)->source))
        return is_in_kernels(i);
    bool found = false;
    for (int k = first_place(in); k < in->end; k++) {
        const struct line *l = assembly_line(k);
        if (l->owner != in || !l->begins_place || is_of_a_library(l->source))
            continue;
        if (!is_in_kernels(k) && l->source_line != assembly_line(in->line)->source_line)
            return false;
        found = true;
    }
    return found;
}

/* Begin to say that line i reaches what it must not. True if that is an error. */
static bool begin_message(int i)
{
    const bool error = strict || is_for_kernels_alone(i);
    assembly_print_place(place_of(i), error ? "error" : "warning");
    return error;
}

/* Line i, which a kernel reaches, names s: may it, and is that to be followed? */
static enum reach { REFUSED, IGNORED, FOLLOWED } reach(int i, struct symbol *s)
{
    bool error;
    if (!s->defined && assembly_line(i)->call)
        s->type = FUNCTION;
    if (s->type == FUNCTION && s->side == HOST_ONLY) {
        error = begin_message(i);
        assembly_print_name(s);
        fprintf(stderr, " is a host function, and a kernel cannot call it: write "
                        "__device__ before it\n");
    } else if (s->type == FUNCTION && s->side == KERNEL) {
        error = begin_message(i);
        assembly_print_name(s);
        fprintf(stderr, " is a kernel, and a kernel cannot call it: make it a "
                        "__device__ function\n");
    } else if (!s->defined && begins(s->name, "cuda")) {
        error = begin_message(i);
        fprintf(stderr,
                "%s() in a kernel is not supported by the emulator: only the host "
                "can call the runtime API\n",
                s->name);
    } else if (!s->defined && !is_of_the_device(s) && !is_moved_by_library(i, s)) {
        error = begin_message(i);
        assembly_print_name(s);
        fprintf(stderr, s->type == FUNCTION
                            ? " is a host function, and a kernel cannot call it\n"
                            : " is the host's, and a kernel cannot use it\n");
    } else {
        return s->defined ? FOLLOWED : IGNORED;
    }
    return error ? REFUSED : IGNORED;
}

/* True if line i, which a kernel reaches, is not of a header for the host. Of a
   function there is one message. */
static bool may_run(int i)
{
    static const struct symbol *said;
    const struct line *l = assembly_line(i);
    const char *source = assembly_source(l->source);
    const size_t n = strlen(source);
    const int first = first_place(l->owner);
    for (size_t k = 0; k < n_host_headers && said != l->owner; k++) {
        const size_t m = strlen(host_headers[k]);
        if (n < m || strcmp(source + n - m, host_headers[k]))
            continue;
        said = l->owner;
        const bool error = strict || is_for_kernels_alone(i);
        assembly_print_place(is_of_a_library(assembly_line(first)->source) ? place_of(i)
                                                                           : first,
                             error ? "error" : "warning");
        assembly_print_name(l->owner);
        fprintf(stderr, " runs code of <%s>, which is the host's\n",
                host_headers[k] + 1);
        return !error;
    }
    return true;
}

/* True if kernels have s, too. A class may have virtual functions of the host. */
static bool is_for_kernels(const struct symbol *s)
{
    return s->defined && s->side != HOST_ONLY;
}

/* Follow all that is named in the definition of s, which a kernel reaches. */
static bool follow(const struct symbol *s)
{
    const bool table = begins(s->name, "_ZT"); /* of virtual functions, or of types */
    for (int i = s->first; i < s->end; i++) {
        const struct line *l = assembly_line(i);
        const char *p = NULL, *start;
        if (l->owner != s || l->debug)
            continue;
        if (s->type == FUNCTION && l->code && !may_run(i))
            return false;
        for (struct symbol *to; (to = assembly_operand(i, &p, &start));) {
            if (to == s || (to->line && to->side != KERNEL) ||
                (table && !is_for_kernels(to)))
                continue;
            to->line = i;
            const enum reach found = reach(i, to);
            if (found == REFUSED || (found == FOLLOWED && !follow(to)))
                return false;
        }
    }
    return true;
}

/* The host's code calls a function of a kernel's side. */
static bool check_host(void)
{
    for (int i = 0; i < assembly_lines(); i++) {
        const struct line *l = assembly_line(i);
        const char *p = NULL, *start;
        struct symbol *s;
        if (!l->owner || l->debug || l->owner->side != HOST_ONLY ||
            !assembly_line(i)->call || !(s = assembly_operand(i, &p, &start)) ||
            s->type != FUNCTION)
            continue;
        if (s->side == KERNEL) {
            assembly_print_place(i, "error");
            assembly_print_name(s);
            fprintf(stderr, " is a kernel: launch it with <<<grid, block>>>\n");
            return false;
        }
        if (s->side == DEVICE_ONLY) {
            assembly_print_place(i, "error");
            assembly_print_name(s);
            fprintf(stderr, " is a __device__ function, and the host cannot call it: "
                            "write __host__ __device__ before it\n");
            return false;
        }
    }
    return true;
}

bool assembly_check_sides(bool cxx20, bool graded)
{
    strict = graded;
    n_host_headers = sizeof host_headers / sizeof *host_headers - (cxx20 ? 2 : 0);
    for (struct symbol *s = NULL; (s = assembly_next(s));)
        if (s->defined && s->side == KERNEL)
            s->line = first_place(s);
    for (struct symbol *s = NULL; (s = assembly_next(s));)
        if (s->defined && s->side == KERNEL && !follow(s))
            return false;
    return check_host();
}
