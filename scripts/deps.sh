#!/bin/sh
# deps.sh PURPOSE: makes sure that what a purpose needs is installed.
#
# A need is looked for where it would be used, not in a package database, so self-built libraries count. Missing
# packages are named as Debian names them, with the command that installs them; where there is apt-get it is run,
# unless DEPS=no. Elsewhere packages have similar names.
set -u

# What a purpose needs: a command, c:NAME, a pkg-config module, m:NAME, a header, h:NAME, a font, f:NAME, or a path,
# p:PATH, and =PACKAGE where the package has another name.
needs() {
    case $1 in
    build) echo c:cc=gcc h:stdio.h=libc6-dev c:pkg-config h:stb/stb_image.h=libstb-dev h:jansson.h=libjansson-dev ;;
    demos) echo m:sdl2=libsdl2-dev m:SDL2_image=libsdl2-image-dev f:DejaVuSans.ttf=fonts-dejavu-core ;;
    test) needs demos && echo c:g++ m:cmocka=libcmocka-dev ;;
    coverage) needs test && echo c:gcovr ;;
    lint) echo c:g++ c:clang c:ctags=universal-ctags c:clang-format ;;
    docs) echo c:doxygen ;;
    film) needs demos && echo c:ffmpeg c:gifsicle ;;
    valgrind) echo c:valgrind ;;
    bench) echo p:/usr/lib/python3/dist-packages/pygame=python3-pygame ;;
    emscripten) echo c:emcc=emscripten p:/usr/share/nodejs/acorn=node-acorn c:node=nodejs ;;
    web) needs emscripten && echo c:npm c:cmake c:python3 c:chromium f:DejaVuSans.ttf=fonts-dejavu-core ;;
    determinism)
        needs emscripten && echo c:clang c:qemu-aarch64-static=qemu-user-static
        echo c:i686-linux-gnu-gcc=gcc-i686-linux-gnu p:/usr/i686-linux-gnu/include/stdio.h=libc6-dev-i386-cross
        echo c:aarch64-linux-gnu-gcc=gcc-aarch64-linux-gnu p:/usr/aarch64-linux-gnu/include/stdio.h=libc6-dev-arm64-cross ;;
    portability) echo c:musl-gcc=musl-tools c:tcc c:x86_64-w64-mingw32-gcc=gcc-mingw-w64-x86-64 c:wine ;;
    *) echo "deps.sh: unknown purpose '$1'" >&2; return 1 ;;
    esac
}

there() { # there KIND:NAME
    name=${1#*:}
    case $1 in
    c:cc) command -v cc || command -v "${CC:-cc}" ;;
    c:*) command -v "$name" ;;
    m:*) pkg-config --exists "$name" ;;
    h:*) [ -e "/usr/include/$name" ] || echo "#include <$name>" | cc -E - ;;
    f:*) find /usr/share/fonts /usr/local/share/fonts -name "$name" | grep . ;;
    p:*) [ -e "$name" ] ;;
    esac >/dev/null 2>&1
}

missing() { # the packages that the build and this purpose lack
    for need in $(needs build) $wanted; do
        there "${need%=*}" || echo "${need#*[:=]}"
    done | sed 's/.*=//' | sort -u | tr '\n' ' '
}

wanted=$(needs "$1") || exit 2
[ -n "$(missing)" ] || exit 0

# Make may run this for two purposes at once, but apt-get runs once at a time.
mkdir -p build
exec 9>build/deps.locked
if command -v flock >/dev/null; then flock 9; fi
packages=$(missing)
[ -n "$packages" ] || exit 0

# Without root and without sudo somebody else has to type it.
sudo= install=${DEPS:-yes}
if [ "$(id -u)" != 0 ]; then
    if command -v sudo >/dev/null; then sudo=sudo; else install=no; fi
fi
command="${sudo:+sudo }apt-get install -y --no-install-recommends $packages"
echo "Missing for '$1', by Debian's names: $packages" >&2
[ "$install" != no ] && command -v apt-get >/dev/null || { echo "Install with, as root: $command" >&2; exit 1; }
echo "Installing with: $command   (DEPS=no turns this off)" >&2
export DEBIAN_FRONTEND=noninteractive
# Package lists may be empty or old: look once, fetch them if that fails, look again.
$command >/dev/null 2>&1 || { $sudo apt-get update >/dev/null && $command >/dev/null; } ||
    { echo "That failed. Run it by hand to see why: $command" >&2; exit 1; }
packages=$(missing)
[ -z "$packages" ] || { echo "Installed, but still not found: $packages" >&2; exit 1; }
