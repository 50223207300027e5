/// What memory a program asks for, and holds.
///
/// For test programs only: linking this puts a counter in front of malloc, calloc and realloc of
/// the whole program (glibc).
#ifndef INKCAST_ALLOCATION_H
#define INKCAST_ALLOCATION_H

#include <stddef.h>

/// Begins anew for the calling thread.
void inkcast_allocation_watch(void);

/// Bytes of the largest block that the calling thread has asked for since then.
size_t inkcast_allocation_largest(void);

/// Bytes that the whole program holds, with malloc's own of each block.
size_t inkcast_allocation_in_use(void);

#endif
