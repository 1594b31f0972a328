/* Identifiers and attributes of a submission; policy.h has the contract. */
#include "grade/policy/policy.h"

#include <ctype.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tokens.h"

static const char *source_name;

static _Noreturn void forbid(size_t i, const char *format)
{
    const struct token *t = token_at(i);
    char name[64];

    snprintf(name, sizeof name, "%.*s", (int)(t->length < 60 ? t->length : 60),
             t->start);
    policy_forbid(source_name, t->line, format, name);
}

/* "^(line|line...)$" of all lines that are not comments. */
static regex_t compile_list(const char *list)
{
    char *pattern = malloc(strlen(list) + 16), *p = pattern;
    regex_t compiled;

    p += sprintf(p, "^(");
    for (; *list; list += strcspn(list, "\n"), list += *list == '\n') {
        const size_t n = strcspn(list, "\n");

        if (n && *list != '#')
            p += sprintf(p, "%s%.*s", p[-1] == '(' ? "" : "|", (int)n, list);
    }
    strcpy(p, ")$");
    if (regcomp(&compiled, pattern, REG_EXTENDED | REG_NOSUB) != 0) {
        fprintf(stderr, "policy: names.txt is no list of regular expressions\n");
        exit(2);
    }
    free(pattern);
    return compiled;
}

/* C++, [lex.name]. g++ gives a meaning only to names with these beginnings. */
static bool is_reserved(const struct token *t)
{
    return t->length > 1 && t->start[0] == '_' &&
           (t->start[1] == '_' || isupper((unsigned char)t->start[1]));
}

static bool matches(const regex_t *names, const struct token *t)
{
    char name[128];

    if (t->length >= sizeof name)
        return false;
    memcpy(name, t->start, t->length);
    name[t->length] = '\0';
    return regexec(names, name, 0, NULL, 0) == 0;
}

/* ---- Attributes: [[name]] and __attribute__((name)). */

static bool is_attribute_allowed(size_t i)
{
    static const char *const allowed[] = {"aligned",       "unused",
                                          "always_inline", "noinline",
                                          "noreturn",      "may_alias",
                                          "maybe_unused",  "nodiscard",
                                          "fallthrough",   "deprecated",
                                          "likely",        "unlikely",
                                          "const",         "pure",
                                          "packed",        "no_unique_address",
                                          "gnu",           "using",
                                          "flatten",       "hot",
                                          "cold",          "carries_dependency"};
    const char *name = token_at(i)->start;
    size_t n = token_at(i)->length;

    if (n > 4 && !strncmp(name, "__", 2) && !strncmp(name + n - 2, "__", 2)) {
        name += 2;
        n -= 4;
    }
    for (size_t k = 0; k < sizeof allowed / sizeof *allowed; k++)
        if (strlen(allowed[k]) == n && !strncmp(allowed[k], name, n))
            return true;
    return false;
}

/* The names between the outer brackets of an attribute, without those in the brackets
   of an argument. */
static void judge_attributes(size_t open)
{
    const size_t close = token_partner(open, 1);

    for (size_t i = open + 1; i < close; i++) {
        if (token_is(i, "(")) {
            i = token_partner(i, 1);
            continue;
        }
        if (token_is_name(i) && !is_attribute_allowed(i))
            forbid(i, "the attribute '%s'");
    }
}

/* ---- One identifier. */

static void judge_name(size_t i, const regex_t *names)
{
    const struct token *t = token_at(i);

    if (!strncmp(t->start, "emu_", 4) || !strncmp(t->start, "__tsan_", 7))
        forbid(i, "%s: a name of the emulator");
    if (token_is(i, "thread_local"))
        forbid(i, "%s: a kernel runs on no thread of the host");
    if (token_is(i, "__attribute__") && token_is(i + 1, "(") && token_is(i + 2, "("))
        judge_attributes(i + 2);
    else if (is_reserved(t) && !matches(names, t))
        forbid(i, "%s: a name that is reserved for compilers and libraries");
}

bool policy_is_between(const char *p)
{
    static size_t i; /* must be called in the order of the text */

    while (i < token_count() && token_at(i)->start + token_at(i)->length <= p)
        i++;
    return i == token_count() || p < token_at(i)->start;
}

/* Other spellings of brackets and #, which would hide text from these checks. */
static bool is_digraph(size_t i)
{
    static const char *const digraphs[] = {"<:", ":>", "<%", "%>", "%:"};

    for (size_t k = 0; k < sizeof digraphs / sizeof *digraphs; k++)
        if (token_at(i)->length == 1 && token_at(i)->start[0] == digraphs[k][0] &&
            token_at(i + 1)->length == 1 && !token_at(i + 1)->space_length &&
            token_at(i + 1)->start[0] == digraphs[k][1])
            return true;
    return false;
}

static bool is_of(const struct token *t, const char *source)
{
    const size_t n = strlen(source);

    return !strncmp(t->file + 1, source, n) && t->file[1 + n] == '"';
}

void policy_tokens(const char *source, const char *names, bool built)
{
    regex_t list = compile_list(names);

    source_name = source;
    for (size_t i = 0; i < token_count(); i++) {
        const struct token *t = token_at(i);

        if (built && !is_of(t, source))
            continue;
        if (*t->start == '\\' || *t->start == '$')
            forbid(i, "%s outside of a string");
        if (is_digraph(i))
            forbid(i, "a digraph ('%s' and what follows it)");
        if (token_is(i, "[") && token_is(i + 1, "["))
            judge_attributes(i + 1);
        else if (token_is_name(i))
            judge_name(i, &list);
    }
    regfree(&list);
}
