# Libraries for WebAssembly from the distribution's source packages, into $folder/include and $folder/lib.
# Read by sdl.sh and json.sh. Nothing of the system is changed: the package lists of the sources lie in
# $folder, too.
set -eu
mkdir -p "$1"
folder=$(cd "$1" && pwd)
lists=$folder/apt-$(basename "$0" .sh)
jobs=${JOBS:-$(nproc 2>/dev/null || echo 2)}
export NODE_PATH="${NODE_PATH:-/usr/share/nodejs}" # Debian's emcc looks for its optimizer there

# The machine's own package sources, asked for sources instead of binaries.
source_lists() {
    mkdir -p "$lists/parts" "$lists/lists/partial" "$lists/cache/archives/partial"
    for list in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
        [ ! -f "$list" ] || sed -n 's/^[[:space:]]*deb\([[:space:]]\)/deb-src\1/p' "$list" \
            >"$lists/parts/$(basename "$list" .list).list"
    done
    for list in /etc/apt/sources.list.d/*.sources; do
        [ ! -f "$list" ] || sed 's/^Types:.*/Types: deb-src/' "$list" >"$lists/parts/$(basename "$list")"
    done
}

with_sources() {
    apt-get -qq -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$lists/parts" \
        -o Dir::State::lists="$lists/lists" -o Dir::Cache="$lists/cache" \
        -o APT::Sandbox::User= "$@"
}

fetch() { # fetch <source package> <folder to unpack into>
    [ ! -d "$folder/$2" ] || return 0
    command -v apt-get >/dev/null || {
        echo "without apt, unpack the source of $1 into $folder/$2" >&2
        exit 1
    }
    rm -rf "$folder/$2.new"
    [ -d "$lists/done" ] || {
        source_lists
        with_sources update
        mkdir "$lists/done"
    }
    echo "fetching the source of $1"
    (cd "$lists" && with_sources source --download-only "$1" >/dev/null)
    mkdir "$folder/$2.new"
    tar -xf "$lists/$1"_*.orig.tar.* -C "$folder/$2.new" --strip-components=1
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
