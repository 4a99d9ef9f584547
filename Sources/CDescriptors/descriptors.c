#define _GNU_SOURCE
#include "CDescriptors.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

typedef union {
    struct cmsghdr header;
    char room[CMSG_SPACE(sizeof(int) * TILL_MOST_DESCRIPTORS)];
} rights;

int till_accept(int socket) { return accept4(socket, NULL, NULL, SOCK_CLOEXEC); }

long till_peer_user(int socket) {
    struct ucred credentials;
    socklen_t size = sizeof credentials;
    if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &size) != 0) return -1;
    return (long)credentials.uid;
}

int till_send_descriptors(int socket, const void *bytes, size_t size, const int *descriptors, int count) {
    if (count < 0 || count > TILL_MOST_DESCRIPTORS || size == 0) return EINVAL;
    size_t sent = 0;
    while (sent < size) {
        struct iovec part = {(char *)bytes + sent, size - sent};
        struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
        rights attached;
        if (sent == 0 && count > 0) {
            memset(&attached, 0, sizeof attached);
            message.msg_control = attached.room;
            message.msg_controllen = CMSG_SPACE(sizeof(int) * (size_t)count);
            struct cmsghdr *header = CMSG_FIRSTHDR(&message);
            header->cmsg_level = SOL_SOCKET;
            header->cmsg_type = SCM_RIGHTS;
            header->cmsg_len = CMSG_LEN(sizeof(int) * (size_t)count);
            memcpy(CMSG_DATA(header), descriptors, sizeof(int) * (size_t)count);
        }
        ssize_t taken = sendmsg(socket, &message, MSG_NOSIGNAL);
        if (taken < 0 && errno == EINTR) continue;
        if (taken < 0) return errno;
        sent += (size_t)taken;
    }
    return 0;
}

/// Takes the descriptors out of one message; those beyond `room` are closed.
static int taken(struct msghdr *message, int *descriptors, int already, int room) {
    int count = already;
    for (struct cmsghdr *header = CMSG_FIRSTHDR(message); header; header = CMSG_NXTHDR(message, header)) {
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
        size_t number = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (size_t place = 0; place < number; place++) {
            int descriptor;
            memcpy(&descriptor, CMSG_DATA(header) + place * sizeof(int), sizeof descriptor);
            if (count < room) descriptors[count] = descriptor;
            else close(descriptor);
            count++;
        }
    }
    return count;
}

int till_receive_descriptors(int socket, void *bytes, size_t size, int *descriptors, int count) {
    size_t received = 0;
    int got = 0, error = 0;
    while (received < size && !error) {
        rights attached;
        struct iovec part = {(char *)bytes + received, size - received};
        struct msghdr message = {
            .msg_iov = &part, .msg_iovlen = 1, .msg_control = attached.room, .msg_controllen = sizeof attached.room};
        ssize_t read = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
        if (read < 0 && errno == EINTR) continue;
        if (read < 0) { error = errno; break; }
        got = taken(&message, descriptors, got, count);
        if (message.msg_flags & MSG_CTRUNC) error = EBADMSG;
        if (read == 0) error = ECONNRESET;
        received += (size_t)read;
    }
    if (!error && got != count) error = EBADMSG;
    if (error) {
        for (int place = 0; place < got && place < count; place++) close(descriptors[place]);
    }
    return error;
}
