/* lab COMMAND ARGUMENT...; lab.h says which there are. */
#include <stdio.h>
#include <string.h>

#include "lab/lab.h"

static const struct {
    const char *name, *arguments;
    lab_command *run;
    int least; /* arguments */
} commands[] = {
    {"check", "LAB [OPTION]... [SOURCE]", lab_check, 1},
    {"bench", "[--peers FOLDER] [--one] LAB TABLE", lab_bench, 2},
    {"ladder", "[--peers FOLDER] FOLDER LAB=COMMAND...", lab_ladder, 2},
    {"count", "LAB SIZE", lab_count, 2},
    {"trace", "LAB TABLE [SIZES]", lab_trace, 2},
    {"life", "LAB TABLE [RECORD [SIZES]]", lab_life, 2},
    {"model", "LAB TABLE [SIZE]", lab_model, 2},
    {"traffic", "LAB SIZE TABLE", lab_traffic, 3},
    {"tune", "[--quick] LAB RECORD CACHE", lab_tune, 3},
    {"tiles", "LAB [few]", lab_tiles, 1},
    {"function", "LAB", lab_function, 1},
    {"drift", "SKELETON SOLUTION", lab_drift, 2},
    {"verdict", "RECORD", lab_verdict, 1},
    {"passed", "RECORD", lab_passed, 1},
    {"settled", "RECORD", lab_settled, 1},
    {"explain", "RECORD", lab_explain, 1},
    {"quote", "RECORD", lab_quote, 1},
    {"get", "RECORD FIELD", lab_get, 2},
    {"validate", "RECORD...", lab_validate, 1},
    {"schema", "", lab_schema, 0},
    {"status", "FOLDER LAB...", lab_status, 2},
    {"here", "FOLDER LAB...", lab_here, 2},
    {"first", "FOLDER LAB...", lab_first, 2},
    {"summary", "[--points FILE] RECORD...", lab_summary, 1},
    {"grade", "[--points FILE] BACKEND RECORD...", lab_grade, 2},
};
enum { COMMANDS = sizeof commands / sizeof commands[0] };

/* How a command is called; NULL: every one. */
static int usage(const char *command)
{
    bool first = true;

    for (int i = 0; i < COMMANDS; i++)
        if (!command || strcmp(command, commands[i].name) == 0) {
            fprintf(stderr, "%s lab %s %s\n", first ? "usage:" : "      ",
                    commands[i].name, commands[i].arguments);
            first = false;
        }
    return 2;
}

int main(int argc, char **argv)
{
    for (int i = 0; argc > 1 && i < COMMANDS; i++)
        if (strcmp(argv[1], commands[i].name) == 0 && argc - 2 >= commands[i].least) {
            const int status = commands[i].run(argc - 1, argv + 1);

            if (fflush(stdout) || ferror(stdout)) {
                perror("lab");
                return 2;
            }
            return status == LAB_USAGE ? usage(commands[i].name) : status;
        }
    return usage(NULL);
}
