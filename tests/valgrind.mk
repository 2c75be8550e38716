# make valgrind [ONLY=mesh]: short runs of the tests that use the library alone, under valgrind's memcheck. What
# starts programs and what draws is left out. Vectors of 512 bits are, too: valgrind does not know them.
VALGRIND       := valgrind -q --error-exitcode=99 --leak-check=full
VALGRIND_TESTS := $(filter-out $(addprefix $(OUT)/tests/,project/% sdl/% cli/%),$(CHOSEN_TESTS))

.PHONY: valgrind
valgrind: $(VALGRIND_TESTS) | build/deps/valgrind
	$(call some_of,$(TEST_PROGRAMS))
	RIMCAST_CASES=1/20 TEST_RUNNER="$(VALGRIND)" sh scripts/run-tests.sh $(VALGRIND_TESTS)
