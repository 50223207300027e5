/// The largest block of memory that the calling thread has asked for.
///
/// For test programs only: linking this puts a counter in front of malloc, calloc and realloc of
/// the whole program (glibc).
#ifndef INKCAST_ALLOCATION_H
#define INKCAST_ALLOCATION_H

#include <stddef.h>

/// Begins anew.
void inkcast_allocation_watch(void);

/// Bytes of the largest block asked for since then.
size_t inkcast_allocation_largest(void);

#endif
