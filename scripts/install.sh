#!/bin/sh
# install.sh install|uninstall DESTDIR PREFIX OUT VERSION
#
# Puts headers, libraries, program, manual, pkg-config, CMake and completion files below DESTDIR PREFIX, or takes
# them away. DESTDIR (for packagers) is only a place to collect files: no installed file mentions it. The SDL
# adapters go along if OUT has them.
set -eu
cd "$(dirname "$0")/.."
what=$1 destdir=$2 prefix=${3%/} out=$4 version=$5
soversion=${version%%.*} root=$2$prefix
case $what in install | uninstall) ;; *) echo "install.sh: install or uninstall, not '$what'" >&2; exit 2 ;; esac
case $3 in /*) ;; *) echo "install: PREFIX=$3 is not an absolute path such as /usr/local" >&2; exit 2 ;; esac

if [ $what = uninstall ] && [ ! -e "$root/lib/pkgconfig/rimcast.pc" ]; then
    echo "uninstall: no rimcast in $root (PREFIX=... says where it is)" >&2
    exit 1
fi
if [ $what = install ] && ! { mkdir -p "$root" && [ -w "$root" ]; } 2>/dev/null; then
    echo "install: cannot write into $root; choose another place, such as PREFIX=\$HOME/.local, or use sudo" >&2
    exit 1
fi

put() { # put MODE FILE PLACE: what is in FOLDER of PREFIX; a template gets this prefix and version
    place=$root/$3 folder=$(dirname "$3")
    if [ $what = uninstall ]; then
        rm -f "$place"
        # Folders that others may share go if they are empty.
        while [ "$folder" != "${folder%/*}" ] && rmdir "$root/$folder" 2>/dev/null; do folder=${folder%/*}; done
        return
    fi
    install -d "$root/$folder"
    case $2 in
    *.in | docs/*)
        escaped=$(printf '%s' "$prefix" | sed 's/[\\&|]/\\&/g')
        sed -e '/^\.TH /s|"rimcast"|"rimcast '"$version"'"|' -e "s|/usr/local/include/rimcast|$escaped/include/rimcast|" \
            -e "s|@PREFIX@|$escaped|g" -e "s|@VERSION@|$version|g" -e "s|@SOVERSION@|$soversion|g" "$2" >"$place"
        chmod "$1" "$place" ;;
    *.so) ln -sf "$2.$version" "$place" ;;
    *) install -m "$1" "$2" "$place" ;;
    esac
}

[ $what = install ] || rm -f "$root"/include/rimcast/*.h # those of an older version, too
for header in $(ls include/rimcast/*.h | grep -v /sdl); do put 644 "$header" "$header"; done
put 644 "$out/librimcast.a" lib/librimcast.a
put 755 "$out/librimcast.so.$version" "lib/librimcast.so.$version"
put 755 librimcast.so "lib/librimcast.so.$soversion"
put 755 librimcast.so lib/librimcast.so
put 755 "$out/rimcast" bin/rimcast
put 644 docs/rimcast.1 share/man/man1/rimcast.1
put 644 docs/rimcast.3 share/man/man3/rimcast.3
put 644 scripts/install/rimcast.pc.in lib/pkgconfig/rimcast.pc
put 644 scripts/install/rimcast-config.cmake.in lib/cmake/rimcast/rimcast-config.cmake
put 644 scripts/install/rimcast-config-version.cmake.in lib/cmake/rimcast/rimcast-config-version.cmake
put 644 scripts/install/rimcast.bash share/bash-completion/completions/rimcast
for adapter in rimcast-sdl rimcast-sdl3; do
    [ -e "$out/lib$adapter.a" ] || [ $what = uninstall ] || continue
    put 644 include/rimcast/sdl.h include/rimcast/sdl.h
    put 644 "$out/lib$adapter.a" "lib/lib$adapter.a"
    put 644 "scripts/install/$adapter.pc.in" "lib/pkgconfig/$adapter.pc"
done
# The loader's cache, for an installation into the running system.
if [ $what = install ] && [ -z "$destdir" ] && [ "$(id -u)" = 0 ]; then ldconfig 2>/dev/null || true; fi
echo "${what}ed rimcast $version in $root"

# Outside of the folders that compiler and loader look into, programs are told where the library is.
case $what:$destdir:$prefix in
install::/usr | install::/usr/local) ;;
install::*)
    echo "To compile and run with it:"
    echo "    export PKG_CONFIG_PATH=$prefix/lib/pkgconfig LD_LIBRARY_PATH=$prefix/lib"
    echo "    cc game.c \$(pkg-config --cflags --libs rimcast) -o game" ;;
esac
