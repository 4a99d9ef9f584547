#define _GNU_SOURCE
#include "CAckLoop.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

struct AckLoop {
    int line;
    int wake;
    pthread_t thread;
};

static void *run(void *argument) {
    AckLoop *loop = argument;
    struct pollfd watched[2] = {{.fd = loop->line, .events = POLLIN}, {.fd = loop->wake, .events = POLLIN}};
    unsigned char bytes[4096];
    for (;;) {
        if (poll(watched, 2, -1) < 0 && errno != EINTR) return NULL;
        if (watched[1].revents) return NULL;
        if (!watched[0].revents) continue;
        ssize_t count = read(loop->line, bytes, sizeof bytes);
        if (count <= 0) continue;
        memset(bytes, 0x06, (size_t)count);
        if (write(loop->line, bytes, (size_t)count) != count) return NULL;
    }
}

AckLoop *ack_loop_start(int line) {
    AckLoop *loop = malloc(sizeof *loop);
    if (!loop) return NULL;
    loop->line = line;
    loop->wake = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    if (loop->wake >= 0 && pthread_create(&loop->thread, NULL, run, loop) == 0) return loop;
    if (loop->wake >= 0) close(loop->wake);
    free(loop);
    return NULL;
}

void ack_loop_stop(AckLoop *loop) {
    eventfd_write(loop->wake, 1);
    pthread_join(loop->thread, NULL);
    close(loop->wake);
    free(loop);
}

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static int round_trip(int master) {
    const unsigned char byte = 0x55;
    unsigned char answer;
    struct pollfd watched = {.fd = master, .events = POLLIN};
    if (write(master, &byte, 1) != 1) return errno;
    int ready = poll(&watched, 1, 10000);
    if (ready <= 0) return ready == 0 ? ETIMEDOUT : errno;
    if (read(master, &answer, 1) != 1) return errno;
    return answer == 0x06 ? 0 : EPROTO;
}

int ack_round_trips(int master, int64_t *nanoseconds, size_t count) {
    for (size_t trip = 0; trip < count; trip++) {
        int64_t start = now();
        int error = round_trip(master);
        if (error) return error;
        nanoseconds[trip] = now() - start;
    }
    return 0;
}
