# make test-sdl3    the adapter for SDL3, with SDL3's dummy driver. pkg-config must know sdl3:
#                   PKG_CONFIG_PATH=.../lib/pkgconfig for a release that is built by hand

.PHONY: test-sdl3

$(OUT)/tests/sdl3/%.o: tests/sdl/%.c | build/deps/test
	@mkdir -p $(@D)
	$(call step,$< for SDL3)
	$(Q)$(COMPILE) -UNDEBUG -DRIM_SDL3 -Isrc -Itests $(CMOCKA_CFLAGS) $(SDL3_CFLAGS) -c $< -o $@

$(OUT)/tests/sdl3/adapter: $(OUT)/tests/sdl3/adapter.o $(SUPPORTLIB) $(SDL3LIB) $(PRIVATE)
	$(Q)$(LINK) $^ -o $@ $(CMOCKA_LIBS) $(JSON_LIBS) $(SDL3_LIBS) -lm

test-sdl3:
	@$(PKG) --exists sdl3 || { echo "test-sdl3: pkg-config does not know sdl3"; exit 1; }
	@$(MAKE) $(OUT)/tests/sdl3/adapter
	$(OUT)/tests/sdl3/adapter
