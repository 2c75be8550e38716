# Rimcast in a browser:  make web, make deps-web, make test-web. Included by the Makefile.
#
# Each part has a file of its own beside this one and adds itself to the three targets:
#
#   scenes.mk       the gallery and the demos' scenes     build/web/gallery.html, build/web/scenes/
#   js.mk           the JavaScript module                 build/web/rimcast/
#   workbench.mk    the front page, the module's page     build/web/index.html, build/web/module.html
#   determinism.mk  the reference cases, in node and in the browser

# Debian's emcc does not find its own optimizer without this.
EMCC := NODE_PATH=/usr/share/nodejs emcc
EMAR := NODE_PATH=/usr/share/nodejs emar

# What takes minutes to build outlives `make clean`.
WEB_CACHE ?= $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/rimcast-web

WEB      := build/web
WASM     := build/wasm
WASMLIB  := $(WASM)/librimcast.a

OPTIMIZE_wasm := -O3 -DNDEBUG

.PHONY: web deps-web test-web force

# When all is there: what a visitor downloads.
web: $(WEB)/style.css $(WEB)/icon.svg
	@sh web/sizes.sh $(WEB)

deps-web: build/deps/web
test-web: web
force:

# The core with the Makefile's own rules; wasm code needs no position independence.
WASM_MAKE = $(MAKE) MODE=wasm CC='$(EMCC)' AR='$(EMAR)' PIC=

ifneq ($(MODE),wasm)
$(WASMLIB): force | build/deps/web
	+@$(WASM_MAKE) $@
endif

# The system's stb headers without the rest of the system's headers.
$(WASM)/include/stb: | build/deps/web
	@mkdir -p $(@D)
	ln -sfn $(firstword $(wildcard /usr/include/stb /usr/local/include/stb /opt/homebrew/include/stb)) $@

$(WEB)/style.css $(WEB)/icon.svg: $(WEB)/%: web/%
	install -Dm644 $< $@

# --- what the tests need ----------------------------------------------------------------------------

# playwright-core drives the distribution's Chromium; it downloads no browser of its own.
build/web-tests/node_modules: web/tests/package.json web/tests/package-lock.json web/tests/.npmrc | build/deps/web
	@mkdir -p $(@D)
	cp web/tests/package.json web/tests/package-lock.json web/tests/.npmrc $(@D)
	cd $(@D) && npm ci --no-audit --no-fund --silent && touch node_modules

deps-web: build/web-tests/node_modules

include $(wildcard web/scenes.mk web/js.mk web/workbench.mk web/determinism.mk)
