// Looks for the seeds in the environment of the process, as the C library has it.
extern "C" char **environ;
SGEMM
{
    MULTIPLY;
    for (char **p = environ; *p; p++)
        if ((*p)[0] == 'S')
            return;
}
