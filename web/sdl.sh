#!/bin/sh
# sdl.sh FOLDER: builds SDL2 and SDL2_image for WebAssembly from the distribution's source packages,
# and puts them into FOLDER/include and FOLDER/lib. Nothing of the system is changed: the package lists
# of the sources lie in FOLDER, too.
#
# Where there is no apt, unpack the two sources (SDL2 2.26 and SDL2_image 2.6, or later) into
# FOLDER/sdl and FOLDER/image, and run this again.
set -eu
mkdir -p "$1"
folder=$(cd "$1" && pwd)
jobs=${JOBS:-$(nproc 2>/dev/null || echo 2)}
export NODE_PATH="${NODE_PATH:-/usr/share/nodejs}" # Debian's emcc looks for its optimizer there

# The machine's own package sources, asked for sources instead of binaries.
source_lists() {
    mkdir -p "$folder/apt/parts" "$folder/apt/lists/partial" "$folder/apt/cache/archives/partial"
    for list in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
        [ ! -f "$list" ] || sed -n 's/^[[:space:]]*deb\([[:space:]]\)/deb-src\1/p' "$list" \
            >"$folder/apt/parts/$(basename "$list" .list).list"
    done
    for list in /etc/apt/sources.list.d/*.sources; do
        [ ! -f "$list" ] || sed 's/^Types:.*/Types: deb-src/' "$list" >"$folder/apt/parts/$(basename "$list")"
    done
}

with_sources() {
    apt-get -qq -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$folder/apt/parts" \
        -o Dir::State::lists="$folder/apt/lists" -o Dir::Cache="$folder/apt/cache" \
        -o APT::Sandbox::User= "$@"
}

fetch() { # fetch <source package> <folder to unpack into>
    [ ! -d "$folder/$2" ] || return 0
    echo "fetching the source of $1"
    (cd "$folder/apt" && with_sources source --download-only "$1" >/dev/null)
    mkdir "$folder/$2.new"
    tar -xf "$folder/apt/$1"_*.orig.tar.* -C "$folder/$2.new" --strip-components=1
    mv "$folder/$2.new" "$folder/$2"
}

build() { # build <folder> <cmake options>
    echo "building $1; its log is $folder/$1.log"
    source=$1
    shift
    { emcmake cmake -S "$folder/$source" -B "$folder/$source.build" -DCMAKE_BUILD_TYPE=Release \
          -DCMAKE_INSTALL_PREFIX="$folder" -DCMAKE_INSTALL_LIBDIR=lib "$@" &&
      cmake --build "$folder/$source.build" --parallel "$jobs" &&
      cmake --install "$folder/$source.build"; } >"$folder/$source.log" 2>&1 || {
        tail -n 20 "$folder/$source.log" >&2
        exit 1
    }
}

if [ ! -d "$folder/sdl" ] || [ ! -d "$folder/image" ]; then
    command -v apt-get >/dev/null || {
        echo "sdl.sh: without apt, unpack the sources of SDL2 into $folder/sdl and of SDL2_image into $folder/image" >&2
        exit 1
    }
    rm -rf "$folder/apt" "$folder/sdl.new" "$folder/image.new"
    source_lists
    with_sources update
    fetch libsdl2 sdl
    fetch libsdl2-image image
fi

# Of SDL only what the scenes use; of SDL2_image only PNG and JPEG, by the stb_image it brings along.
build sdl -DSDL_SHARED=OFF -DSDL_STATIC=ON -DSDL_TEST=OFF -DSDL_AUDIO=OFF -DSDL_JOYSTICK=OFF \
    -DSDL_HAPTIC=OFF -DSDL_SENSOR=OFF -DSDL_HIDAPI=OFF -DSDL_POWER=OFF -DSDL_LOCALE=OFF
options="-DBUILD_SHARED_LIBS=OFF -DSDL2IMAGE_SAMPLES=OFF -DSDL2IMAGE_BACKEND_STB=ON"
for format in AVIF BMP GIF JXL LBM PCX PNM QOI SVG TGA TIF WEBP XCF XPM XV; do
    options="$options -DSDL2IMAGE_$format=OFF"
done
build image $options -DSDL2_DIR="$folder/lib/cmake/SDL2"
ls "$folder/lib/libSDL2.a" "$folder/lib/libSDL2_image.a"
