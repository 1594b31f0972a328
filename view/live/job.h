/* A make that runs beside the server, and all that it starts. One at a time. */
#ifndef LIVE_JOB_H
#define LIVE_JOB_H

#include <stdbool.h>
#include <sys/types.h>

struct job {
    pid_t pid; /* of make, and of its process group; 0: no job runs */
    bool exited;
    int status; /* of make, once it has exited: as a shell has it */
    bool ending;
    long long ended_at; /* when its end was asked for, in milliseconds */
};

/* All jobs of this process have their temporary files in one folder, which job_finish()
   removes. To be called before any thread is started. Returns false, with a line on
   stderr, if the folder cannot be made. */
bool job_prepare(void);

/* Start a command. Returns false, with errno, if that is not possible. */
bool job_start(struct job *j, char *const command[]);

/* Ask the job to end, with all that it has started; what does not, is killed. Goes on
   with job_step(). Cannot fail. */
void job_end(struct job *j);

/* Look how it does. Returns true if no job runs (any more). A job whose end was asked
   for runs until all its processes are gone. Never waits. */
bool job_step(struct job *j);

/* What the last job printed, which has ended: a text that the caller frees. NULL: no
   memory is left. */
char *job_output(const struct job *j);

/* End the job, wait for that, and remove the temporary files of all jobs. */
void job_finish(struct job *j);

/* Milliseconds since any moment. Cannot fail. */
long long job_clock(void);

#endif
