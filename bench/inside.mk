# bench-shape3: what rim_shape3_... take beside the forms inside. It calls private names.
.PHONY: bench-shape3
bench-shape3: $(OUT)/bench/inside/shape3
	@$< $(ONLY)

$(OUT)/bench/inside/%.o: bench/inside/%.c | build/deps/build
	@mkdir -p $(@D)
	$(call step,$<)
	$(Q)$(COMPILE) -Isrc -c $< -o $@

$(OUT)/bench/inside/shape3: $(OUT)/bench/inside/shape3.o $(PRIVATE)
	$(Q)$(LINK) $^ -o $@ -lm
