#!/bin/sh
# Makes sure that what a purpose needs is installed:
# deps.sh build|demos|test|lint|docs|coverage|bench|web|portability|determinism|valgrind
#
# A need is looked for where it would be used (a command, a header), not in a package database, so
# self-built libraries count. What is missing is named with the command that installs it; on apt
# systems the command is run, unless DEPS=no.
set -u

has_command() { command -v "$1" >/dev/null 2>&1; }
has_module()  { has_command pkg-config && pkg-config --exists "$1" 2>/dev/null; }
has_header()  { [ -e "/usr/include/$1" ] || [ -e "/usr/local/include/$1" ] ||
                { has_command cc && echo "#include <$1>" | cc -E - >/dev/null 2>&1; }; }

has_font()    { [ -n "$(find /usr/share/fonts /usr/local/share/fonts -name "$1" 2>/dev/null)" ] ||
                [ "$(uname)" = Darwin ]; } # there the demos fall back to their built-in letters

missing=
need() { # need <apt> <dnf> <pacman> <apk> <brew> : remembers one package, in every dialect
    missing="$missing $1"; dnf="${dnf:-} $2"; pacman="${pacman:-} $3"; apk="${apk:-} $4"; brew="${brew:-} $5"
}

look() {
    missing= dnf= pacman= apk= brew=
    for purpose; do
        case $purpose in
        build)
            has_command cc || has_command "${CC:-cc}" || need gcc gcc gcc gcc gcc
            has_header stdio.h || need libc6-dev glibc-devel glibc musl-dev ""
            has_command pkg-config || need pkg-config pkgconf-pkg-config pkgconf pkgconf pkg-config
            has_header stb/stb_image.h || need libstb-dev stb-devel stb stb stb
            has_header jansson.h || need libjansson-dev jansson-devel jansson jansson-dev jansson
            ;;
        demos)
            has_module sdl2 || need libsdl2-dev SDL2-devel sdl2 sdl2-dev sdl2
            has_module SDL2_image || need libsdl2-image-dev SDL2_image-devel sdl2_image sdl2_image-dev sdl2_image
            has_font DejaVuSans.ttf || need fonts-dejavu-core dejavu-sans-fonts ttf-dejavu font-dejavu ""
            ;;
        test)
            has_command g++ || need g++ gcc-c++ gcc g++ gcc # the C++ example
            has_module cmocka || need libcmocka-dev libcmocka-devel cmocka cmocka-dev cmocka
            ;;
        lint)
            has_command g++ || need g++ gcc-c++ gcc g++ gcc
            has_command clang || need clang clang clang clang llvm
            has_command clang-format || need clang-format clang-tools-extra clang clang-extra-tools clang-format
            ;;
        docs)
            has_command doxygen || need doxygen doxygen doxygen doxygen doxygen
            ;;
        determinism) # compilers for other processors; those that are not there are left out
            has_command clang || need clang clang clang clang llvm
            [ -e /usr/i686-linux-gnu/include/stdio.h ] && has_command i686-linux-gnu-gcc ||
                need "gcc-i686-linux-gnu libc6-dev-i386-cross" "" "" "" ""
            [ -e /usr/aarch64-linux-gnu/include/stdio.h ] && has_command aarch64-linux-gnu-gcc ||
                need "gcc-aarch64-linux-gnu libc6-dev-arm64-cross" gcc-aarch64-linux-gnu aarch64-linux-gnu-gcc "" ""
            has_command qemu-aarch64-static || need qemu-user-static qemu-user-static qemu-user-static qemu-aarch64 ""
            has_command emcc || need "emscripten node-acorn" emscripten emscripten emscripten emscripten
            has_command node || need nodejs nodejs nodejs nodejs node
            ;;
        coverage)
            has_command gcov || need gcc gcc gcc gcc gcc
            has_command gcovr || need gcovr gcovr gcovr gcovr gcovr
            ;;
        valgrind)
            has_command valgrind || need valgrind valgrind valgrind valgrind valgrind
            ;;
        bench) # peers; the benchmark leaves out those that are not there
            [ -e /usr/lib/python3/dist-packages/pygame ] || need python3-pygame python3-pygame python-pygame py3-pygame ""
            ;;
        portability)
            has_command musl-gcc || need musl-tools musl-gcc musl "" ""
            has_command tcc || need tcc tcc tcc tcc tcc
            has_command x86_64-w64-mingw32-gcc || need gcc-mingw-w64-x86-64 mingw64-gcc mingw-w64-gcc mingw-w64-gcc mingw-w64
            has_command wine || need wine wine wine wine ""
            ;;
        web)
            has_command emcc || need emscripten emscripten emscripten emscripten emscripten
            [ -e /usr/share/nodejs/acorn ] || ! has_command apt-get || need node-acorn "" "" "" ""
            has_command node || need nodejs nodejs nodejs nodejs node
            has_command npm || need npm npm npm npm ""
            has_command cmake || need cmake cmake cmake cmake cmake
            has_command python3 || need python3 python3 python python3 python3
            has_font DejaVuSans.ttf || need fonts-dejavu-core dejavu-sans-fonts ttf-dejavu font-dejavu ""
            has_command chromium || need chromium chromium chromium chromium chromium
            ;;
        *) echo "deps.sh: unknown purpose '$purpose'" >&2; exit 2 ;;
        esac
    done
}

case $1 in
    build) purposes=build ;;
    test) purposes="build demos test" ;;
    coverage) purposes="build demos test coverage" ;;
    *) purposes="build $1" ;;
esac

look $purposes
[ -z "$missing" ] && exit 0

# Make may run this for two purposes at once, but the package manager runs once at a time.
lock=build/deps.lock
mkdir -p build
waited=0
until mkdir "$lock" 2>/dev/null; do
    sleep 1
    waited=$((waited + 1))
    [ $waited -lt 900 ] || { echo "deps.sh: $lock is in the way; remove it if nothing runs" >&2; exit 1; }
done
trap 'rmdir "$lock"' EXIT
trap 'exit 1' INT TERM
look $purposes
[ -z "$missing" ] && exit 0

if has_command apt-get; then command="apt-get install -y --no-install-recommends$missing"
elif has_command dnf; then command="dnf install$dnf"
elif has_command pacman; then command="pacman -S --needed$pacman"
elif has_command apk; then command="apk add$apk"
elif has_command brew; then command="brew install$brew"
else command="(your package manager) install$missing"
fi

sudo=
[ "$(id -u)" = 0 ] || case $command in brew*) ;; *) sudo="sudo " ;; esac

echo "Missing for '$1':$missing" >&2
if ! has_command apt-get || [ "${DEPS:-}" = no ]; then
    echo "Install with:  $sudo$command" >&2
    exit 1
fi

echo "Installing with:  $sudo$command   (DEPS=no turns this off)" >&2
export DEBIAN_FRONTEND=noninteractive
# Package lists may be empty or old: look once, fetch them if that fails, look again.
if ! $sudo $command >/dev/null 2>&1; then
    $sudo apt-get update >/dev/null && $sudo $command >/dev/null || {
        echo "That failed. Run it by hand to see why:  $sudo$command" >&2
        exit 1
    }
fi

look $purposes
[ -z "$missing" ] || { echo "Installed, but still not found:$missing" >&2; exit 1; }
