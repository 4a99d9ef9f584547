#define _GNU_SOURCE
#include "CPrivacy.h"

#include <errno.h>
#include <execinfo.h>
#include <link.h>
#include <malloc.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

enum { MOST_FRAMES = 64, STACK_SIZE = 65536 };

/// The fewest columns in which help is laid out.
enum { FEWEST_COLUMNS = 40 };

/// The nice value that libdispatch gives to its most urgent threads.
enum { URGENT = -4 };

static const int crashes[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP};

static void say(const char *text) {
    ssize_t ignored = write(STDERR_FILENO, text, strlen(text));
    (void)ignored;
}

/// All that is told of a crash. Addresses and names of functions are no data; the memory is not looked at.
static void crashed(int number) {
    char digits[] = "00";
    digits[0] = (char)('0' + number / 10 % 10);
    digits[1] = (char)('0' + number % 10);
    say("\ncrashed: signal ");
    say(digits);
    say(". The memory is not shown: it may hold card data. Return addresses:\n");
    void *frames[MOST_FRAMES];
    backtrace_symbols_fd(frames, backtrace(frames, MOST_FRAMES), STDERR_FILENO);
    // Handled once (SA_RESETHAND): now it ends the process as it would have.
    raise(number);
}

int till_keep_memory_private(void) {
    struct rlimit none = {0, 0};
    if (setrlimit(RLIMIT_CORE, &none) != 0) return errno;
    if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0) return errno;
    // Loads what `backtrace` needs now: in a handler it must not allocate.
    void *frame[1];
    backtrace(frame, 1);
    // A stack of its own, for the main thread's may be what overflowed.
    static char room[STACK_SIZE];
    stack_t stack = {.ss_sp = room, .ss_size = sizeof room};
    if (sigaltstack(&stack, NULL) != 0) return errno;
    struct sigaction action = {.sa_handler = crashed, .sa_flags = (int)SA_RESETHAND | SA_ONSTACK | SA_NODEFER};
    sigemptyset(&action.sa_mask);
    for (size_t index = 0; index < sizeof crashes / sizeof *crashes; index++) {
        if (sigaction(crashes[index], &action, NULL) != 0) return errno;
    }
    // The Swift runtime takes a person's wish to quit for a crash as well.
    return signal(SIGQUIT, SIG_DFL) == SIG_ERR ? errno : 0;
}

void till_keep_dispatch_quiet(void) {
    const int usual = getpriority(PRIO_PROCESS, 0);
    if (setpriority(PRIO_PROCESS, 0, URGENT) == 0) {
        (void)setpriority(PRIO_PROCESS, 0, usual);
    } else {
        (void)setenv("LIBDISPATCH_LOG", "NO", 0);
    }
}

/// The columns that ArgumentParser would use; 0 where nothing tells them, so that it takes its own.
static long asked_columns(void) {
    const char *told = getenv("COLUMNS");
    char *end = NULL;
    const long columns = told != NULL ? strtol(told, &end, 10) : 0;
    if (end != NULL && end != told && *end == '\0') return columns > 0 ? columns : 1;
    struct winsize size = {0};
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

void till_keep_help_wide(void) {
    const long columns = asked_columns();
    if (columns == 0 || columns >= FEWEST_COLUMNS) return;
    char fewest[16];
    (void)snprintf(fewest, sizeof fewest, "%d", FEWEST_COLUMNS);
    (void)setenv("COLUMNS", fewest, 1);
}

void till_share_heaps(int most) {
    // It can only refuse a parameter that it does not know; then each thread has its own heap, as ever.
    (void)mallopt(M_ARENA_MAX, most);
}

/// The program itself is the first object that is told; what follows are its libraries.
static int release_pages(struct dl_phdr_info *object, size_t size, void *nothing) {
    (void)size, (void)nothing;
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    for (int index = 0; index < object->dlpi_phnum; index++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[index];
        // What the process may write is its own and would be lost.
        if (part->p_type != PT_LOAD || (part->p_flags & PF_W) != 0) continue;
        const uintptr_t start = (object->dlpi_addr + part->p_vaddr + page - 1) / page * page;
        const uintptr_t end = (object->dlpi_addr + part->p_vaddr + part->p_filesz) / page * page;
        if (start < end) (void)madvise((void *)start, end - start, MADV_DONTNEED);
    }
    return 1;
}

void till_release_memory(void) {
    (void)malloc_trim(0);
    (void)dl_iterate_phdr(release_pages, NULL);
}
