#define _GNU_SOURCE
#define _XOPEN_SOURCE_EXTENDED 1
#define NCURSES_WIDECHAR 1
#include "terminal.h"
#include "xterm.h"

#include <ncursesw/curses.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct inkcast_screen {
    SCREEN *screen;
    FILE *input;
    FILE *output;
    int memory;
    bool has_default_colors;
};

static void discard(inkcast_screen *screen) {
    if (screen->input) fclose(screen->input);
    if (screen->output) {
        fclose(screen->output);
    } else if (screen->memory >= 0) {
        close(screen->memory);
    }
    free(screen);
}

/// A variable of the environment, changed for a while.
struct variable {
    const char *name;
    char *before;
};

static struct variable change(const char *name, const char *value) {
    const char *before = getenv(name);
    struct variable variable = {name, before ? strdup(before) : NULL};
    setenv(name, value, 1);
    return variable;
}

static struct variable change_number(const char *name, int value) {
    char text[12];
    snprintf(text, sizeof text, "%d", value);
    return change(name, text);
}

static void change_back(struct variable variable) {
    if (variable.before) {
        setenv(variable.name, variable.before, 1);
        free(variable.before);
    } else {
        unsetenv(variable.name);
    }
}

/// Calls newterm, which asks the environment for a size if its output is no terminal, and takes
/// signals whose disposition is the default.
static SCREEN *new_screen(const char *type, FILE *output, FILE *input, int rows, int columns) {
    static const int taken[] = {SIGINT, SIGTERM, SIGTSTP, SIGWINCH};
    struct sigaction before[sizeof taken / sizeof *taken];
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++) {
        sigaction(taken[i], NULL, &before[i]);
    }
    struct variable lines_before = change_number("LINES", rows);
    struct variable columns_before = change_number("COLUMNS", columns);
    SCREEN *screen = newterm(type, output, input);
    // One type is known everywhere; messages name it.
    if (!screen && strcmp(type, "xterm-256color") == 0) {
        struct variable database_before = change("TERMINFO", inkcast_xterm);
        screen = newterm(type, output, input);
        change_back(database_before);
    }
    change_back(lines_before);
    change_back(columns_before);
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++) {
        sigaction(taken[i], &before[i], NULL);
    }
    return screen;
}

inkcast_screen *inkcast_screen_open(const char *type, int rows, int columns) {
    inkcast_screen *screen = calloc(1, sizeof *screen);
    if (!screen) return NULL;
    screen->memory = memfd_create("inkcast-frame", MFD_CLOEXEC);
    if (screen->memory >= 0) screen->output = fdopen(screen->memory, "w+");
    screen->input = fopen("/dev/null", "re");
    if (!screen->output || !screen->input) {
        discard(screen);
        return NULL;
    }
    screen->screen = new_screen(type, screen->output, screen->input, rows, columns);
    if (!screen->screen) {
        discard(screen);
        return NULL;
    }
    const char *place = tigetstr("cup");
    if (!place || place == (const char *)-1) {
        inkcast_screen_close(screen);
        return NULL;
    }
    nonl();
    leaveok(stdscr, TRUE);
    curs_set(0);
    inkcast_screen_invalidate(screen);
    return screen;
}

void inkcast_screen_close(inkcast_screen *screen) {
    set_term(screen->screen);
    endwin();
    delscreen(screen->screen);
    discard(screen);
}

int inkcast_screen_start_color(inkcast_screen *screen) {
    set_term(screen->screen);
    // Without colours every further colour call is undefined.
    if (!has_colors() || start_color() != OK) return 0;
    screen->has_default_colors = use_default_colors() == OK;
    return COLORS;
}

int inkcast_screen_pairs(inkcast_screen *screen) {
    set_term(screen->screen);
    return COLOR_PAIRS;
}

bool inkcast_screen_define_pair(inkcast_screen *screen, int pair, int foreground, int background) {
    set_term(screen->screen);
    if (!screen->has_default_colors) {
        if (foreground < 0) foreground = COLOR_WHITE;
        if (background < 0) background = COLOR_BLACK;
    }
    return init_extended_pair(pair, foreground, background) == OK;
}

static attr_t attributes(uint32_t bits) {
    return (bits & 1 ? A_BOLD : 0) | (bits & 2 ? A_DIM : 0) | (bits & 4 ? A_UNDERLINE : 0)
        | (bits & 8 ? A_REVERSE : 0);
}

void inkcast_screen_put(
    inkcast_screen *screen, int row, int column, const inkcast_cell *cells, size_t count) {
    set_term(screen->screen);
    for (size_t i = 0; i < count; i++) {
        if (cells[i].scalars[0] == 0) continue;
        wchar_t text[6] = {0};
        for (int n = 0; n < 5; n++) text[n] = (wchar_t)cells[i].scalars[n];
        attr_t attribute = attributes(cells[i].attributes);
        // Pairs beyond 255 only fit through the last argument.
        int pair = cells[i].pair;
        cchar_t cell;
        if (setcchar(&cell, text, attribute, 0, &pair) != OK) {
            setcchar(&cell, L"?", attribute, 0, &pair);
        }
        mvadd_wchnstr(row, column + (int)i, &cell, 1);
    }
}

void inkcast_screen_set_cursor(inkcast_screen *screen, int row, int column) {
    set_term(screen->screen);
    leaveok(stdscr, row < 0);
    curs_set(row >= 0);
    if (row >= 0) move(row, column);
}

void inkcast_screen_resize(inkcast_screen *screen, int rows, int columns) {
    set_term(screen->screen);
    resize_term(rows, columns);
    inkcast_screen_invalidate(screen);
}

void inkcast_screen_invalidate(inkcast_screen *screen) {
    set_term(screen->screen);
    clearok(curscr, TRUE);
}

static size_t collected(inkcast_screen *screen) {
    off_t length = lseek(screen->memory, 0, SEEK_CUR);
    return length < 0 ? 0 : (size_t)length;
}

size_t inkcast_screen_update(inkcast_screen *screen) {
    set_term(screen->screen);
    wnoutrefresh(stdscr);
    doupdate();
    return collected(screen);
}

size_t inkcast_screen_leave(inkcast_screen *screen) {
    set_term(screen->screen);
    endwin();
    return collected(screen);
}

size_t inkcast_screen_take(inkcast_screen *screen, uint8_t *bytes, size_t capacity) {
    ssize_t count = pread(screen->memory, bytes, capacity, 0);
    lseek(screen->memory, 0, SEEK_SET);
    if (ftruncate(screen->memory, 0) != 0 || count < 0) return 0;
    return (size_t)count;
}
