#ifndef TILL_CACKLOOP_H
#define TILL_CACKLOOP_H

// malloc_trim, which Glibc's module does not show.
#include <malloc.h>
#include <stddef.h>
#include <stdint.h>

/// The peer of the benchmark: the same work as a port's loop with a wire that acknowledges, in plain C on a thread of its own.
/// Waits in poll for `line` and a wake-up descriptor, reads, and answers each byte with 06.
typedef struct AckLoop AckLoop;

/// Starts it on an open, raw, non-blocking line. NULL when the system refuses.
AckLoop *ack_loop_start(int line);
/// Ends it and waits for that. Leaves the line open.
void ack_loop_stop(AckLoop *loop);

/// The terminal's side, for whatever acknowledges at the other end of `master`: sends one byte and waits for one, `count`
/// times, and notes how long each took. Returns 0, or the error number; ETIMEDOUT after ten seconds without an answer.
int ack_round_trips(int master, int64_t *nanoseconds, size_t count);

#endif
