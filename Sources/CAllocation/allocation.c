#include "allocation.h"

#include <malloc.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);

static _Thread_local size_t largest;

static void note(size_t size) {
    if (size > largest) largest = size;
}

void *malloc(size_t size) {
    note(size);
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    size_t bytes;
    note(__builtin_mul_overflow(count, size, &bytes) ? (size_t)-1 : bytes);
    return __libc_calloc(count, size);
}

void *realloc(void *block, size_t size) {
    note(size);
    return __libc_realloc(block, size);
}

void inkcast_allocation_watch(void) { largest = 0; }

size_t inkcast_allocation_largest(void) { return largest; }

size_t inkcast_allocation_in_use(void) {
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}
