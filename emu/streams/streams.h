/*
 * The order of work in streams. Work is a launch, a copy or a fill; it has a number in
 * its stream, from 1 on. Everything runs when it is called, one after the other. What
 * must have ended before something else begins is kept as vector clocks:
 *
 *   work of one stream        runs in its order
 *   the legacy stream (0)     waits for all streams but the non-blocking ones, and they
 *                             wait for it
 *   an event                  a stream that waits for it, waits for what was in the
 * other stream when the event was recorded the host                  what it has waited
 * for has ended before all that it calls
 */
#ifndef EMU_STREAMS_H
#define EMU_STREAMS_H

#include <stdbool.h>
#include <stdint.h>

enum { STREAM_LEGACY, STREAM_PER_THREAD, FIRST_OWN_STREAM, STREAMS = 64 };

/* Of each stream, the number of the last work that has ended; 0: none. */
struct clock {
    uint32_t ended[STREAMS];
};

/* A new stream's index. With more streams at a time than there is room for, nothing is
   followed from then on. */
int emu_stream_open(bool blocking);
void emu_stream_close(int stream);
/* A stream for a branch of a graph, which is launched in the stream `of`: it begins
   when what is in `start` has ended, and waits for nothing else by itself. Its index;
   -1 if there is no room. It is closed once `of` waits for it. */
int emu_stream_branch(int of, const struct clock *start);
bool emu_stream_is_branch(int stream);

/* Work begins in the stream: its number; *before becomes what has ended then. */
uint32_t emu_stream_work(int stream, struct clock *before);
/* True if some stream may still run work that this work is not known to have ended
   before. False if streams are not followed. */
bool emu_stream_matters(int stream, uint32_t number);

/* cudaEventRecord, cudaStreamWaitEvent. */
void emu_stream_record(int stream, struct clock *event);
void emu_stream_wait(int stream, const struct clock *event);

/* The host waits: for a stream, for an event, for all. */
void emu_host_joins(int stream);
void emu_host_joins_event(const struct clock *event);
void emu_host_joins_all(void);
/* True if the host has waited for this work. */
bool emu_host_knows(int stream, uint32_t number);

#endif
