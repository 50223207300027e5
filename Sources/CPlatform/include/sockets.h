#ifndef INKCAST_SOCKETS_H
#define INKCAST_SOCKETS_H
/* Socket declarations that Swift's Glibc module leaves out: recvmmsg, ppoll, netlink,
   filters, timers as files.
   Declarations only. They stand behind _GNU_SOURCE, which would also change fd_set from what
   Swift's Glibc module has, a conflict of modules: so it is on for these two headers alone.
   Comes first in platform.h, before anything else includes them. */
#include <sys/types.h>
#ifndef __USE_GNU
#define __USE_GNU 1
#include <poll.h>
#include <sys/socket.h>
#undef __USE_GNU
#else
#include <poll.h>
#include <sys/socket.h>
#endif
#include <linux/filter.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <sys/timerfd.h>
#endif
