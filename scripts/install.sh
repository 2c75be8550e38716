#!/bin/sh
# install.sh install|uninstall DESTDIR PREFIX OUT VERSION
#
# Puts headers, libraries, program, manual, pkg-config, CMake and completion files below DESTDIR PREFIX, or takes
# them away. DESTDIR (for packagers) is only a place to collect files: no installed file mentions it. The SDL
# adapter goes along if OUT has it.
set -eu
cd "$(dirname "$0")/.."
what=$1 destdir=$2 prefix=${3%/} out=$4 version=$5
soversion=${version%%.*} root=$2$prefix parts=scripts/install
case $what in install | uninstall) ;; *) echo "install.sh: install or uninstall, not '$what'" >&2; exit 2 ;; esac
case $3 in
    /*) ;;
    *) echo "install: PREFIX=$3 is not an absolute path; give one such as PREFIX=/usr/local" >&2; exit 2 ;;
esac

put() { # put MODE FILE PLACE
    if [ $what = uninstall ]; then rm -f "$root/$3"; return; fi
    install -d "$root/$(dirname "$3")"
    install -m "$1" "$2" "$root/$3"
}

fill() { # fill TEMPLATE PLACE: a file with this prefix and version in it; manual pages are whole without them
    put 644 "$1" "$2"
    [ $what = install ] || return 0
    escaped=$(printf '%s' "$prefix" | sed 's/[\\&|]/\\&/g')
    sed -e '/^\.TH /s|"rimcast"|"rimcast '"$version"'"|' -e "s|/usr/local/include/rimcast|$escaped/include/rimcast|" \
        -e "s|@PREFIX@|$escaped|g" -e "s|@VERSION@|$version|g" -e "s|@SOVERSION@|$soversion|g" "$1" > "$root/$2"
}

for header in include/rimcast/*.h; do
    [ "$header" = include/rimcast/sdl.h ] || put 644 "$header" "$header"
done
put 644 "$out/librimcast.a" lib/librimcast.a
put 755 "$out/librimcast.so.$version" "lib/librimcast.so.$version"
for link in librimcast.so "librimcast.so.$soversion"; do
    if [ $what = install ]; then ln -sf "librimcast.so.$version" "$root/lib/$link"; else rm -f "$root/lib/$link"; fi
done
put 755 "$out/rimcast" bin/rimcast
fill docs/rimcast.1 share/man/man1/rimcast.1
fill docs/rimcast.3 share/man/man3/rimcast.3
fill $parts/rimcast.pc.in lib/pkgconfig/rimcast.pc
fill $parts/rimcast-config.cmake.in lib/cmake/rimcast/rimcast-config.cmake
fill $parts/rimcast-config-version.cmake.in lib/cmake/rimcast/rimcast-config-version.cmake
put 644 $parts/rimcast.bash share/bash-completion/completions/rimcast
if [ -e "$out/librimcast-sdl.a" ] || [ $what = uninstall ]; then
    put 644 include/rimcast/sdl.h include/rimcast/sdl.h
    put 644 "$out/librimcast-sdl.a" lib/librimcast-sdl.a
    fill $parts/rimcast-sdl.pc.in lib/pkgconfig/rimcast-sdl.pc
fi

if [ $what = uninstall ]; then # folders that others may share go if they are empty
    rm -f "$root"/include/rimcast/*.h # those of an older version, too
    for folder in include/rimcast lib/cmake/rimcast lib/cmake lib/pkgconfig share/man/man1 share/man/man3 share/man \
        share/bash-completion/completions share/bash-completion; do
        rmdir "$root/$folder" 2>/dev/null || true
    done
# The loader's cache, for an installation into the running system.
elif [ -z "$destdir" ] && [ "$(id -u)" = 0 ] && command -v ldconfig >/dev/null; then
    ldconfig || true
fi
echo "${what}ed rimcast $version in $root"
