/* The line markers and pragmas of a preprocessed submission; policy.h has the
   contract. */
#include "grade/policy/policy.h"

#include <stdio.h>
#include <string.h>

/* True if `name`, such as vector or cuda/barrier, is a line of the list. */
static bool is_listed(const char *list, const char *name, size_t n)
{
    for (; *list; list += strcspn(list, "\n"), list += *list == '\n')
        if (strcspn(list, "\n") == n && !strncmp(list, name, n))
            return true;
    return false;
}

/* The longest listed end of a path, from one of its slashes on; NULL if there is
   none. */
static const char *header_of(const char *headers, const char *path, size_t n)
{
    if (is_listed(headers, path, n))
        return path;
    for (size_t i = 0; i < n; i++)
        if (path[i] == '/' && is_listed(headers, path + i + 1, n - i - 1))
            return path + i + 1;
    return NULL;
}

/* The compiler's own pseudo-files. */
static bool is_builtin(const char *file, size_t n)
{
    return n >= 2 && file[0] == '<' && file[n - 1] == '>';
}

struct marker {
    int line;
    const char *file;
    size_t n; /* its length */
    bool enters;
};

/* Read a line such as: # 1 "/usr/include/stdio.h" 1 3 4 */
static bool read_marker(const char *line, struct marker *m)
{
    const char *end = line + strcspn(line, "\n"), *quote = strchr(line, '"');
    int n = 0;

    if (sscanf(line, "# %d %n", &m->line, &n) != 1 || !n || line[n] != '"')
        return false;
    m->file = quote + 1;
    for (quote++; quote < end && *quote != '"'; quote++)
        quote += *quote == '\\';
    if (quote >= end)
        return false;
    m->n = (size_t)(quote - m->file);
    m->enters = memchr(quote + 1, '1', (size_t)(end - quote - 1)) != NULL;
    return true;
}

/* The own stream is read from standard input. */
static bool is_source(const struct marker *m, const char *source)
{
    return (m->n == strlen(source) && !strncmp(m->file, source, m->n)) ||
           (m->n == 7 && !strncmp(m->file, "<stdin>", 7));
}

void policy_markers(const char *source, const char *text, const char *headers,
                    bool built)
{
    bool own = false; /* the line before is the source's */
    int line = 0;

    for (const char *p = text; *p; p += strcspn(p, "\n"), p += *p == '\n', line++) {
        struct marker m;
        bool to_source, to_builtin, to_known;

        if (*p != '#' || !policy_is_between(p))
            continue;
        if (!strncmp(p, "#pragma", 7)) {
            const char *words = p + 7 + strspn(p + 7, " \t");

            if (own && !policy_is_pragma_allowed(words))
                policy_forbid(source, line, "#pragma %.*s", (int)strcspn(words, "\n"),
                              words);
            continue;
        }
        if (!read_marker(p, &m))
            continue;
        to_source = is_source(&m, source);
        to_builtin = is_builtin(m.file, m.n);
        to_known = to_source || to_builtin || header_of(headers, m.file, m.n);
        if (own && !m.enters && !to_source && !to_builtin)
            policy_forbid(source, line, "#line: lines must be where they are");
        if (own && m.enters && to_source)
            policy_forbid(source, line, "it includes itself");
        if (own && m.enters && !to_known)
            policy_forbid(source, line,
                          "'%.*s' is included: only the headers in "
                          "grade/policy/headers.txt may be",
                          (int)m.n, m.file);
        if (!built && !to_known)
            policy_forbid(source, line, "'%.*s' is named as the file of a line",
                          (int)m.n, m.file);
        own = to_source;
        line = m.line - 1;
    }
}

void policy_print(const char *source, const char *text, const char *headers,
                  bool includes)
{
    bool own = true;

    for (const char *p = text; *p; p += strcspn(p, "\n"), p += *p == '\n') {
        struct marker m;

        if (*p == '#' && policy_is_between(p) && read_marker(p, &m)) {
            const char *name = header_of(headers, m.file, m.n);

            if (includes && own && m.enters && name)
                printf("#include <%.*s>\n", (int)(m.file + m.n - name), name);
            own = is_source(&m, source);
        } else if (!includes && !own && *p != '#' && *p != '\n') {
            printf("%.*s\n", (int)strcspn(p, "\n"), p);
        }
    }
}
