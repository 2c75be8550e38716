# The scenes as WebAssembly: one program with SDL2 for all of them, a page for each, and the gallery.

SCENES     := $(WEB)/scenes
WEB_SDL    := $(WEB_CACHE)/lib/libSDL2.a
WEB_DEMOS  := $(WASM)/librimcast-demos.a
SCENE_SRC  := web/scene.html web/gallery.html web/scenes.json web/pages.mjs

.PHONY: web-scenes test-web-scenes
web: web-scenes
deps-web: $(WEB_SDL)
test-web: test-web-scenes

web-scenes: $(SCENES)/rimcast-demos.js $(SCENES)/scene.js $(SCENES)/drag.html $(WEB)/licences.txt

# SDL2 and SDL2_image, from the distribution's source packages.
$(WEB_SDL): | build/deps/web
	JOBS=$(JOBS) sh web/sdl.sh "$(WEB_CACHE)"

ifneq ($(MODE),wasm)
$(WEB_DEMOS): force $(WEB_SDL) | $(WASM)/include/stb
	+@$(WASM_MAKE) SDL_CFLAGS='-isystem $(WEB_CACHE)/include/SDL2 -isystem $(WASM)/include' $@
else
$(WEB_DEMOS): $(call objects,$(DEMOS) $(SDL))
	@rm -f $@
	$(AR) rcs $@ $^
endif

# What the scenes read: sprites, rooms, recorded tracks, and a font with the letters that they use.
WEB_FILES := $(wildcard assets/*.png assets/*.raw assets/tracks/*.track)
WEB_FONTS := $(WASM)/fonts/DejaVuSans.ttf $(WASM)/fonts/DejaVuSans-Bold.ttf

$(WEB_FONTS): $(WASM)/fonts/%: web/subset.mjs demos/kit_text.c
	@mkdir -p $(@D)
	node web/subset.mjs $* $@

$(SCENES)/rimcast-demos.js: $(WEB_DEMOS) $(WASMLIB) $(WEB_FILES) $(WEB_FONTS)
	@mkdir -p $(@D)
	$(EMCC) -O3 $(WEB_DEMOS) $(WASMLIB) $(WEB_CACHE)/lib/libSDL2_image.a $(WEB_SDL) -o $@ \
	    -sALLOW_MEMORY_GROWTH -sENVIRONMENT=web -sFORCE_FILESYSTEM \
	    -sEXPORTED_FUNCTIONS=_main,_free,_malloc -sEXPORTED_RUNTIME_METHODS=FS,ENV,ccall,UTF8ToString \
	    $(foreach file,$(WEB_FILES),--preload-file $(file)) --preload-file $(WASM)/fonts@/fonts

$(SCENES)/scene.js: web/scene.js
	install -Dm644 $< $@

$(WEB)/licences.txt: web/licences.sh LICENSE $(WEB_SDL) | $(WEB_CACHE)/lib/libjansson.a
	@mkdir -p $(@D)
	sh web/licences.sh "$(WEB_CACHE)" > $@

# All pages are made at once.
$(SCENES)/drag.html: $(SCENE_SRC) $(wildcard docs/pictures/*.png)
	@mkdir -p $(@D)
	node web/pages.mjs $(WEB)

test-web-scenes: web-scenes build/web-tests/node_modules build/rimcast-demos
	node web/tests/scenes.mjs
