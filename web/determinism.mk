# The reference cases' hashes (tests/determinism.mk) from the very code that the pages run: once in node, once in
# Chromium.

DETERMINISM_JS := $(WASM)/determinism.js

ifneq ($(MODE),wasm)
$(DETERMINISM_JS): force $(WASMLIB)
	+@$(WASM_MAKE) EXE=.js CPPFLAGS=-w CFLAGS= LDFLAGS='-O1 -sMODULARIZE=1 -sEXPORT_NAME=createDeterminism -sENVIRONMENT=web,node \
	    -sINVOKE_RUN=0 -sEXIT_RUNTIME=0 -sFORCE_FILESYSTEM=1 -sALLOW_MEMORY_GROWTH=1 -sINITIAL_MEMORY=64MB -sTOTAL_STACK=16MB \
	    -sEXPORTED_RUNTIME_METHODS=FS,callMain' $@
endif

.PHONY: test-web-determinism
test-web-determinism: $(DETERMINISM_JS) build/web-tests/node_modules
	$(NODE) web/tests/determinism.mjs

test-web: test-web-determinism
