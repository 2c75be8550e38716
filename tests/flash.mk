# make check-flash [FILE=path.json]: recorded answers of the Flash Player, one line for each kind.
.PHONY: check-flash
check-flash: $(OUT)/tests/check_flash
	$< $(or $(FILE),tests/flash/vectors_open.json)
