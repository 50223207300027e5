/// Gives the terminal back when the program dies of a signal.
#ifndef INKCAST_CRASHGUARD_H
#define INKCAST_CRASHGUARD_H

#include <stdbool.h>
#include <termios.h>

/// From now on a fatal signal, or `exit`, restores the terminal behind `descriptor` first.
///
/// `saved` (may be NULL) are its line settings. While armed and if `holds_errors`, what is written
/// to standard error is kept back until the screen is the shell's again.
void inkcast_guard_arm(int descriptor, const struct termios *saved, bool holds_errors);
/// The terminal has been given back; what standard error was told meanwhile is shown.
void inkcast_guard_disarm(void);

/// Writes the bytes that undo everything the program may have switched on.
void inkcast_guard_write_restore(int descriptor);

#endif
