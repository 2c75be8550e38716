# Rimcast in a browser:  make web, make deps-web, make test-web.
#
#   build/web/gallery.html, scenes/      the demos' scenes: one program with SDL2, a page for each
#   build/web/rimcast/, rimcast-*.tgz    the JavaScript module, a package for npm
#   build/web/index.html, module.html    the workbench over module and program, and the module's page
#   build/wasm/determinism.js            the reference cases (tests/determinism.mk), for node and for Chromium

NODE ?= node

# Debian's emcc does not find its own optimizer without this.
EMCC := NODE_PATH=/usr/share/nodejs emcc
EMAR := NODE_PATH=/usr/share/nodejs emar

# What takes minutes to build outlives `make clean`. The file is made when all its libraries are.
WEB_CACHE ?= $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/rimcast-web
WEB_LIBS  := $(WEB_CACHE)/complete

WEB       := build/web
WASM      := build/wasm
SCENES    := $(WEB)/scenes
PACKAGE   := $(WEB)/rimcast
WORKBENCH := $(WEB)/workbench
NPM_TESTS := build/web-tests/node_modules

OPTIMIZE_wasm := -O3 -DNDEBUG

.PHONY: web deps-web test-web test-web-determinism test-js test-web-scenes test-workbench force

deps-web: build/deps/web $(WEB_LIBS) $(NPM_TESTS)

$(WEB_LIBS): | build/deps/web
	JOBS=$(JOBS) sh web/libraries.sh "$(WEB_CACHE)"

# playwright-core drives the distribution's Chromium; it downloads no browser of its own.
$(NPM_TESTS): web/tests/package.json web/tests/package-lock.json web/tests/.npmrc | build/deps/web
	@mkdir -p $(@D)
	cp $^ $(@D)
	cd $(@D) && npm ci --no-audit --no-fund --silent && touch node_modules

# --- C ------------------------------------------------------------------------------------------------

# All C is compiled with the Makefile's own rules into archives; wasm code needs no position independence.
WASM_MAKE = $(MAKE) MODE=wasm CC='$(EMCC)' AR='$(EMAR)' PIC= \
            JSON_CFLAGS='-isystem build/ports/include -isystem $(WEB_CACHE)/include' \
            SDL_CFLAGS='-isystem build/ports/include -isystem $(WEB_CACHE)/include/SDL2'
WASMLIB  := $(WASM)/librimcast.a

ifeq ($(MODE),wasm)
$(WASM)/libscenes.a: $(call objects,$(DEMOS) $(SDL))
$(WASM)/libprogram.a: $(call objects,$(CLI) web/workbench/tool.c)
$(WASM)/libglue.a: $(call objects,$(wildcard web/js/*.c))
$(WASM)/libscenes.a $(WASM)/libprogram.a $(WASM)/libglue.a:
	@rm -f $@
	$(AR) rcs $@ $^

$(WASM)/web/%.o: web/%.c
	@mkdir -p $(@D)
	$(Q)$(COMPILE) -c $< -o $@
else
$(WASM)/libscenes.a $(WASM)/libprogram.a: $(WEB_LIBS)
$(WASM)/lib%.a: force | build/deps/web build/ports/include/stb
	+@$(WASM_MAKE) $@

$(WASM)/determinism.js: force $(WASMLIB)
	+@$(WASM_MAKE) EXE=.js CPPFLAGS=-w CFLAGS= LDFLAGS='-O1 -sMODULARIZE -sEXPORT_NAME=createDeterminism \
	    -sENVIRONMENT=web,node -sINVOKE_RUN=0 -sEXIT_RUNTIME=0 -sFORCE_FILESYSTEM -sALLOW_MEMORY_GROWTH \
	    -sINITIAL_MEMORY=64MB -sTOTAL_STACK=16MB -sEXPORTED_RUNTIME_METHODS=FS,callMain' $@
endif

# What the scenes read: sprites, rooms, recorded tracks, and a font with the letters that they use.
WEB_FILES := $(wildcard assets/*.png assets/*.raw assets/*.shapes assets/tracks/*.track)
WEB_FONTS := $(WASM)/fonts/DejaVuSans.ttf $(WASM)/fonts/DejaVuSans-Bold.ttf

$(WEB_FONTS): $(WASM)/fonts/%: web/subset.mjs demos/kit_text.c
	@mkdir -p $(@D)
	$(NODE) web/subset.mjs $* $@

$(SCENES)/rimcast-demos.js: $(WASM)/libscenes.a $(WASMLIB) $(WEB_FILES) $(WEB_FONTS)
	@mkdir -p $(@D)
	$(EMCC) -O3 $(filter %.a,$^) $(WEB_CACHE)/lib/libSDL2_image.a $(WEB_CACHE)/lib/libSDL2.a -o $@ \
	    -sALLOW_MEMORY_GROWTH -sENVIRONMENT=web -sFORCE_FILESYSTEM \
	    -sEXPORTED_FUNCTIONS=_main,_free,_malloc -sEXPORTED_RUNTIME_METHODS=FS,ENV,ccall,UTF8ToString \
	    $(foreach file,$(WEB_FILES),--preload-file $(file)) --preload-file $(WASM)/fonts@/fonts

# Without a file system and without JavaScript of emscripten's: core.js loads it by itself. The linker leaves
# out what the glue does not call.
$(PACKAGE)/rimcast.wasm: $(WASM)/libglue.a $(WASMLIB)
	@mkdir -p $(@D)
	$(EMCC) -O3 --no-entry -sALLOW_MEMORY_GROWTH -sINITIAL_MEMORY=4194304 -sTOTAL_STACK=1048576 \
	    -Wl,--whole-archive $< -Wl,--no-whole-archive $(WASMLIB) -o $@

# The program as it stands, so that exports and messages are the program's.
$(WORKBENCH)/program.js: $(WASM)/libprogram.a $(WASMLIB) $(WEB_LIBS)
	@mkdir -p $(@D)
	$(EMCC) -O2 -sMODULARIZE -sEXPORT_ES6 -sENVIRONMENT=web -sINVOKE_RUN=0 -sEXIT_RUNTIME=0 \
	    -sFORCE_FILESYSTEM -sALLOW_MEMORY_GROWTH -sTOTAL_STACK=1048576 \
	    -sEXPORTED_FUNCTIONS=_main,_read_frames,_malloc,_free -sEXPORTED_RUNTIME_METHODS=FS \
	    $(filter %.a,$^) $(WEB_CACHE)/lib/libjansson.a -o $@

# --- pages and the package ----------------------------------------------------------------------------

PACKAGED := $(patsubst web/js/%,$(PACKAGE)/%,$(wildcard web/js/*.js web/js/*.ts)) \
            $(addprefix $(PACKAGE)/,rimcast.wasm LICENSE README.md package.json)
PAGES    := $(addprefix $(WEB)/,style.css icon.svg index.html module.html licences.txt) \
            $(addprefix $(SCENES)/,rimcast-demos.js scene.js drag.html) \
            $(patsubst web/%,$(WEB)/%,$(wildcard web/workbench/*.js web/workbench/*.css)) \
            $(addprefix $(WORKBENCH)/,program.js samples/ship.png samples/ring.png samples/crescent.png)

# When all is there: what a visitor downloads.
web: $(PAGES) $(PACKAGED) $(WEB)/rimcast-$(VERSION).tgz
	@find $(WEB) -name '*.wasm' -o -name '*.js' -o -name '*.mjs' -o -name '*.data' | sort | while read -r file; do \
	    printf '%-40s %8d bytes, gzipped %8d\n' $$file $$(wc -c <$$file) $$(gzip -9 -c $$file | wc -c); done

# Files that are taken as they are: folder:folder.
define taken
$(lastword $(subst :, ,$(1)))/%: $(firstword $(subst :, ,$(1)))/%
	install -Dm644 $$< $$@
endef
$(foreach pair,web:$(WEB) web/workbench:$(WEB) web:$(SCENES) web/js:$(PACKAGE) assets:$(WORKBENCH)/samples, \
    $(eval $(call taken,$(pair))))

$(PACKAGE)/LICENSE: LICENSE
	install -Dm644 $< $@

# The version stands in include/rimcast/base.h and nowhere else.
$(PACKAGE)/README.md $(PACKAGE)/package.json: $(PACKAGE)/%: web/js/% include/rimcast/base.h
	@mkdir -p $(@D)
	sed 's/VERSION/$(VERSION)/' $< > $@

# What `npm install` takes.
$(WEB)/rimcast-$(VERSION).tgz: $(PACKAGED)
	cd $(WEB) && npm pack --silent ./rimcast >/dev/null

$(WEB)/licences.txt: web/licences.sh LICENSE $(WEB_LIBS)
	@mkdir -p $(@D)
	sh web/licences.sh "$(WEB_CACHE)" > $@

# All pages of scenes are made at once.
$(SCENES)/drag.html: web/scene.html web/gallery.html web/scenes.json web/pages.mjs $(wildcard docs/pictures/*.png)
	@mkdir -p $(@D)
	$(NODE) web/pages.mjs $(WEB)

$(WEB)/module.html: web/workbench/module.mjs web/workbench/module.html web/js/README.md include/rimcast/base.h
	@mkdir -p $(@D)
	$(NODE) $< web/js/README.md web/workbench/module.html $(VERSION) > $@

# --- tests --------------------------------------------------------------------------------------------

test-web: test-web-determinism test-js test-web-scenes test-workbench
test-web-determinism test-js test-web-scenes test-workbench: web build/rimcast build/rimcast-demos $(NPM_TESTS)

test-web-determinism: $(WASM)/determinism.js
	$(NODE) web/tests/determinism.mjs

# The classes against the native program; the loop of the README.
test-js:
	RIMCAST=build/rimcast RIMCAST_JS=$(PACKAGE) RIMCAST_TGZ=$(WEB)/rimcast-$(VERSION).tgz \
	    $(NODE) --test --test-reporter=spec $(or $(wildcard web/js/tests/*.test.mjs),$(error web/js/tests has no tests))

test-web-scenes:
	RIMCAST_ONLY='$(ONLY)' $(NODE) web/tests/scenes.mjs

# Every export against the native program, broken images, mouse, keys and fingers, in Chromium.
test-workbench:
	RIMCAST=build/rimcast RIMCAST_ONLY='$(ONLY)' $(NODE) web/tests/workbench.mjs
