/* view COMMAND ARGUMENT...; commands.h says which commands there are. */
#include <stdio.h>
#include <string.h>

#include "commands.h"

static const struct {
    const char *name, *arguments;
    view_command *run;
    int least, most; /* arguments */
} commands[] = {
    {"access", "text|svg [BEFORE] TRACE", view_access, 2, 3},
    {"banks", "text|svg TRACE", view_banks, 2, 2},
    {"tile", "text|svg TRACE", view_tile, 2, 2},
    {"touched", "text|svg TRACE", view_touched, 2, 2},
};
enum { COMMANDS = sizeof commands / sizeof commands[0] };

int main(int argc, char **argv)
{
    for (int i = 0; argc > 1 && i < COMMANDS; i++)
        if (strcmp(argv[1], commands[i].name) == 0 && argc - 2 >= commands[i].least &&
            argc - 2 <= commands[i].most) {
            const int status = commands[i].run(argc - 1, argv + 1);

            if (fflush(stdout) || ferror(stdout)) {
                perror("plot");
                return 2;
            }
            return status;
        }
    for (int i = 0; i < COMMANDS; i++)
        fprintf(stderr, "%s view %s %s\n", i ? "      " : "usage:", commands[i].name,
                commands[i].arguments);
    return 2;
}
