# make check-reference FILES="one.tsv two.txt": exact answers from any file in the formats of
# tests/reference/README.md, one line a file. Without FILES: the project's own.
FILES ?= --skip-unknown $(wildcard tests/reference/*.tsv tests/reference/*.txt)

.PHONY: check-reference
check-reference: $(OUT)/tests/check_reference
	$< $(FILES)
