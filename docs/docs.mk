# make docs         the API reference and the guides as HTML, build/docs/html/index.html (doxygen)
# make docs-check   run what README, guides, manual and --help show; `make test` does it, too

.PHONY: docs docs-check figures film pictures functions count-interface

# make functions: lists them, each with a line; make count-interface: says how many there are, in how many headers
functions:
	@awk -f scripts/functions.awk include/rimcast/*.h > docs/functions.md

count-interface:
	@awk -f scripts/functions.awk include/rimcast/*.h | sed 's/: .*//' | \
	    awk '/^- / { n += gsub(/`rim_/, "", $$0) } /^## / && !/ sdl/ { h++ } END { print n " functions in " h " headers" }'

# The figures are what the library draws now, on any machine.
docs-check: all $(SDLLIB) $(OUT)/figures
	sh scripts/check-docs.sh $(OUT)
	@mkdir -p build/check-docs/figures && $(OUT)/figures build/check-docs/figures bench/README.md
	@for figure in build/check-docs/figures/*.svg; do \
	    cmp $$figure docs/pictures/$${figure##*/} || { echo "run make figures, and look at it"; exit 1; }; done

# A warning is an error: what the headers say must be readable.
docs: | build/deps/docs
	@mkdir -p build/docs && rm -rf build/docs/html
	RIMCAST_VERSION=$(VERSION) doxygen docs/Doxyfile
	@echo "build/docs/html/index.html"

# make figures      draw the figures of the guides again, docs/pictures/*.svg
FIGURES := $(patsubst %.c,$(OUT)/%.o,$(wildcard docs/figures/*.c))

$(FIGURES): $(OUT)/%.o: %.c | build/deps/build
	@mkdir -p $(@D)
	$(Q)$(COMPILE) -Idemos -c $< -o $@

$(OUT)/figures: $(FIGURES) $(STATIC)
	$(Q)$(LINK) $^ -o $@ -lm

figures: $(OUT)/figures
	$(OUT)/figures docs/pictures bench/README.md

# make film         the README's moving picture, docs/pictures/drag.gif, from the scene's recorded hand
film: demos | build/deps/film
	@mkdir -p build/scenes
	build/rimcast-demos drag --play assets/tracks/drag.track --frames 640 --size 800x500 --film build/scenes/film.png
	ffmpeg -v error -y -i build/scenes/film.png -filter_complex \
	    "split[a][b];[a]palettegen=stats_mode=diff[p];[b][p]paletteuse=dither=none:diff_mode=rectangle" build/scenes/film.gif
	gifsicle -O3 build/scenes/film.gif -o docs/pictures/drag.gif

# make pictures     play the scenes again for their pictures, docs/pictures/*.png: after a change to what they show
pictures: demos all
	bash scripts/play-scenes.sh build/scenes
	@{ sed '/ end$$/d' assets/tracks/drag.track; printf '640 down 3\n641 up 3\n650 end\n'; } > build/scenes/drag-pixels.track
	build/rimcast-demos drag --play build/scenes/drag-pixels.track --frames 650 --shot build/scenes/drag-pixels.png
	@{ sed '/ end$$/d' assets/tracks/pile.track; printf '960 down T\n960 up T\n976 end\n'; } > build/scenes/pile-late.track
	build/rimcast-demos pile --play build/scenes/pile-late.track --frames 976 --shot build/scenes/pile.png
	cp build/scenes/*.png docs/pictures
	build/rimcast outline assets/ship.png --max-error 1.5 --picture docs/pictures/program-rays.png > build/scenes/ship.json
	build/rimcast outline assets/tree.png --contour --tolerance 2 --holes --convex 8 \
	    --picture docs/pictures/program-pieces.png > build/scenes/tree.json
