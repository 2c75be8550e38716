#!/bin/sh
# deps.sh PURPOSE: makes sure that what a purpose needs is installed (the first column below).
#
# A need is looked for where it would be used, not in a package database, so self-built libraries count. Missing
# packages are named with the command that installs them; on apt systems it is run, unless DEPS=no.
set -u

# purpose, what is looked for (c: a command, m: a pkg-config module, h: a header, f: a font, p: a path), and its package
# for apt, dnf, pacman, apk, brew; "-" where the system needs or has none.
needs() { cat <<'END'
build       c:cc                            gcc                 gcc                gcc                gcc            gcc
build       h:stdio.h                       libc6-dev           glibc-devel        glibc              musl-dev       -
build       c:pkg-config                    pkg-config          pkgconf-pkg-config pkgconf            pkgconf        pkg-config
build       h:stb/stb_image.h               libstb-dev          stb-devel          stb                stb            stb
build       h:jansson.h                     libjansson-dev      jansson-devel      jansson            jansson-dev    jansson
demos       m:sdl2                          libsdl2-dev         SDL2-devel         sdl2               sdl2-dev       sdl2
demos       m:SDL2_image                    libsdl2-image-dev   SDL2_image-devel   sdl2_image         sdl2_image-dev sdl2_image
demos       f:DejaVuSans.ttf                fonts-dejavu-core   dejavu-sans-fonts  ttf-dejavu         font-dejavu    -
test        c:g++                           g++                 gcc-c++            gcc                g++            gcc
test        m:cmocka                        libcmocka-dev       libcmocka-devel    cmocka             cmocka-dev     cmocka
lint        c:g++                           g++                 gcc-c++            gcc                g++            gcc
lint        c:clang                         clang               clang              clang              clang          llvm
lint        c:ctags                         universal-ctags     ctags              ctags              ctags          universal-ctags
lint        c:clang-format                  clang-format        clang-tools-extra  clang              clang-extra-tools clang-format
docs        c:doxygen                       doxygen             doxygen            doxygen            doxygen        doxygen
determinism c:clang                         clang               clang              clang              clang          llvm
determinism c:i686-linux-gnu-gcc            gcc-i686-linux-gnu  -                  -                  -              -
determinism p:/usr/i686-linux-gnu/include/stdio.h libc6-dev-i386-cross - - - -
determinism c:aarch64-linux-gnu-gcc         gcc-aarch64-linux-gnu gcc-aarch64-linux-gnu aarch64-linux-gnu-gcc - -
determinism p:/usr/aarch64-linux-gnu/include/stdio.h libc6-dev-arm64-cross - - - -
determinism c:qemu-aarch64-static           qemu-user-static    qemu-user-static   qemu-user-static   qemu-aarch64   -
determinism c:emcc                          emscripten          emscripten         emscripten         emscripten     emscripten
determinism p:/usr/share/nodejs/acorn       node-acorn          -                  -                  -              -
determinism c:node                          nodejs              nodejs             nodejs             nodejs         node
coverage    c:gcov                          gcc                 gcc                gcc                gcc            gcc
coverage    c:gcovr                         gcovr               gcovr              gcovr              gcovr          gcovr
valgrind    c:valgrind                      valgrind            valgrind           valgrind           valgrind       valgrind
bench       p:/usr/lib/python3/dist-packages/pygame python3-pygame python3-pygame  python-pygame      py3-pygame     -
portability c:musl-gcc                      musl-tools          musl-gcc           musl               -              -
portability c:tcc                           tcc                 tcc                tcc                tcc            tcc
portability c:x86_64-w64-mingw32-gcc        gcc-mingw-w64-x86-64 mingw64-gcc       mingw-w64-gcc      mingw-w64-gcc  mingw-w64
portability c:wine                          wine                wine               wine               wine           -
web         c:emcc                          emscripten          emscripten         emscripten         emscripten     emscripten
web         p:/usr/share/nodejs/acorn       node-acorn          -                  -                  -              -
web         c:node                          nodejs              nodejs             nodejs             nodejs         node
web         c:npm                           npm                 npm                npm                npm            -
web         c:cmake                         cmake               cmake              cmake              cmake          cmake
web         c:python3                       python3             python3            python             python3        python3
web         f:DejaVuSans.ttf                fonts-dejavu-core   dejavu-sans-fonts  ttf-dejavu         font-dejavu    -
web         c:chromium                      chromium            chromium           chromium           chromium       chromium
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

missing() { # the packages that the purposes lack, in the words of this system's package manager
    needs | while read -r purpose what apt dnf pacman apk brew; do
        case " $purposes " in *" $purpose "*) ;; *) continue ;; esac
        case $manager in dnf) package=$dnf ;; pacman) package=$pacman ;; apk) package=$apk ;; brew) package=$brew ;; *) package=$apt ;; esac
        [ "$package" = - ] || there "$what" || printf ' %s' "$package"
    done
}

needs | grep -q "^$1 " || { echo "deps.sh: unknown purpose '$1'" >&2; exit 2; }
case $1 in
    test) purposes="build demos test" ;;
    coverage) purposes="build demos test coverage" ;;
    *) purposes="build $1" ;;
esac
manager=none
for candidate in brew apk pacman dnf apt-get; do command -v $candidate >/dev/null && manager=$candidate; done
packages=$(missing)
[ -n "$packages" ] || exit 0

# Make may run this for two purposes at once, but the package manager runs once at a time.
mkdir -p build
exec 9>build/deps.locked
if command -v flock >/dev/null; then flock 9; fi
packages=$(missing)
[ -n "$packages" ] || exit 0

case $manager in
    apt-get) command="apt-get install -y --no-install-recommends$packages" ;;
    pacman) command="pacman -S --needed$packages" ;;
    apk) command="apk add$packages" ;;
    none) command="(your package manager) install$packages" ;;
    *) command="$manager install$packages" ;;
esac
[ "$(id -u)" = 0 ] || [ $manager = brew ] || command="sudo $command"

echo "Missing for '$1':$packages" >&2
if [ $manager != apt-get ] || [ "${DEPS:-}" = no ]; then
    echo "Install with:  $command" >&2
    exit 1
fi
echo "Installing with:  $command   (DEPS=no turns this off)" >&2
export DEBIAN_FRONTEND=noninteractive
# Package lists may be empty or old: look once, fetch them if that fails, look again.
$command >/dev/null 2>&1 || { ${command%%apt-get*}apt-get update >/dev/null && $command >/dev/null; } || {
    echo "That failed. Run it by hand to see why:  $command" >&2
    exit 1
}
packages=$(missing)
[ -z "$packages" ] || { echo "Installed, but still not found:$packages" >&2; exit 1; }
