#define _GNU_SOURCE
#include "signals.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static const int caught[] = {SIGWINCH, SIGTERM, SIGHUP, SIGINT, SIGTSTP, SIGCONT, SIGPIPE};
static const size_t caught_count = sizeof caught / sizeof *caught;
static struct sigaction before[sizeof caught / sizeof *caught];
static int ends[2] = {-1, -1};

static void pass_on(int signal) {
    int error = errno;
    unsigned char byte = (unsigned char)signal;
    // A full pipe holds wake-ups enough.
    ssize_t ignored = write(ends[1], &byte, 1);
    (void)ignored;
    errno = error;
}

int inkcast_signals_open(void) {
    if (ends[0] >= 0 || pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) return -1;
    sigset_t mine;
    sigemptyset(&mine);
    for (size_t i = 0; i < caught_count; i++) {
        struct sigaction action = {.sa_flags = SA_RESTART};
        action.sa_handler = caught[i] == SIGPIPE ? SIG_IGN : pass_on;
        sigfillset(&action.sa_mask);
        sigaction(caught[i], &action, &before[i]);
        sigaddset(&mine, caught[i]);
    }
    // Whoever started this process may have blocked them, and a blocked mask is inherited.
    pthread_sigmask(SIG_UNBLOCK, &mine, NULL);
    return ends[0];
}

void inkcast_signals_close(void) {
    if (ends[0] < 0) return;
    for (size_t i = 0; i < caught_count; i++) sigaction(caught[i], &before[i], NULL);
    close(ends[0]);
    close(ends[1]);
    ends[0] = ends[1] = -1;
}

void inkcast_stop(int whole_group) {
    struct sigaction stopping = {.sa_handler = SIG_DFL};
    struct sigaction action;
    sigset_t stop;
    sigset_t mask;
    sigemptyset(&stop);
    sigaddset(&stop, SIGTSTP);
    sigaction(SIGTSTP, &stopping, &action);
    pthread_sigmask(SIG_UNBLOCK, &stop, &mask);
    if (whole_group) {
        kill(0, SIGTSTP);
    } else {
        raise(SIGTSTP);
    }
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
    sigaction(SIGTSTP, &action, NULL);
}
