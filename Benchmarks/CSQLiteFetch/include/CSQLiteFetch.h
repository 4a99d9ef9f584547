#ifndef TILL_CSQLITEFETCH_H
#define TILL_CSQLITEFETCH_H

#include <stddef.h>
#include <stdint.h>

/// The peer of the benchmark: one prepared statement in plain C, with a number of a site and of an order as its arguments.
/// Runs it for each of `orders`, each time in a transaction of its own as the till's readings are, copies the text of column 1
/// of the first row, and notes the nanoseconds of each time. Returns 0, or SQLite's error.
int sqlite_fetch(
    const char *database, const char *statement, int64_t site, const int64_t *orders, int64_t *nanoseconds,
    size_t count);

#endif
