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

.PHONY: coverage coverage-run coverage-report
coverage: all | build/deps/coverage
	$(MAKE) MODE=coverage CC=gcc coverage-run

# Counts of an earlier run would stay with those of this one.
coverage-run: $(CHOSEN_TESTS) $(OUT)/rimcast $(SHARED)
	@find $(OUT) -name '*.gcda' -exec rm {} +
	TEST_LOGS=$(OUT)/logs RIMCAST=$(OUT)/rimcast sh scripts/run-tests.sh $(CHOSEN_TESTS)
	sh scripts/coverage.sh $(OUT)

# Again from the counts that are there.
coverage-report: | build/deps/coverage
	sh scripts/coverage.sh build/coverage
