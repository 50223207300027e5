/// The command line as the system gave it.
///
/// Swift reads it from /proc, and where that is missing takes it for empty: `--solo` would go
/// unheard.
#ifndef INKCAST_START_H
#define INKCAST_START_H

/// How many words there are, the program's name included.
int inkcast_argument_count(void);
/// A word, from 0.
const char *inkcast_argument(int index);

#endif
