# make portability: the library, the program and the examples built by other compilers and for other C libraries,
# every warning an error, and run: they must print what the native ones print, byte for byte.
#
#   musl    gcc with musl, linked statically
#   mingw   for Windows, run by wine
#   tcc     a small C compiler: no GNU extension, no vectors. Version 0.9.27 writes 16 bytes where a function
#           returns a structure of 12, such as a rim_vec3, and so spoils what lies behind a variable: a fault of
#           its own, for which only what the program prints is compared, not the hashes of all answers.
#   plain   gcc without GNU extensions (-DRIM_PLAIN_C), pedantic errors
#
# Each is a MODE of its own: `make MODE=mingw ported` makes build/mingw/ported/rimcast.exe. They have no jansson, so the
# program reads no atlases.
PORTS := musl mingw tcc plain

CC_musl  := musl-gcc
CC_mingw := x86_64-w64-mingw32-gcc
CC_tcc   := tcc
CC_plain := gcc

ifneq ($(filter $(MODE),$(PORTS)),)
override CC := $(CC_$(MODE))
JSON_CFLAGS := -DCLI_NO_ATLAS -Ibuild/ports/include
JSON_LIBS   :=
PIC         := $(if $(filter-out mingw,$(MODE)),-fPIC)
OPTIMIZE_$(MODE) := -O2 -DNDEBUG -Werror
LINK_$(MODE)     := $(if $(filter musl mingw,$(MODE)),-static)
$(OUT)/alone/%.o: CFLAGS += -w
endif
OPTIMIZE_plain += -pedantic-errors -DRIM_PLAIN_C
# tcc does not write down what was included.
ifeq ($(MODE),tcc)
$(call objects,$(CORE) $(CLI)): $(wildcard include/rimcast/*.h $(shell find src -name '*.h'))
COMPILE = $(CC) -std=c11 -Wall -Werror -DNDEBUG -DSTBI_NO_SIMD -Iinclude $(CPPFLAGS) $(CFLAGS)
endif

# Of the system's headers cross compilers may see these alone.
build/ports/include/stb: | build/deps/build
	@mkdir -p $(@D)
	ln -sfn "$$(dirname "$$(echo '#include <stb/stb_image.h>' | cc -M -xc - | tr ' ' '\n' | grep /stb_image.h)")" $@

$(OUT)/ported/%$(EXE): docs/examples/%.c $(STATIC)
	@mkdir -p $(@D)
	$(Q)$(COMPILE) $< $(LINK_$(MODE)) $(STATIC) -o $@ -lm

$(OUT)/ported/rimcast$(EXE): $(call objects,$(CLI)) $(STATIC)
	@mkdir -p $(@D)
	$(Q)$(LINK) $^ -o $@ $(JSON_LIBS) -lm

# The two files of the amalgamation; the header also behind windows.h, which has macros called near and far.
$(OUT)/ported/rimcast.o: $(AMALGAMATION)/rimcast.c
	@mkdir -p $(@D)
	$(Q)$(COMPILE) -O0 -c $< -o $@
	$(if $(filter mingw,$(MODE)),echo '#include "rimcast.h"' | \
	    $(CC) -std=c11 $(WARNINGS) -Werror -include windows.h -I$(AMALGAMATION) -fsyntax-only -xc -)

.PHONY: portability ported
ported: build/ports/include/stb
	@$(MAKE) $(OUT)/ported/rimcast.o $(addprefix $(OUT)/ported/,$(addsuffix $(EXE),touch room rimcast)) \
	    $(if $(filter tcc,$(MODE)),,$(OUT)/determinism$(EXE))

portability: build/deps/portability
	$(if $(filter-out $(PORTS),$(ONLY)),$(error ONLY=$(ONLY) is none of: $(PORTS)))
	@$(MAKE) MODE=release ported
	@for port in $(if $(ONLY),$(ONLY),$(PORTS)); do $(MAKE) MODE=$$port ported && \
	    sh tests/portability.sh build/release/ported build/$$port/ported || exit 1; done
