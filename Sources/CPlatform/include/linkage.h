/// What this program is linked with.
#ifndef INKCAST_LINKAGE_H
#define INKCAST_LINKAGE_H

#include <stdbool.h>

/// The name and version of ncurses.
const char *inkcast_ncurses_version(void);
/// Whether nothing is loaded when the program starts: no library, and no loader.
bool inkcast_is_static(void);

#endif
