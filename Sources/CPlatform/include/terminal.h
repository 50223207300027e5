/// ncurses behind seven functions, drawing into memory; and what a terminal device needs beside.
///
/// Swift sees nothing of curses.h: its macros do not import, and its globals are not safe.
#ifndef INKCAST_TERMINAL_H
#define INKCAST_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <termios.h>

/// An ncurses screen whose output is collected in a memory file.
typedef struct inkcast_screen inkcast_screen;

/// One cell: a base scalar (0: covered by the wide one before it), up to four marks, zero-filled.
typedef struct {
    uint32_t scalars[5];
    int32_t pair;
    /// 1 bold, 2 dim, 4 underline, 8 reverse.
    uint32_t attributes;
} inkcast_cell;

/// A screen for a terminal type; NULL if the type is unknown or cannot place the cursor.
///
/// No signal disposition is changed. The environment is, for a moment: open before other threads
/// start.
inkcast_screen *inkcast_screen_open(const char *type, int rows, int columns);
void inkcast_screen_close(inkcast_screen *screen);

/// Switches colours on; how many there are, 0 for none.
int inkcast_screen_start_color(inkcast_screen *screen);
/// How many colour pairs there can be.
int inkcast_screen_pairs(inkcast_screen *screen);
/// Defines a pair; -1 is the terminal's own colour.
bool inkcast_screen_define_pair(inkcast_screen *screen, int pair, int foreground, int background);

/// Paints cells from a place to the right, all on one row.
void inkcast_screen_put(
    inkcast_screen *screen, int row, int column, const inkcast_cell *cells, size_t count);
/// Shows the cursor at a place, or hides it if the row is negative.
void inkcast_screen_set_cursor(inkcast_screen *screen, int row, int column);
/// Takes on a new size; all of it is painted again.
void inkcast_screen_resize(inkcast_screen *screen, int rows, int columns);
/// Makes the next update paint everything.
void inkcast_screen_invalidate(inkcast_screen *screen);

/// Turns what was painted into bytes for the terminal; how many there are to take.
size_t inkcast_screen_update(inkcast_screen *screen);
/// Leaves the screen (the next update enters it again); how many bytes there are to take.
size_t inkcast_screen_leave(inkcast_screen *screen);
/// Takes up to `capacity` of the collected bytes, and forgets the rest.
size_t inkcast_screen_take(inkcast_screen *screen, uint8_t *bytes, size_t capacity);

/// How many columns a scalar takes in the process's locale; negative if it cannot be shown.
int inkcast_columns(uint32_t scalar);

/// The size the device says it has; false if it does not know.
bool inkcast_terminal_size(int descriptor, int *rows, int *columns);
/// The line settings of a fresh terminal.
bool inkcast_terminal_make_sane(int descriptor);
/// A new pseudo-terminal of some size: its controlling side and its device, or -1.
int inkcast_pty_open(int rows, int columns, int *device);

#endif
