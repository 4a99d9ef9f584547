#ifndef TILL_CPRIVACY_H
#define TILL_CPRIVACY_H

/// Keeps the memory of this process to itself, for between a line and its decoder card data is in it: no core dump is
/// written, no other process of the same user may read the memory, and a crash prints its signal and return addresses
/// instead of registers and what they point at. To be called first; returns 0, or the error number.
int till_keep_memory_private(void);

/// Keeps libdispatch from writing to the system's log where this process may not give its threads a higher priority. It writes a
/// line for each thread for which it may not, also for one that it has in every process. Does nothing where the process may,
/// and where LIBDISPATCH_LOG is set. To be called before other threads have begun.
void till_keep_dispatch_quiet(void);

/// Has ArgumentParser lay out help in at least forty columns: it crashes, or prints one letter a line, in fewer than its own
/// margin, which `COLUMNS` or the terminal may ask for. To be called before other threads have begun.
void till_keep_help_wide(void);

/// Has all threads of this process share so many heaps, instead of one for each thread. To be called before other threads
/// have begun: those that have a heap keep it.
void till_share_heaps(int most);

/// Gives back what the heaps have free, and the pages of the program's own file that are in memory. Each of these is mapped
/// from the file again when it is next used. A start reads through nearly all of them once, because Swift's runtime looks
/// for the protocols of types, and few of them are used afterwards.
void till_release_memory(void);

#endif
