#include "CSQLiteFetch.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static int fetch(sqlite3_stmt *one, int64_t site, int64_t order) {
    sqlite3_bind_int64(one, 1, site);
    sqlite3_bind_int64(one, 2, order);
    int result = sqlite3_step(one);
    if (result == SQLITE_ROW) {
        int bytes = sqlite3_column_bytes(one, 1);
        char *copy = malloc((size_t)bytes + 1);
        if (copy) {
            memcpy(copy, sqlite3_column_text(one, 1), (size_t)bytes);
            free(copy);
        }
        result = SQLITE_OK;
    } else {
        result = SQLITE_NOTFOUND;
    }
    sqlite3_reset(one);
    return result;
}

int sqlite_fetch(
    const char *database, const char *statement, int64_t site, const int64_t *orders, int64_t *nanoseconds,
    size_t count) {
    sqlite3 *handle = NULL;
    sqlite3_stmt *one = NULL;
    int result = sqlite3_open_v2(database, &handle, SQLITE_OPEN_READONLY, NULL);
    if (result == SQLITE_OK) result = sqlite3_exec(handle, "BEGIN", NULL, NULL, NULL);
    if (result == SQLITE_OK) result = sqlite3_prepare_v2(handle, statement, -1, &one, NULL);
    for (size_t i = 0; i < count && result == SQLITE_OK; i++) {
        int64_t start = now();
        result = fetch(one, site, orders[i]);
        nanoseconds[i] = now() - start;
    }
    sqlite3_finalize(one);
    sqlite3_close(handle);
    return result;
}
