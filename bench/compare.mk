# make bench OLD=commit [ONLY=W4]: the library of that commit and today's, in one process, in turn: 21 rounds of each
# row of the bench, and the quartiles of the ratios new/old. bench/compare.sh tells how.
.PHONY: bench-compare
bench-compare: $(STATIC)
	@COMPILE='$(COMPILE)' LINK='$(LINK)' NEW=$(STATIC) sh bench/compare.sh $(OLD) '$(ONLY)'
