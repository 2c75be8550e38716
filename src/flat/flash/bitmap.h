// The inside of a bitmap: a byte of alpha for each pixel.
#ifndef RIM_FLAT_FLASH_BITMAP_H
#define RIM_FLAT_FLASH_BITMAP_H

#include "rimcast/flash_bitmap.h"

struct rim_flash_bitmap
{
    rim_allocator from;
    int           width, height;
    bool          transparent, disposed;
    uint8_t      *alpha; // NULL once disposed
};

#endif
