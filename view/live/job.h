/* A make that runs beside the server, and all that it starts. One at a time. */
#ifndef LIVE_JOB_H
#define LIVE_JOB_H

#include <stdbool.h>
#include <sys/types.h>

enum { JOB_TAIL = 4096 }; /* bytes */

struct job {
    pid_t pid; /* of make, and of its process group; 0: no job runs */
    bool exited;
    int status; /* of make, once it has exited: as a shell has it */
    bool ending;
    long long ended_at;      /* when its end was asked for, in milliseconds */
    int output;              /* what it prints comes here; -1: none */
    char tail[JOB_TAIL + 1]; /* the last that it printed, with a 0 behind it */
    size_t used;
};

/* All jobs of this process have their temporary files in one folder, which job_finish()
   removes. Returns false, with a line on stderr, if it cannot be made. */
bool job_prepare(void);

/* Start a command. Returns false, with errno, if that is not possible. */
bool job_start(struct job *j, char *const command[]);

/* Ask the job to end, with all that it has started; what does not, is killed. Goes on
   with job_step(). Cannot fail. */
void job_end(struct job *j);

/* Read what it has printed, and look how it does. Returns true if no job runs (any
   more). A job whose end was asked for runs until all its processes are gone. Never
   waits. */
bool job_step(struct job *j);

/* End the job, wait for that, and remove the temporary files of all jobs. */
void job_finish(struct job *j);

/* Milliseconds since any moment. Cannot fail. */
long long job_clock(void);

#endif
