#!/bin/sh
# deps.sh PURPOSE: makes sure that what a purpose needs is installed.
#
# A need is looked for where it would be used, not in a package database, so self-built libraries count. Missing
# packages are named as Debian names them, with the command that installs them; where there is apt-get it is run,
# unless DEPS=no. Elsewhere packages have similar names.
set -u

# What is looked for (c: a command, m: a pkg-config module, h: a header, f: a font, p: a path), its package, and the
# purposes that need it.
needs() { cat <<'END'
c:cc                                gcc                   build
h:stdio.h                           libc6-dev             build
c:pkg-config                        pkg-config            build
h:stb/stb_image.h                   libstb-dev            build
h:jansson.h                         libjansson-dev        build
m:sdl2                              libsdl2-dev           demos test coverage
m:SDL2_image                        libsdl2-image-dev     demos test coverage
f:DejaVuSans.ttf                    fonts-dejavu-core     demos test coverage web
c:g++                               g++                   test coverage lint
m:cmocka                            libcmocka-dev         test coverage
c:clang                             clang                 lint determinism
c:ctags                             universal-ctags       lint
c:clang-format                      clang-format          lint
c:doxygen                           doxygen               docs
c:i686-linux-gnu-gcc                gcc-i686-linux-gnu    determinism
p:/usr/i686-linux-gnu/include/stdio.h     libc6-dev-i386-cross  determinism
c:aarch64-linux-gnu-gcc             gcc-aarch64-linux-gnu determinism
p:/usr/aarch64-linux-gnu/include/stdio.h  libc6-dev-arm64-cross determinism
c:qemu-aarch64-static               qemu-user-static      determinism
c:emcc                              emscripten            determinism web
p:/usr/share/nodejs/acorn           node-acorn            determinism web
c:node                              nodejs                determinism web
c:gcovr                             gcovr                 coverage
c:valgrind                          valgrind              valgrind
p:/usr/lib/python3/dist-packages/pygame python3-pygame    bench
c:musl-gcc                          musl-tools            portability
c:tcc                               tcc                   portability
c:x86_64-w64-mingw32-gcc            gcc-mingw-w64-x86-64  portability
c:wine                              wine                  portability
c:npm                               npm                   web
c:cmake                             cmake                 web
c:python3                           python3               web
c:chromium                          chromium              web
END
}

there() { # there KIND:NAME
    name=${1#*:}
    case $1 in
    c:cc) command -v cc || command -v "${CC:-cc}" ;;
    c:*) command -v "$name" ;;
    m:*) pkg-config --exists "$name" ;;
    h:*) [ -e "/usr/include/$name" ] || [ -e "/usr/local/include/$name" ] || echo "#include <$name>" | cc -E - ;;
    f:*) find /usr/share/fonts /usr/local/share/fonts -name "$name" | grep . ;;
    p:*) [ -e "$name" ] ;;
    esac >/dev/null 2>&1
}

missing() { # the packages that the build and this purpose lack
    needs | while read -r what package purposes; do
        case " $purposes " in *" build "* | *" $purpose "*) there "$what" || printf ' %s' "$package" ;; esac
    done
}

purpose=$1
needs | grep -qw -- "$purpose" || { echo "deps.sh: unknown purpose '$purpose'" >&2; exit 2; }
packages=$(missing)
[ -n "$packages" ] || exit 0

# Make may run this for two purposes at once, but apt-get runs once at a time.
mkdir -p build
exec 9>build/deps.locked
if command -v flock >/dev/null; then flock 9; fi
packages=$(missing)
[ -n "$packages" ] || exit 0

sudo=$([ "$(id -u)" = 0 ] || echo sudo)
command="$sudo apt-get install -y --no-install-recommends$packages"
echo "Missing for '$purpose', by Debian's names:$packages" >&2
if [ "${DEPS:-}" = no ] || ! command -v apt-get >/dev/null; then
    echo "Install with: $command" >&2
    exit 1
fi
echo "Installing with: $command   (DEPS=no turns this off)" >&2
export DEBIAN_FRONTEND=noninteractive
# Package lists may be empty or old: look once, fetch them if that fails, look again.
$command >/dev/null 2>&1 || { $sudo apt-get update >/dev/null && $command >/dev/null; } || {
    echo "That failed. Run it by hand to see why: $command" >&2
    exit 1
}
packages=$(missing)
[ -z "$packages" ] || { echo "Installed, but still not found:$packages" >&2; exit 1; }
