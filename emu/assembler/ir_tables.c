/* The places, names and variables that the program's tables have; ir.h states the
   contract. */
#include "ir.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- Places that the text refers to, and their numbers in the table. */

static int *site_of, n_site_of; /* by number of the metadata: from 1; 0: none yet */
static int *sites, n_sites;     /* the reverse */

static int site(int place)
{
    struct ir_place p;
    if (!ir_place_of(place, &p))
        return -1;
    if (place >= n_site_of) {
        site_of = assembly_grown(site_of, (place + 1024) * sizeof *site_of);
        memset(site_of + n_site_of, 0, (place + 1024 - n_site_of) * sizeof *site_of);
        n_site_of = place + 1024;
    }
    if (!site_of[place]) {
        if (p.inlined_at >= 0)
            site(p.inlined_at);
        sites = assembly_grown(sites, (n_sites + 1) * sizeof *sites);
        sites[n_sites++] = place;
        site_of[place] = n_sites;
    }
    return site_of[place] - 1;
}

/* Code that clang has made of several places, or of none, has the place of the code
   before it in the function. */
static int last_place; /* -1: none yet */

void ir_function_begins(void)
{
    last_place = -1;
}

int ir_place_now(const char *text)
{
    struct ir_place p;
    const int place = ir_place(text);
    if (ir_place_of(place, &p) && p.line > 0)
        last_place = place;
    return last_place;
}

void ir_put_site(const char *text)
{
    const int number = site(ir_place_now(text));
    if (number < 0)
        puts("  store i32 0, ptr @emu_site_now, align 4");
    else
        printf("  store ptr getelementptr inbounds (%%emu_site, ptr @emu_sites, i32 "
               "%d), ptr @emu_site_now, align 4\n",
               number);
}

/* ---- Strings. */

struct text {
    const char *text;
    int number;
    struct text *next;
};
enum { CHAINS = 1024 };
static struct text *texts[CHAINS];
static int n_texts;

static int string(const char *text)
{
    unsigned h = 5381;
    for (const char *p = text; *p; p++)
        h = h * 33 + (unsigned char)*p;
    struct text **chain = &texts[h % CHAINS];
    for (struct text *t = *chain; t; t = t->next)
        if (!strcmp(t->text, text))
            return t->number;
    struct text *t = assembly_grown(NULL, sizeof *t);
    *t = (struct text){text, n_texts++, *chain};
    *chain = t;
    return t->number;
}

static void put_string(const char *text, int number)
{
    printf("@emu_text.%d = internal constant [%zu x i8] c\"", number, strlen(text) + 1);
    for (const char *p = text; *p; p++)
        if (*p == '"' || *p == '\\' || *p < ' ')
            printf("\\%02X", (unsigned char)*p);
        else
            putchar(*p);
    puts("\\00\"");
}

/* ---- The tables. */

struct object {
    const struct symbol *of;
    const char *type; /* NULL: a function */
    int type_length;
    enum ir_object kind;
};
static struct object *objects;
static int n_objects;

void ir_add_object(const struct symbol *s, const char *type, enum ir_object kind)
{
    objects = assembly_grown(objects, (n_objects + 1) * sizeof *objects);
    objects[n_objects++] =
        (struct object){s, type, type ? (int)(ir_behind_type(type) - type) : 0, kind};
}

static void put_name(const struct symbol *s)
{
    const bool number = strspn(s->name, "0123456789") == strlen(s->name);
    printf(number ? "@%s" : "@\"%s\"", s->name);
}

static int arrays_of(const struct symbol *s)
{
    char name[4096];
    const int n = snprintf(name, sizeof name, IR_ARRAYS "%s", s->name);
    const struct symbol *of = n < (int)sizeof name ? assembly_known(name, n) : NULL;
    const char *value =
        of && of->defined ? strstr(assembly_line(of->first)->text, " i32 ") : NULL;
    return value ? atoi(value + 5) : 0;
}

void ir_put_tables(void)
{
    printf("@emu_sites = internal constant [%d x %%emu_site] [", n_sites + 1);
    for (int i = 0; i < n_sites; i++) {
        struct ir_place p;
        ir_place_of(sites[i], &p);
        printf("%s%%emu_site { ptr @emu_text.%d, ptr @emu_text.%d, i32 %d, ptr ",
               i ? ", " : "", string(assembly_source(p.file)),
               string(ir_function(p.function)), p.line);
        if (p.inlined_at >= 0)
            printf("getelementptr inbounds (%%emu_site, ptr @emu_sites, i32 %d) }",
                   site(p.inlined_at));
        else
            printf("null }");
    }
    printf("%s%%emu_site zeroinitializer], section \"emu_sites\"\n",
           n_sites ? ", " : "");
    printf("@emu_objects = internal constant [%d x %%emu_object] [", n_objects);
    for (int i = 0; i < n_objects; i++) {
        const struct object *o = &objects[i];
        printf("%s%%emu_object { ptr @emu_text.%d, ptr ", i ? ", " : "",
               string(o->of->name));
        put_name(o->of);
        if (o->type)
            printf(", i32 ptrtoint (ptr getelementptr (%.*s, ptr null, i32 1) to i32)",
                   o->type_length, o->type);
        else
            printf(", i32 %d", arrays_of(o->of));
        printf(", i32 %d }", (int)o->kind);
    }
    puts("], section \"emu_objects\"");
    for (int c = 0; c < CHAINS; c++)
        for (const struct text *t = texts[c]; t; t = t->next)
            put_string(t->text, t->number);
}
