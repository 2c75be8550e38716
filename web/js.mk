# rimcast for JavaScript: build/web/rimcast, a package directory for npm pack; and the workbench, whose page is
# build/web/index.html.

EMCC ?= NODE_PATH=/usr/share/nodejs emcc
NODE ?= node

JS_OUT     := build/web/rimcast
JS_OBJECTS := build/web-objects

# -O3 as on the desktop, and the same bits; what nothing calls is left out by the linker.
EM_COMPILE = $(EMCC) -std=c11 $(WARNINGS) $(BITS) -O3 -DNDEBUG -Iinclude -MMD -MP

JS_CORE := $(wildcard src/base/*.c src/flat/*.c web/js/*.c)

$(JS_OBJECTS)/%.o: %.c | build/deps/web
	@mkdir -p $(@D)
	$(EM_COMPILE) -Isrc -c $< -o $@

# Without a file system, without JavaScript of emscripten's: rimcast.js loads it by itself.
$(JS_OUT)/rimcast.wasm: $(patsubst %.c,$(JS_OBJECTS)/%.o,$(JS_CORE))
	@mkdir -p $(@D)
	$(EMCC) -O3 --no-entry -s ALLOW_MEMORY_GROWTH=1 -s INITIAL_MEMORY=4194304 -s TOTAL_STACK=1048576 $^ -o $@

-include $(shell find $(JS_OBJECTS) -name '*.d' 2>/dev/null)

# --- the package --------------------------------------------------------------------------------------

JS_FILES := $(wildcard web/js/*.js) web/js/rimcast.d.ts
JS_PACKAGE := $(patsubst web/js/%,$(JS_OUT)/%,$(JS_FILES)) $(addprefix $(JS_OUT)/,rimcast.wasm LICENSE README.md package.json)

$(JS_OUT)/%.js: web/js/%.js
	@mkdir -p $(@D)
	cp $< $@

$(JS_OUT)/%.d.ts: web/js/%.d.ts
	@mkdir -p $(@D)
	cp $< $@

$(JS_OUT)/LICENSE: LICENSE
	@mkdir -p $(@D)
	cp $< $@

# The version stands in include/rimcast/base.h and nowhere else.
$(JS_OUT)/README.md $(JS_OUT)/package.json: $(JS_OUT)/%: web/js/% include/rimcast/base.h
	@mkdir -p $(@D)
	sed 's/VERSION/$(VERSION)/' $< > $@

.PHONY: js test-js
js: $(JS_PACKAGE)

# The classes against the native program; the loop of the README.
test-js: js build/rimcast
	RIMCAST=build/rimcast RIMCAST_JS=$(JS_OUT) $(NODE) --test web/js/tests/
