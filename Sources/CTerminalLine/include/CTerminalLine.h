#ifndef TILL_CTERMINALLINE_H
#define TILL_CTERMINALLINE_H

#include <poll.h>
#include <stddef.h>
#include <stdint.h>

/// How the other end says that it has no room: not at all, by RTS (our CTS), or by the bytes 13 and 11 hexadecimal.
typedef enum { TILL_HANDSHAKE_NONE, TILL_HANDSHAKE_RTS, TILL_HANDSHAKE_XON } till_handshake;

/// Sets raw mode, 8 data bits, no parity, this speed, number of stop bits (1 or 2) and handshake on `fd`, VMIN=1, VTIME=0.
/// Returns 0, or the error number. An unsupported speed is EINVAL; ENOTSUP when the line took the call but not the settings.
int till_line_configure(int fd, uint32_t baud, int stop_bits, till_handshake handshake);

/// Whether who writes to the line waits while the other end has no room, by that handshake.
int till_line_obeys(int fd, till_handshake handshake);

/// Whether the line is set to that speed.
int till_line_is_at(int fd, uint32_t baud);

/// Takes the line for this open file alone: a non-blocking exclusive flock (root bypasses TIOCEXCL), and TIOCEXCL against
/// programs that know no flock. Returns 0, or the error number (EWOULDBLOCK: another owner).
///
/// A pseudo terminal gets the flock only: it would keep TIOCEXCL after a killed owner for as long as its master lives.
int till_line_lock(int fd);

/// The name that /proc/locks has for the file at `path`: device in hexadecimal, inode in decimal, `00:1a:3`.
/// Returns 0, or the error number.
int till_line_lock_name(const char *path, char *name, size_t size);

/// What `till_line_wait` saw. A hang-up or an error on the line shows as readable: the read tells which.
enum { TILL_LINE_READABLE = 1, TILL_LINE_WRITABLE = 2, TILL_LINE_WOKEN = 4 };

/// Waits until `line` can be read, or written when `want_write`, or `wake` was signalled, or the time is over; a negative
/// time means no limit. A signal ends the wait early. Returns a set of the values above, or minus the error number.
int till_line_wait(int line, int wake, int want_write, int64_t nanoseconds);

/// As poll(2), with a time in nanoseconds: negative means no limit, and a signal ends the wait early, without an error.
/// Returns 0, or minus the error number; EBADF for a descriptor that is closed.
int till_lines_wait(struct pollfd *lines, size_t count, int64_t nanoseconds);

/// What the printer behind a node of the driver usblp answers to GET_PORT_STATUS (linux/lp.h, LPGETSTATUS). May take five
/// seconds. Returns 0, or the error number; ENOTTY for a node of another driver.
int till_printer_status(int fd, uint8_t *status);

/// A descriptor that wakes `till_line_wait`. Returns it, or minus the error number. Freed with close().
int till_wake_open(void);
/// Makes it readable. Never blocks.
void till_wake_signal(int wake);
/// Makes it unreadable until the next signal. Never blocks.
void till_wake_reset(int wake);

/// Opens a pseudo terminal: the master non-blocking; the slave's name copied to `name`. Returns the master, or minus the error number.
int till_pty_open(char *name, size_t size);

#endif
