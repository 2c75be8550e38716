#!/bin/sh
# sdl.sh FOLDER: builds SDL2 and SDL2_image for WebAssembly from the distribution's source packages,
# and puts them into FOLDER/include and FOLDER/lib.
#
# Where there is no apt, unpack the two sources (SDL2 2.26 and SDL2_image 2.6, or later) into
# FOLDER/sdl and FOLDER/image, and run this again.
. "$(dirname "$0")/sources.sh"

fetch libsdl2 sdl
fetch libsdl2-image image

# Of SDL only what the scenes use; of SDL2_image only PNG and JPEG, by the stb_image it brings along.
build sdl -DSDL_SHARED=OFF -DSDL_STATIC=ON -DSDL_TEST=OFF -DSDL_AUDIO=OFF -DSDL_JOYSTICK=OFF \
    -DSDL_HAPTIC=OFF -DSDL_SENSOR=OFF -DSDL_HIDAPI=OFF -DSDL_POWER=OFF -DSDL_LOCALE=OFF
options="-DBUILD_SHARED_LIBS=OFF -DSDL2IMAGE_SAMPLES=OFF -DSDL2IMAGE_BACKEND_STB=ON"
for format in AVIF BMP GIF JXL LBM PCX PNM QOI SVG TGA TIF WEBP XCF XPM XV; do
    options="$options -DSDL2IMAGE_$format=OFF"
done
build image $options -DSDL2_DIR="$folder/lib/cmake/SDL2"
ls "$folder/lib/libSDL2.a" "$folder/lib/libSDL2_image.a"
