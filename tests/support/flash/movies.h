// Small movies for tests of the Flash facade.
#ifndef TESTS_SUPPORT_MOVIES_H
#define TESTS_SUPPORT_MOVIES_H

#include "rimcast/flash.h"
#include "support/support.h"

rim_flash_shape *rectangle(int x0, int y0, int x1, int y1); // in twips, filled

rim_flash *movie_of(rim_flash_generation generation);

// A new child with that shape, at (x, y) pixels.
rim_flash_clip *clip_in(rim_flash_clip *parent, const char *name, const rim_flash_shape *shape,
                        double x, double y);

#endif
