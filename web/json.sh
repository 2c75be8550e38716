#!/bin/sh
# json.sh FOLDER: builds jansson, which reads the atlases, for WebAssembly from the distribution's source
# package, and puts it into FOLDER/include and FOLDER/lib.
#
# Where there is no apt, unpack the source (jansson 2.14 or later) into FOLDER/jansson, and run this again.
. "$(dirname "$0")/sources.sh"

fetch jansson jansson

# A dozen files: what its build would find out about emscripten's C library is known, and written down.
build=$folder/jansson.build
mkdir -p "$build" "$folder/include" "$folder/lib"
cp "$folder/jansson/src/jansson.h" "$folder/include/"
cat >"$folder/include/jansson_config.h" <<'END'
#ifndef JANSSON_CONFIG_H
#define JANSSON_CONFIG_H
#define JSON_INLINE inline
#define JSON_INTEGER_IS_LONG_LONG 1
#define JSON_HAVE_LOCALECONV 1
#define JSON_HAVE_ATOMIC_BUILTINS 1
#define JSON_HAVE_SYNC_BUILTINS 1
#define JSON_PARSER_MAX_DEPTH 2048
#endif
END
cat >"$build/jansson_private_config.h" <<'END'
#define HAVE_STDINT_H 1
#define HAVE_SYS_TYPES_H 1
#define HAVE_UNISTD_H 1
#define HAVE_FCNTL_H 1
#define HAVE_LOCALE_H 1
#define HAVE_SETLOCALE 1
#define HAVE_STRTOLL 1
#define HAVE_ATOMIC_BUILTINS 1
#define INITIAL_HASHTABLE_ORDER 3
END
for file in "$folder"/jansson/src/*.c; do
    emcc -O2 -DHAVE_CONFIG_H -I"$build" -I"$folder/include" -c "$file" -o "$build/$(basename "$file" .c).o"
done
rm -f "$folder/lib/libjansson.a"
emar rcs "$folder/lib/libjansson.a" "$build"/*.o
ls "$folder/lib/libjansson.a"
