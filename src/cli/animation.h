// Is an image file animated? The decoder gives its first frame and says nothing of the others.
#ifndef RIM_CLI_ANIMATION_H
#define RIM_CLI_ANIMATION_H

#include <stdbool.h>
#include <stddef.h>

// Returns true for a GIF or an animated PNG of more than one frame. The file may be damaged.
bool animation_is(const unsigned char *data, size_t size);

#endif
