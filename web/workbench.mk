# The workbench, build/web/index.html: a page over the JavaScript module and the command line program, which is
# compiled to WebAssembly as it stands, so that exports and messages are the program's.

TOOL_OUT  := $(WEB)/workbench
TOOL_JSON := $(WEB_CACHE)/lib/libjansson.a

$(TOOL_JSON): | build/deps/web
	JOBS=$(JOBS) sh web/json.sh "$(WEB_CACHE)"

deps-web: $(TOOL_JSON)

TOOL_COMPILE = $(EMCC) -std=c11 $(WARNINGS) $(BITS) -O2 -DNDEBUG -Iinclude -MMD -MP

$(WASM)/src/cli/%.o: src/cli/%.c | $(WASM)/include/stb $(TOOL_JSON)
	@mkdir -p $(@D)
	$(TOOL_COMPILE) -I$(WASM)/include -I$(WEB_CACHE)/include -c $< -o $@

$(WASM)/web/workbench/%.o: web/workbench/%.c | build/deps/web
	@mkdir -p $(@D)
	$(TOOL_COMPILE) -c $< -o $@

TOOL_PARTS := $(patsubst %.c,$(WASM)/%.o,$(CLI) web/workbench/tool.c)

$(TOOL_OUT)/program.js: $(TOOL_PARTS) $(WASMLIB) $(TOOL_JSON)
	@mkdir -p $(@D)
	$(EMCC) -O2 -s MODULARIZE=1 -s EXPORT_ES6=1 -s ENVIRONMENT=web -s INVOKE_RUN=0 -s EXIT_RUNTIME=0 \
	    -s FORCE_FILESYSTEM=1 -s ALLOW_MEMORY_GROWTH=1 -s TOTAL_STACK=1048576 \
	    -s EXPORTED_FUNCTIONS=_main,_read_frames,_malloc,_free -s EXPORTED_RUNTIME_METHODS=FS $^ -o $@

# --- the page -----------------------------------------------------------------------------------------

TOOL_SAMPLES := ship.png ring.png crescent.png
TOOL_PAGE := $(WEB)/index.html $(WEB)/module.html $(patsubst web/workbench/%,$(TOOL_OUT)/%,$(wildcard web/workbench/*.js web/workbench/*.css)) \
             $(addprefix $(TOOL_OUT)/samples/,$(TOOL_SAMPLES))

$(WEB)/index.html: web/workbench/index.html
	install -Dm644 $< $@

$(WEB)/module.html: web/workbench/module.mjs web/workbench/module.html web/js/README.md include/rimcast/base.h
	@mkdir -p $(@D)
	$(NODE) $< web/js/README.md web/workbench/module.html $(VERSION) > $@

$(TOOL_OUT)/%: web/workbench/%
	install -Dm644 $< $@

$(TOOL_OUT)/samples/%: assets/%
	install -Dm644 $< $@

.PHONY: workbench test-workbench
workbench: $(TOOL_PAGE) $(TOOL_OUT)/program.js $(WEB)/style.css $(WEB)/icon.svg js

web: workbench

# Every export against the native program, broken images, mouse, keys and fingers, in Chromium.
test-workbench: workbench build/rimcast build/web-tests/node_modules
	RIMCAST=build/rimcast $(NODE) web/tests/workbench.mjs

test-web: test-workbench

-include $(wildcard $(WASM)/src/cli/*.d)
