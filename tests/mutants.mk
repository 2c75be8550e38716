# make mutants [MUTANTS=20] [SEED=1] [ONLY=solid/mesh]: plants so many faults in each folder of src/; all take hours, one
# takes minutes. scripts/mutants.sh tells how. (Debian has no published mutation tool for C.)
MUTANTS ?= 20
SEED    ?= 1

# As the tests run: no assertion of the library helps them.
OPTIMIZE_mutants := -O2 -DNDEBUG

.PHONY: mutants
mutants: build/deps/build build/deps/demos build/deps/test
	@MUTANTS=$(MUTANTS) SEED=$(SEED) ONLY='$(ONLY)' LAST='determinism reference' sh scripts/mutants.sh
