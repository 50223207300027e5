/// What a terminal like xterm can do, for machines without a terminal database.
#ifndef INKCAST_XTERM_H
#define INKCAST_XTERM_H

/// The entry xterm-256color of ncurses 6.4 (MIT/X11), as `infocmp -Q2 -q` gives it: what TERMINFO
/// may hold in place of a folder.
extern const char inkcast_xterm[];

#endif
