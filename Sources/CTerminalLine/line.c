#define _GNU_SOURCE
#include "CTerminalLine.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <termios.h>
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

int till_line_configure(int fd, uint32_t baud, int stop_bits) {
    speed_t speed;
    if (speed_of(baud, &speed) != 0 || (stop_bits != 1 && stop_bits != 2)) return EINVAL;
    struct termios line;
    if (tcgetattr(fd, &line) != 0) return errno;
    cfmakeraw(&line);
    line.c_cflag |= CREAD | CLOCAL;
    line.c_cflag &= ~(tcflag_t)(PARENB | CSTOPB | CRTSCTS);
    if (stop_bits == 2) line.c_cflag |= CSTOPB;
    line.c_cc[VMIN] = 1;
    line.c_cc[VTIME] = 0;
    if (cfsetispeed(&line, speed) != 0 || cfsetospeed(&line, speed) != 0) return errno;
    return tcsetattr(fd, TCSANOW, &line) == 0 ? 0 : errno;
}

int till_line_lock(int fd) {
    if (flock(fd, LOCK_EX | LOCK_NB) != 0) return errno;
    return ioctl(fd, TIOCEXCL) == 0 ? 0 : errno;
}

int till_pty_open(char *name, size_t size) {
    int master = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (master < 0) return -errno;
    if (grantpt(master) == 0 && unlockpt(master) == 0 && ptsname_r(master, name, size) == 0) return master;
    int error = errno;
    close(master);
    return -error;
}
