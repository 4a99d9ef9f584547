#define _GNU_SOURCE
#include "CTerminalLine.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/lp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

static int speed_of(uint32_t baud, speed_t *speed) {
    switch (baud) {
    case 9600: *speed = B9600; return 0;
    case 19200: *speed = B19200; return 0;
    case 38400: *speed = B38400; return 0;
    case 57600: *speed = B57600; return 0;
    case 115200: *speed = B115200; return 0;
    default: return EINVAL;
    }
}

// tcsetattr succeeds when any one change was made, so what was asked for is read back.
static int took(int fd, const struct termios *asked, speed_t speed) {
    const tcflag_t framing = CSIZE | CSTOPB | PARENB | CRTSCTS;
    struct termios now;
    if (tcgetattr(fd, &now) != 0) return errno;
    int same = (now.c_cflag & framing) == (asked->c_cflag & framing) && cfgetispeed(&now) == speed
        && cfgetospeed(&now) == speed && (now.c_iflag & IXON) == (asked->c_iflag & IXON);
    return same ? 0 : ENOTSUP;
}

int till_line_configure(int fd, uint32_t baud, int stop_bits, till_handshake handshake) {
    speed_t speed;
    if (speed_of(baud, &speed) != 0 || (stop_bits != 1 && stop_bits != 2)) return EINVAL;
    struct termios line;
    if (tcgetattr(fd, &line) != 0) return errno;
    cfmakeraw(&line);
    line.c_iflag &= ~(tcflag_t)(IXOFF | IXANY);
    line.c_cflag |= CREAD | CLOCAL;
    line.c_cflag &= ~(tcflag_t)(PARENB | CSTOPB | CRTSCTS);
    if (stop_bits == 2) line.c_cflag |= CSTOPB;
    if (handshake == TILL_HANDSHAKE_RTS) line.c_cflag |= CRTSCTS;
    line.c_cc[VSTART] = 0x11;
    line.c_cc[VSTOP] = 0x13;
    line.c_cc[VMIN] = 1;
    line.c_cc[VTIME] = 0;
    if (cfsetispeed(&line, speed) != 0 || cfsetospeed(&line, speed) != 0) return errno;
    if (handshake == TILL_HANDSHAKE_XON) {
        // Set anew, it begins as if there were room: an XOFF of former times may have nobody left to say XON.
        if (tcsetattr(fd, TCSANOW, &line) != 0) return errno;
        line.c_iflag |= IXON;
    }
    return tcsetattr(fd, TCSANOW, &line) == 0 ? took(fd, &line, speed) : errno;
}

int till_line_obeys(int fd, till_handshake handshake) {
    struct termios line;
    if (tcgetattr(fd, &line) != 0) return 0;
    switch (handshake) {
    case TILL_HANDSHAKE_RTS: return (line.c_cflag & CRTSCTS) != 0;
    case TILL_HANDSHAKE_XON: return (line.c_iflag & IXON) != 0;
    case TILL_HANDSHAKE_NONE: break;
    }
    return 0;
}

int till_line_is_at(int fd, uint32_t baud) {
    speed_t speed;
    struct termios line;
    return speed_of(baud, &speed) == 0 && tcgetattr(fd, &line) == 0 && cfgetospeed(&line) == speed;
}

// Unix 98 slaves have the majors 136 to 143 (Documentation/admin-guide/devices.txt).
static int is_pseudo_terminal(int fd) {
    struct stat node;
    return fstat(fd, &node) == 0 && major(node.st_rdev) >= 136 && major(node.st_rdev) <= 143;
}

int till_line_lock(int fd) {
    if (flock(fd, LOCK_EX | LOCK_NB) != 0) return errno;
    if (is_pseudo_terminal(fd)) return 0;
    return ioctl(fd, TIOCEXCL) == 0 ? 0 : errno;
}

int till_line_lock_name(const char *path, char *name, size_t size) {
    struct stat node;
    if (stat(path, &node) != 0) return errno;
    int length = snprintf(name, size, "%02x:%02x:%lu", major(node.st_dev), minor(node.st_dev), (unsigned long)node.st_ino);
    return length < (int)size ? 0 : ENAMETOOLONG;
}

int till_lines_wait(struct pollfd *lines, size_t count, int64_t nanoseconds) {
    struct timespec limit = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000};
    if (ppoll(lines, count, nanoseconds < 0 ? NULL : &limit, NULL) < 0) return errno == EINTR ? 0 : -errno;
    for (size_t i = 0; i < count; i++) {
        if (lines[i].revents & POLLNVAL) return -EBADF;
    }
    return 0;
}

int till_line_wait(int line, int wake, int want_write, int64_t nanoseconds) {
    struct pollfd watched[2] = {
        {.fd = line, .events = want_write ? POLLIN | POLLOUT : POLLIN},
        {.fd = wake, .events = POLLIN},
    };
    int error = till_lines_wait(watched, 2, nanoseconds);
    if (error != 0) return error;
    int seen = 0;
    if (watched[0].revents & (POLLIN | POLLHUP | POLLERR)) seen |= TILL_LINE_READABLE;
    if (watched[0].revents & POLLOUT) seen |= TILL_LINE_WRITABLE;
    if (watched[1].revents) seen |= TILL_LINE_WOKEN;
    return seen;
}

int till_printer_status(int fd, uint8_t *status) {
    int byte = 0;
    if (ioctl(fd, LPGETSTATUS, &byte) != 0) return errno;
    *status = (uint8_t)byte;
    return 0;
}

int till_wake_open(void) {
    int wake = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    return wake < 0 ? -errno : wake;
}

// An eventfd refuses only at 2^64 - 2 signals, and then it is readable already.
void till_wake_signal(int wake) { (void)eventfd_write(wake, 1); }

void till_wake_reset(int wake) {
    eventfd_t signals;
    (void)eventfd_read(wake, &signals);
}

int till_pty_open(char *name, size_t size) {
    int master = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (master < 0) return -errno;
    if (grantpt(master) == 0 && unlockpt(master) == 0 && ptsname_r(master, name, size) == 0) return master;
    int error = errno;
    close(master);
    return -error;
}
