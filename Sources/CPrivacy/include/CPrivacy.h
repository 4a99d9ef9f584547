#ifndef TILL_CPRIVACY_H
#define TILL_CPRIVACY_H

/// Keeps the memory of this process to itself, for between a line and its decoder card data is in it: no core dump is
/// written, no other process of the same user may read the memory, and a crash prints its signal and return addresses
/// instead of registers and what they point at. To be called first; returns 0, or the error number.
int till_keep_memory_private(void);

#endif
