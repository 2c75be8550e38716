# rimcast for JavaScript: build/web/rimcast, a package directory for npm pack.

NODE ?= node

JS_OUT     := $(WEB)/rimcast
JS_GLUE    := $(patsubst %.c,$(WASM)/%.o,$(wildcard web/js/*.c))

$(WASM)/web/js/%.o: web/js/%.c | build/deps/web
	@mkdir -p $(@D)
	$(EMCC) -std=c11 $(WARNINGS) $(BITS) $(OPTIMIZE_wasm) -Iinclude -MMD -MP -c $< -o $@

# Without a file system and without JavaScript of emscripten's: core.js loads it by itself. The linker leaves
# out what the glue does not call.
$(JS_OUT)/rimcast.wasm: $(JS_GLUE) $(WASMLIB)
	@mkdir -p $(@D)
	$(EMCC) -O3 --no-entry -s ALLOW_MEMORY_GROWTH=1 -s INITIAL_MEMORY=4194304 -s TOTAL_STACK=1048576 $^ -o $@

# --- the package --------------------------------------------------------------------------------------

JS_FILES := $(wildcard web/js/*.js) web/js/rimcast.d.ts
JS_PACKAGE := $(patsubst web/js/%,$(JS_OUT)/%,$(JS_FILES)) $(addprefix $(JS_OUT)/,rimcast.wasm LICENSE README.md package.json)

$(JS_OUT)/%: web/js/%
	install -Dm644 $< $@

$(JS_OUT)/LICENSE: LICENSE
	install -Dm644 $< $@

# The version stands in include/rimcast/base.h and nowhere else.
$(JS_OUT)/README.md $(JS_OUT)/package.json: $(JS_OUT)/%: web/js/% include/rimcast/base.h
	@mkdir -p $(@D)
	sed 's/VERSION/$(VERSION)/' $< > $@

.PHONY: js test-js
js: $(JS_PACKAGE)
web: js

# What `npm install` takes.
$(WEB)/rimcast-$(VERSION).tgz: $(JS_PACKAGE)
	cd $(WEB) && npm pack --silent ./rimcast >/dev/null

web: $(WEB)/rimcast-$(VERSION).tgz

# The classes against the native program; the loop of the README.
test-js: js build/rimcast $(WEB)/rimcast-$(VERSION).tgz build/web-tests/node_modules
	RIMCAST=build/rimcast RIMCAST_JS=$(JS_OUT) RIMCAST_TGZ=$(WEB)/rimcast-$(VERSION).tgz \
	    $(NODE) --test --test-reporter=spec $(or $(wildcard web/js/tests/*.test.mjs),$(error web/js/tests has no tests))

test-web: test-js

-include $(wildcard $(WASM)/web/*/*.d)
