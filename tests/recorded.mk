# make check-flash [FILE=path.json]: recorded answers of the Flash Player, one line for each kind.
# make check-reference FILES="one.tsv two.txt": exact answers from any file in the formats of
# tests/reference/README.md, one line a file. Without FILES: the project's own.
FILES ?= --skip-unknown $(wildcard tests/reference/*.tsv tests/reference/*.txt)

.PHONY: check-flash check-reference
check-flash: $(OUT)/tests/check_flash
	$< $(or $(FILE),tests/flash/vectors_open.json)

check-reference: $(OUT)/tests/check_reference
	$< $(FILES)
