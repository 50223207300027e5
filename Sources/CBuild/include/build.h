/// The version, and the commit in parentheses.
#ifndef INKCAST_BUILD_H
#define INKCAST_BUILD_H

const char *inkcast_build_version(void);

#endif
