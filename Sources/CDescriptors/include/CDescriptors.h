#ifndef TILL_CDESCRIPTORS_H
#define TILL_CDESCRIPTORS_H

#include <stddef.h>

/// The most descriptors that go with one message.
#define TILL_MOST_DESCRIPTORS 3

/// Sends all bytes over the connected Unix socket `socket`, and `count` open descriptors with the first of them (unix(7),
/// SCM_RIGHTS). Returns 0, or the error number.
int till_send_descriptors(int socket, const void *bytes, size_t size, const int *descriptors, int count);

/// Receives exactly `size` bytes over the Unix socket `socket`, and the descriptors that come with them, which are closed
/// when the process starts another program. Any other number of descriptors than `count` is EBADMSG, and none is kept.
/// Returns 0, or the error number; ECONNRESET when the other side has closed.
int till_receive_descriptors(int socket, void *bytes, size_t size, int *descriptors, int count);

/// The next caller of the listening socket, closed when the process starts another program; or -1, with `errno`.
int till_accept(int socket);

/// The user of the process at the other end of a Unix socket, by the kernel's word; -1 when it does not tell.
long till_peer_user(int socket);

#endif
