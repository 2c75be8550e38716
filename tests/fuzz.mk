# make fuzz-bred [FUZZ_SECONDS=600] [ONLY=masks]: the fuzzers again, built with clang, whose libFuzzer breeds
# inputs that run new branches. What it bred is kept in build/fuzz/inputs and bred on the next time; a finding is
# left in build/fuzz.
OPTIMIZE_fuzz := -O1 -g -fno-omit-frame-pointer -DRIM_LIBFUZZER \
                 -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all
LINK_fuzz     := -fsanitize=fuzzer,address,undefined

# Those that leave their main to the driver in tests/support.
BRED := $(foreach f,$(shell grep -l LLVMFuzzerTestOneInput tests/fuzz/*.c),$(if $(findstring $(ONLY),$f),$f))
BRED_PROGRAMS := $(patsubst tests/%.c,build/fuzz/tests/%,$(BRED))

.PHONY: fuzz-bred fuzz-bred-run
fuzz-bred: | build/deps/lint
	$(MAKE) MODE=fuzz CC=clang fuzz-bred-run FUZZ_SECONDS=$(FUZZ_SECONDS)

fuzz-bred-run: $(BRED_PROGRAMS)
	@for program in $^; do \
	    name=$$(basename $$program); \
	    mkdir -p build/fuzz/inputs/$$name; \
	    echo "fuzz    $$name for $(FUZZ_SECONDS) s"; \
	    $$program -max_total_time=$(FUZZ_SECONDS) -timeout=20 -max_len=400 -print_final_stats=1 \
	        -artifact_prefix=build/fuzz/ build/fuzz/inputs/$$name 2>build/fuzz/$$name.log || \
	        { tail -40 build/fuzz/$$name.log; exit 1; }; \
	    grep 'number_of_executed_units\|average_exec' build/fuzz/$$name.log; \
	done

build/fuzz/tests/fuzz/%: build/fuzz/tests/fuzz/%.o $(SUPPORTLIB) $(PRIVATE)
	$(LINK) $^ -o $@ $(CMOCKA_LIBS) $(JSON_LIBS) -lm

# What the program reads, without its main and its voice. It needs the library behind it.
build/asan/tests/fuzz/cli build/fuzz/tests/fuzz/cli: \
    $(call objects,$(filter-out src/cli/main.c src/cli/report.c,$(CLI)))
build/asan/tests/fuzz/cli build/fuzz/tests/fuzz/cli: JSON_LIBS = $(PRIVATE) $(shell $(PKG) --libs jansson)
