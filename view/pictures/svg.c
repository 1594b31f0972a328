/* Marks into an SVG file; svg.h states the contract. */
#include "svg.h"

#include <stdio.h>
#include <string.h>

#include "trace/fail.h"

bool svg_asked(const char *kind)
{
    if (strcmp(kind, "svg") != 0 && strcmp(kind, "text") != 0)
        fail("'%s' is not a kind of picture: it is text or svg", kind);
    return strcmp(kind, "svg") == 0;
}

/* Put a text at the end of another, so that XML takes no character for a mark. */
static void add_escaped(struct text *to, const char *text)
{
    while (*text) {
        const size_t plain = strcspn(text, "&<>\"");

        text_add(to, "%.*s", (int)plain, text);
        text += plain;
        if (!*text)
            break;
        text_add(to, "&%s;",
                 *text == '&'   ? "amp"
                 : *text == '<' ? "lt"
                 : *text == '>' ? "gt"
                                : "quot");
        text++;
    }
}

void svg_rect(struct svg *s, struct svg_box box, const char *fill, const char *stroke,
              const char *tip)
{
    text_add(&s->marks,
             "<rect x=\"%.5g\" y=\"%.5g\" width=\"%.4g\" height=\"%.4g\" fill=\"%s\"",
             box.x, box.y, box.width, box.height, fill);
    if (*stroke)
        text_add(&s->marks, " stroke=\"%s\"", stroke);
    if (*tip) {
        text_add(&s->marks, "><title>");
        add_escaped(&s->marks, tip);
        text_add(&s->marks, "</title></rect>\n");
    } else {
        text_add(&s->marks, "/>\n");
    }
}

void svg_label(struct svg *s, double x, double y, int size, const char *text,
               const char *look)
{
    text_add(&s->marks, "<text x=\"%.5g\" y=\"%.5g\" font-size=\"%d\"%s>", x, y, size,
             look);
    add_escaped(&s->marks, text);
    text_add(&s->marks, "</text>\n");
}

void svg_numbers(struct svg *svg, double x, double y, int size, const char *look,
                 const char *format, long long a, long long b)
{
    struct text text = {0};

    text_add(&text, format, a, b);
    svg_label(svg, x, y, size, text_of(&text), look);
    text_free(&text);
}

void svg_title(struct svg *svg, double x, double y, const char *text, const char *below)
{
    svg_label(svg, x, y, 14, text, SVG_BOLD);
    svg_label(svg, x, y + 18, 12, below, SVG_SOFT);
}

void svg_end(struct svg *s, int width, int height, const char *title)
{
    struct text head = {0};

    add_escaped(&head, title);
    printf("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
           "viewBox=\"0 0 %d %d\" font-family=\"DejaVu Sans, Verdana, sans-serif\" "
           "fill=\"#111111\">\n<title>%s</title>\n"
           "<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>\n%s</svg>\n",
           width, height, width, height, text_of(&head), width, height,
           text_of(&s->marks));
    text_free(&head);
    text_free(&s->marks);
}
