#include "build.h"

const char *inkcast_build_version(void) {
    return INKCAST_VERSION;
}
