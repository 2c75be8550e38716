# make coverage [ONLY=name]: which lines and branches of src/ the tests run. The table is printed, the
# marked sources are in build/coverage/html/index.html.
#
# What counts as a branch: each way out of each condition that the compiler does not know beforehand, as
# written, since nothing is optimized: both sides of every operand of && and ||, of every ?: and loop, and
# each case of a switch. Assertions are compiled away, as in the library that people use. Where a body is
# compiled several times, as for each set of vector instructions, a line or branch counts once, and as run
# if any of the copies ran it (so nothing is inlined by force); tests compare the copies. No line carries a
# mark that leaves it out.
OPTIMIZE_coverage := -O0 -g -DNDEBUG -Dalways_inline= --coverage -fprofile-update=atomic -DRIM_TEST_FEW_CASES
LINK_coverage     := --coverage

# Those that build programs of their own with the libraries as they are installed, not with these.
COVERAGE_TESTS := $(filter-out %/project/docs$(EXE) %/project/install$(EXE),$(CHOSEN_TESTS))

.PHONY: coverage coverage-run coverage-report
coverage: all | build/deps/coverage
	$(call some_of,$(TEST_PROGRAMS))
	$(MAKE) MODE=coverage CC=gcc coverage-run

# Counts of an earlier run would stay with those of this one. The table is printed although a test failed,
# and then the target fails.
coverage-run: $(COVERAGE_TESTS) $(OUT)/rimcast $(SHARED)
	@find $(OUT) -name '*.gcda' -exec rm {} +
	@rm -f $(OUT)/failed
	@TEST_LOGS=$(OUT)/logs RIMCAST=$(OUT)/rimcast sh scripts/run-tests.sh $(COVERAGE_TESTS) || \
		touch $(OUT)/failed
	sh scripts/coverage.sh $(OUT)
	@if [ -e $(OUT)/failed ]; then echo "coverage: tests failed, see above"; exit 1; fi

# Again from the counts that are there.
coverage-report: | build/deps/coverage
	sh scripts/coverage.sh build/coverage
