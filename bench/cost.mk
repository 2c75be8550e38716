# make cost-page: measures every query beside the way by hand and writes the tables of docs/cost.md anew
.PHONY: cost-page
cost-page: $(OUT)/bench/bench_cost
	@$< -r 5 > build/cost.txt
	@awk -v page=docs/cost.md -f scripts/cost-page.awk build/cost.txt > build/cost.md && cp build/cost.md docs/cost.md
