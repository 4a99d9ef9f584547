#ifndef TILL_CTERMINALLINE_H
#define TILL_CTERMINALLINE_H

#include <stddef.h>
#include <stdint.h>

/// Sets raw mode, 8 data bits, no parity, no flow control, this speed and number of stop bits (1 or 2) on `fd`, VMIN=1, VTIME=0.
/// Returns 0, or the error number. An unsupported speed is EINVAL.
int till_line_configure(int fd, uint32_t baud, int stop_bits);

/// TIOCEXCL and a non-blocking exclusive flock (root bypasses TIOCEXCL). Returns 0, or the error number (EWOULDBLOCK: another owner).
int till_line_lock(int fd);

/// Opens a pseudo terminal: the master non-blocking; the slave's name copied to `name`. Returns the master, or minus the error number.
int till_pty_open(char *name, size_t size);

#endif
