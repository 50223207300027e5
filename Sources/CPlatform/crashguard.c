#define _GNU_SOURCE
#include "crashguard.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static const int fatal[] = {
    SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGSYS, SIGQUIT};
static const size_t fatal_count = sizeof fatal / sizeof *fatal;
static struct sigaction before[sizeof fatal / sizeof *fatal];
static bool is_installed;

static volatile sig_atomic_t is_armed;
static int terminal = -1;
static struct termios settings;
static bool has_settings;
/// Where standard error really goes, and where it is kept meanwhile; -1 if it is not.
static int errors = -1;
static int held = -1;

/// Writes what it can; a terminal that takes nothing for a second is given up.
static void write_all(int descriptor, const char *bytes, size_t count) {
    for (int patience = 10; count > 0 && patience > 0;) {
        ssize_t written = write(descriptor, bytes, count);
        if (written > 0) {
            bytes += written;
            count -= (size_t)written;
        } else if (errno == EAGAIN) {
            struct pollfd writable = {.fd = descriptor, .events = POLLOUT};
            poll(&writable, 1, 100);
            patience--;
        } else if (errno != EINTR) {
            return;
        }
    }
}

void inkcast_guard_write_restore(int descriptor) {
    static const char restore[] =
        "\033[?2026l\033[?1004l\033[?2004l\033[?1016l\033[?1006l\033[?1003l\033[?1002l\033[?1000l"
        "\033[m\033(B\033[?25h\033[?1l\033>\033[?1049l";
    write_all(descriptor, restore, sizeof restore - 1);
}

static void show_errors(void) {
    if (errors < 0) return;
    dup2(errors, STDERR_FILENO);
    close(errors);
    errors = -1;
    char bytes[4096];
    // The first 64 KiB say what there is to say.
    for (off_t offset = 0; offset < 65536;) {
        ssize_t count = pread(held, bytes, sizeof bytes, offset);
        if (count <= 0) break;
        write_all(STDERR_FILENO, bytes, (size_t)count);
        offset += count;
    }
    close(held);
    held = -1;
}

/// Calls only what a signal handler may call.
static void restore(void) {
    if (!is_armed) return;
    is_armed = 0;
    inkcast_guard_write_restore(terminal);
    if (has_settings) {
        // Mouse reports on their way must not become commands for the shell.
        tcflush(terminal, TCIFLUSH);
        tcsetattr(terminal, TCSANOW, &settings);
    }
    show_errors();
}

static void on_fatal(int number, siginfo_t *detail, void *context) {
    (void)context;
    restore();
    // Swift's own handler comes next, and asks questions; it must not wait for a key here.
    int answer[2];
    if (pipe2(answer, O_CLOEXEC) == 0) {
        write_all(answer[1], "q\n", 2);
        dup2(answer[0], STDIN_FILENO);
    }
    for (size_t i = 0; i < fatal_count; i++) sigaction(fatal[i], &before[i], NULL);
    // A fault comes again when its instruction is run again.
    if (detail->si_code > 0 && number != SIGTRAP) return;
    // A signal that was sent does not, and neither does a breakpoint.
    sigset_t this;
    sigemptyset(&this);
    sigaddset(&this, number);
    pthread_sigmask(SIG_UNBLOCK, &this, NULL);
    raise(number);
    signal(number, SIG_DFL);
    raise(number);
}

static void install(void) {
    static char stack[65536];
    stack_t current;
    is_installed = true;
    atexit(restore);
    if (sigaltstack(NULL, &current) == 0 && current.ss_flags & SS_DISABLE) {
        stack_t own = {.ss_sp = stack, .ss_size = sizeof stack};
        sigaltstack(&own, NULL);
    }
    for (size_t i = 0; i < fatal_count; i++) {
        struct sigaction action = {.sa_flags = SA_SIGINFO | SA_ONSTACK};
        action.sa_sigaction = on_fatal;
        sigemptyset(&action.sa_mask);
        sigaction(fatal[i], &action, &before[i]);
    }
}

void inkcast_guard_arm(int descriptor, const struct termios *saved, bool holds_errors) {
    if (!is_installed) install();
    terminal = descriptor;
    has_settings = saved != NULL;
    if (saved) settings = *saved;
    if (holds_errors && errors < 0) {
        held = memfd_create("inkcast-errors", MFD_CLOEXEC);
        errors = held < 0 ? -1 : fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
        if (errors >= 0) dup2(held, STDERR_FILENO);
    }
    is_armed = 1;
}

void inkcast_guard_disarm(void) {
    is_armed = 0;
    show_errors();
}
