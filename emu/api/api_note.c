/*
 * Messages about wrong calls of the runtime API: on standard error, with the place of
 * the call, like a compiler's. The call returns the error that it returns with a GPU.
 * With EMU_LEAKS=1, memory that was never freed is reported when the program ends.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api.h"
#include "memory.h"
#include "probe.h"
#include "settings.h"
#include "symbols.h"

/* "FILE:LINE: "; "emulator: " if the site is not known. */
static void print_place(uintptr_t site)
{
    char file[256];
    int line = 0;
    fflush(stdout);
    if (emu_symbols_line(site, file, sizeof file, &line))
        fprintf(stderr, "%s:%d: ", file, line);
    else
        fprintf(stderr, "emulator: ");
}

const char *emu_made_at(uintptr_t site)
{
    static char text[300];
    char file[256];
    int line = 0;
    *text = 0;
    if (emu_symbols_line(site, file, sizeof file, &line))
        snprintf(text, sizeof text, " (%s:%d)", file, line);
    return text;
}

static bool silent(void)
{
    return emu_settings()->quiet || emu_settings()->silent;
}

static struct fault refused; /* the first wrong call; what: "" if none */

bool emu_refused_first(struct fault *f)
{
    *f = refused;
    return *refused.what;
}

void emu_refused_forget(void)
{
    memset(&refused, 0, sizeof refused);
}

/* A call that returns `code` does what the format says. */
static void tell_refused(uintptr_t site, const char *code, const char *remedy,
                         const char *format, va_list arguments)
{
    char what[400];
    vsnprintf(what, sizeof what, format, arguments);
    if (emu_api_stuck())
        return;
    if (!silent()) {
        print_place(site);
        fprintf(stderr, "API: %s: %s\n  %s\n", what, code, remedy);
    }
    if (!*refused.what) {
        emu_symbols_line(site, refused.file, sizeof refused.file, &refused.line);
        snprintf(refused.what, sizeof refused.what, "%s (%s)", what, code);
        snprintf(refused.remedy, sizeof refused.remedy, "%s", remedy);
    }
}

cudaError_t emu_refuse(uintptr_t site, cudaError_t error, const char *remedy,
                       const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    tell_refused(site, cudaGetErrorName(error), remedy, format, arguments);
    va_end(arguments);
    return emu_api(error);
}

void emu_refuse_driver(uintptr_t site, const char *code, const char *remedy,
                       const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    tell_refused(site, code, remedy, format, arguments);
    va_end(arguments);
}

/* ---- Leaks. */

static void tell_leaks(void)
{
    struct leaks leaks = emu_memory_leaks();
    if (leaks.n == 0 || silent())
        return;
    print_place(leaks.first_site);
    fprintf(stderr, "LEAK: %zu allocation%s, %zu bytes%s, never freed%s\n", leaks.n,
            leaks.n == 1 ? "" : "s", leaks.bytes, leaks.n == 1 ? "" : " together",
            leaks.n == 1 ? "" : "; this is the first");
    fprintf(stderr, "  every cudaMalloc needs its cudaFree before the program ends\n");
}

void emu_leaks_watch(void)
{
    if (emu_settings()->leaks || emu_settings()->all_faults)
        atexit(tell_leaks);
}
