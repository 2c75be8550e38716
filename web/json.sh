#!/bin/sh
# json.sh FOLDER: builds jansson, which reads the atlases, for WebAssembly from the distribution's source
# package, and puts it into FOLDER/include and FOLDER/lib.
#
# Where there is no apt, unpack the source (jansson 2.14 or later) into FOLDER/jansson, and run this again.
. "$(dirname "$0")/sources.sh"

fetch jansson jansson
build jansson -DJANSSON_BUILD_DOCS=OFF -DJANSSON_WITHOUT_TESTS=ON -DJANSSON_EXAMPLES=OFF \
    -DUSE_URANDOM=OFF -DUSE_WINDOWS_CRYPTOAPI=OFF
ls "$folder/lib/libjansson.a"
