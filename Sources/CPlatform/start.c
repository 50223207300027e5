#include "start.h"

#include <stdlib.h>
#include <unistd.h>

static int count;
static char **words;

/// glibc gives constructors what it gives to main. This one comes before those of Swift's runtime,
/// which gives up if it cannot tell where it lies; a static one could only learn that from /proc.
__attribute__((constructor(101))) static void start(int argc, char **argv) {
    count = argc;
    words = argv;
    if (access("/proc/self/exe", F_OK) != 0) setenv("SWIFT_ROOT", "/", 0);
}

int inkcast_argument_count(void) {
    return count;
}

const char *inkcast_argument(int index) {
    return words[index];
}
