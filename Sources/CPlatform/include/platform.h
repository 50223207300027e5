/// The machine, where Swift cannot reach it by itself: one header a subject.
#ifndef INKCAST_PLATFORM_H
#define INKCAST_PLATFORM_H

#include "crashguard.h"
#include "linkage.h"
#include "signals.h"
#include "start.h"
#include "terminal.h"

#include "sockets.h"
#endif
