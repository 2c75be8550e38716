# make coverage [ONLY=name]: the lines and branches of src/ that the tests run, as a table, and as marked sources in
# build/coverage/html/index.html; make coverage-report: again from the counts that are there.
#
# A branch is each way out of each condition that the compiler does not know beforehand: nothing is optimized or
# inlined by force, and assertions are compiled away, as in the library that people use. Where a body is compiled
# several times, as for each set of vector instructions, a line or branch counts once, as run if any copy ran it.
# No line carries a mark that leaves it out.
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
	@TEST_LOGS=$(OUT)/logs RIMCAST=$(OUT)/rimcast sh scripts/run-tests.sh $(COVERAGE_TESTS); status=$$?; \
	    $(MAKE) coverage-report; exit $$status

# Without the assertions of gcovr 5, one of which allows a name no more than one function of a file.
coverage-report: | build/deps/coverage
	@mkdir -p build/coverage/html
	PYTHONOPTIMIZE=1 gcovr --root . --object-directory build/coverage --filter src/ --print-summary \
	    --txt build/coverage/files.txt \
	    --html-details build/coverage/html/index.html build/coverage/src
	@cut -c1-79 build/coverage/files.txt
