# make mutants [MUTANTS=20] [SEED=1] [ONLY=mesh]: plants so many faults in each module, one at a time and
# in a copy, and counts those that the tests notice; fails below 90 %. All modules take hours, one takes
# minutes. scripts/mutants.sh tells how.
MUTANTS ?= 20
SEED    ?= 1

# As the tests run: no assertion of the library helps them. Maps tell which program has which object.
OPTIMIZE_mutants := -O2 -DNDEBUG
LINK_mutants      = -Wl,-Map,$@.map

.PHONY: mutants mutants-run
mutants:
	@$(MAKE) -s MODE=mutants mutants-run

# Some look at the library as it is installed, or at other builds of it than the one with the fault.
MUTANT_TESTS := $(filter-out %/project/install %/project/amalgamation %/project/docs,$(TEST_PROGRAMS))

mutants-run: $(MUTANT_TESTS) $(OUT)/rimcast
	@OUT=$(OUT) TESTS='$(MUTANT_TESTS:$(OUT)/tests/%=%)' MUTANTS=$(MUTANTS) SEED=$(SEED) ONLY='$(ONLY)' \
	COMPILE='$(COMPILE) -fPIC -Isrc -w $(SDL_CFLAGS) $(JSON_CFLAGS)' LINK='$(CC) $(LDFLAGS)' \
	LIBS='$(CMOCKA_LIBS) $(JSON_LIBS) $(SDL_LIBS) -lm' sh scripts/mutants.sh
