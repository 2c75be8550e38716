# The same bits everywhere: one program hashes the answers to recorded and random questions, function by function,
# and tests/determinism.txt holds the hashes that it must find, whatever compiled it and whatever runs it.
#
#   make determinism             for every compiler, processor and choice of SIMD that is at hand
#   make determinism ONLY=clang  those whose names contain "clang"
#   make determinism-record      writes tests/determinism.txt anew (after a change that is meant to change answers)
#
# tests/project/determinism.c runs the short form natively. The program needs no library but the C library:
# tests/standins has what it uses of cmocka and jansson.

DETERMINISM := $(wildcard tests/determinism/*.c)

$(SUPPORTLIB): $(call objects,$(filter-out %/main.c,$(DETERMINISM)))

# Tests for any processor: with stand-ins instead of the libraries, into a place of their own.
ALONE := $(DETERMINISM) $(wildcard tests/standins/*.c tests/support/reference/*.c) \
         $(addprefix tests/support/,flash/flash_vectors.c meshes.c support.c)

# gcc 12 for arm64 falls over a loop of theirs that it makes into vectors.
$(OUT)/alone/tests/%.o: tests/%.c
	@mkdir -p $(@D)
	$(Q)$(COMPILE) -fno-tree-vectorize -UNDEBUG -Isrc -Itests -Itests/standins -c $< -o $@

$(OUT)/determinism$(EXE): $(ALONE:%.c=$(OUT)/alone/%.o) $(PRIVATE)
	$(Q)$(LINK) $^ -o $@ -lm

.PHONY: determinism determinism-record

# What cannot be installed is left out, and that is said.
determinism: build/deps/build
	-@DEPS=$(DEPS) sh scripts/deps.sh determinism
	@sh scripts/determinism.sh "$(ONLY)"

determinism-record: $(OUT)/determinism
	sh scripts/determinism.sh --record $<
