#define _GNU_SOURCE
#include "terminal.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>

int inkcast_columns(uint32_t scalar) {
    return wcwidth((wchar_t)scalar);
}

bool inkcast_terminal_size(int descriptor, int *rows, int *columns) {
    struct winsize size;
    if (ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0) {
        return false;
    }
    *rows = size.ws_row;
    *columns = size.ws_col;
    return true;
}

bool inkcast_terminal_make_sane(int descriptor) {
    static const unsigned char keys[NCCS] = {
        [VINTR] = 3, [VQUIT] = 28, [VERASE] = 127, [VKILL] = 21, [VEOF] = 4, [VMIN] = 1,
        [VSTART] = 17, [VSTOP] = 19, [VSUSP] = 26, [VREPRINT] = 18, [VDISCARD] = 15,
        [VWERASE] = 23, [VLNEXT] = 22};
    struct termios sane;
    if (tcgetattr(descriptor, &sane) != 0) return false;
    sane.c_iflag = BRKINT | ICRNL | IMAXBEL | IXON | IUTF8;
    sane.c_oflag = OPOST | ONLCR;
    sane.c_lflag = ECHO | ICANON | ISIG | IEXTEN | ECHOE | ECHOKE | ECHOCTL | ECHOK;
    sane.c_cflag = (sane.c_cflag & ~(CSIZE | PARENB)) | CS8 | CREAD;
    memcpy(sane.c_cc, keys, sizeof keys);
    return tcsetattr(descriptor, TCSANOW, &sane) == 0;
}

int inkcast_pty_open(int rows, int columns, int *device) {
    int controller = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    char name[64];
    struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
    if (controller < 0) return -1;
    if (grantpt(controller) != 0 || unlockpt(controller) != 0
        || ptsname_r(controller, name, sizeof name) != 0
        || (*device = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)) < 0) {
        close(controller);
        return -1;
    }
    ioctl(*device, TIOCSWINSZ, &size);
    return controller;
}
