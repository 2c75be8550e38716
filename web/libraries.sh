#!/bin/sh
# libraries.sh FOLDER: builds SDL2, SDL2_image and jansson for WebAssembly from the distribution's source packages, and
# puts them into FOLDER/include and FOLDER/lib; FOLDER/complete appears when all are there. Nothing of the system is
# changed: the package lists lie in FOLDER, too.
#
# Where there is no apt, unpack the sources (SDL2 2.26, SDL2_image 2.6, jansson 2.14, or later) into FOLDER/sdl,
# FOLDER/image and FOLDER/jansson, and run this again.
set -eu
mkdir -p "$1"
folder=$(cd "$1" && pwd)
lists=$folder/apt
export NODE_PATH="${NODE_PATH:-/usr/share/nodejs}" # Debian's emcc looks for its optimizer there

# The machine's own package sources, asked for sources instead of binaries.
mkdir -p "$lists/parts" "$lists/lists/partial" "$lists/cache/archives/partial"
for list in /etc/apt/sources.list /etc/apt/sources.list.d/*; do
    [ ! -f "$list" ] || sed '/^deb-src/d; s/^deb\([[:space:]]\)/deb-src\1/; s/^Types:.*/Types: deb-src/' "$list" \
        >"$lists/parts/$(basename "$list")"
done
with_sources() {
    apt-get -qq -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$lists/parts" \
        -o Dir::State::lists="$lists/lists" -o Dir::Cache="$lists/cache" -o APT::Sandbox::User= "$@"
}

build() { # build PACKAGE NAME CMAKE-OPTIONS...: the source package in FOLDER/NAME
    package=$1 name=$2 log=$folder/$2.log
    shift 2
    if [ ! -d "$folder/$name" ]; then
        command -v apt-get >/dev/null ||
            { echo "without apt, unpack the source of $package into $folder/$name" >&2; exit 1; }
        echo "fetching the source of $package"
        (cd "$lists" && with_sources update && with_sources source --download-only "$package" >/dev/null)
        rm -rf "$folder/$name.new" && mkdir "$folder/$name.new"
        tar -xf "$lists/$package"_*.orig.tar.* -C "$folder/$name.new" --strip-components=1
        mv "$folder/$name.new" "$folder/$name"
    fi
    echo "building $name; its log is $log"
    { emcmake cmake -S "$folder/$name" -B "$folder/$name.build" -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=OFF \
          -DCMAKE_INSTALL_PREFIX="$folder" -DCMAKE_INSTALL_LIBDIR=lib "$@" &&
      cmake --build "$folder/$name.build" --parallel "${JOBS:-$(nproc 2>/dev/null || echo 2)}" &&
      cmake --install "$folder/$name.build"; } >"$log" 2>&1 || { tail -n 20 "$log" >&2; exit 1; }
}

# Of SDL only what the scenes use; of SDL2_image only PNG and JPEG, by the stb_image it brings along.
build libsdl2 sdl -DSDL_SHARED=OFF -DSDL_STATIC=ON -DSDL_TEST=OFF -DSDL_AUDIO=OFF -DSDL_JOYSTICK=OFF \
    -DSDL_HAPTIC=OFF -DSDL_SENSOR=OFF -DSDL_HIDAPI=OFF -DSDL_POWER=OFF -DSDL_LOCALE=OFF
without=$(printf -- '-DSDL2IMAGE_%s=OFF ' SAMPLES AVIF BMP GIF JXL LBM PCX PNM QOI SVG TGA TIF WEBP XCF XPM XV)
build libsdl2-image image $without -DSDL2IMAGE_BACKEND_STB=ON -DSDL2_DIR="$folder/lib/cmake/SDL2"
build jansson jansson -DJANSSON_BUILD_DOCS=OFF -DJANSSON_EXAMPLES=OFF -DJANSSON_WITHOUT_TESTS=ON
ls "$folder"/lib/*.a
touch "$folder/complete"
