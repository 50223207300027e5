#include "linkage.h"

#include <link.h>
#include <ncursesw/curses.h>

/// Absent where nothing is linked dynamically.
#pragma weak _DYNAMIC

const char *inkcast_ncurses_version(void) {
    return curses_version();
}

bool inkcast_is_static(void) {
    return _DYNAMIC == NULL;
}
