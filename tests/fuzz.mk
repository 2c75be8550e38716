# make fuzz [FUZZ_SECONDS=10] [ONLY=masks] [JOBS=2]: random bytes into each fuzzer, built with the sanitizers.
# make fuzz-bred: the same with clang, whose libFuzzer breeds inputs that run new branches. The inputs are kept in
# build/fuzz/inputs and bred on the next time; a finding is left in build/fuzz.
FUZZ_SECONDS ?= 10

OPTIMIZE_fuzz := $(ANY_INPUT) -O1 -g -fno-omit-frame-pointer -DRIM_LIBFUZZER \
                 -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all
LINK_fuzz     := -fsanitize=fuzzer,address,undefined

# libFuzzer has a main of its own: it runs those fuzzers that leave theirs to the driver in tests/support.
BRED          := $(shell grep -l LLVMFuzzerTestOneInput $(FUZZERS))
FUZZ_PROGRAMS := $(patsubst tests/%.c,$(OUT)/tests/%,$(if $(filter fuzz,$(MODE)),$(BRED),$(FUZZERS)))

.PHONY: fuzz fuzz-bred fuzz-run
fuzz:
	$(call some_of,$(FUZZ_PROGRAMS))
	$(MAKE) MODE=asan fuzz-run

fuzz-bred: | build/deps/lint
	$(call some_of,$(patsubst tests/%.c,$(OUT)/tests/%,$(BRED)))
	$(MAKE) MODE=fuzz CC=clang fuzz-run

fuzz-run: $(call chosen,$(FUZZ_PROGRAMS))
	$(call some_of,$(FUZZ_PROGRAMS))
	@JOBS=$(or $(JOBS),$(shell nproc 2>/dev/null)) sh scripts/fuzz.sh $(FUZZ_SECONDS) $^

$(FUZZ_PROGRAMS): $(OUT)/tests/%: $(OUT)/tests/%.o $(SUPPORTLIB) $(PRIVATE)
	$(Q)$(LINK) $^ -o $@ $(CMOCKA_LIBS) $(JSON_LIBS) -lm

# What the program reads, without its main and its messages. It needs the library behind it.
$(filter %/fuzz/cli,$(FUZZ_PROGRAMS)): $(call objects,$(filter-out src/cli/main.c src/cli/report.c,$(CLI)))
$(filter %/fuzz/cli,$(FUZZ_PROGRAMS)): JSON_LIBS = $(PRIVATE) $(shell $(PKG) --libs jansson)
