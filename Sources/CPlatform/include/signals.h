/// Signals as bytes in a pipe, and stopping as Ctrl-Z does.
#ifndef INKCAST_SIGNALS_H
#define INKCAST_SIGNALS_H

/// Sends WINCH, TERM, HUP, INT, TSTP and CONT into a pipe, one byte each, and ignores PIPE.
/// Returns the pipe's reading end, or -1. There is one such pipe in a process.
int inkcast_signals_open(void);
/// Closes the pipe and gives the signals back to whom they belonged to.
void inkcast_signals_close(void);

/// Stops this process, or all of its group, until somebody continues it.
void inkcast_stop(int whole_group);

#endif
