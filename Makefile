# Rimcast: shape-accurate hits for sprites, and a small 3D collision core.
#
#   make              the static and the shared library, and the command line program
#   make run          drag one sprite over another (the demos; without a display: a picture)
#   make test         build and run all tests
#   make demos        the demo program, build/rimcast-demos
#   make assets       draw the demos' sprites and build their rooms again
#   make bench        Rimcast beside its peers, as ratios; OLD=commit: beside an older Rimcast
#   make lint         architecture, headers, format, warnings of gcc and clang
#   make asan         the tests again under the address and undefined-behaviour sanitizers
#   make test-sdl3    the SDL adapter's tests with SDL3, where pkg-config knows it
#   make tsan         many threads, under the thread sanitizer
#   make docs         the API reference and the guides as HTML, build/docs/html
#   make docs-check   run what README, guides, manual and --help show
#   make figures      draw the guides' figures again; make pictures: the scenes'; make film: the README's
#   make valgrind     short runs of the tests under valgrind's memcheck
#   make determinism  the same bits from every compiler and processor at hand (ONLY=arm64)
#   make fuzz         any bytes into parsers and geometry (FUZZ_SECONDS=10 each, JOBS at a time); make fuzz-bred: by libFuzzer
#   make web          build/web/: the scenes, the workbench and the module for the browser
#   make test-web     drive them in a real browser
#   make mutants      plant faults, one at a time, and see whether the tests notice (ONLY=mesh)
#   make coverage     which lines and branches the tests run
#   make install      to $(DESTDIR)$(PREFIX); make uninstall takes it away again
#   make portability  the same output with musl, mingw-w64 (by wine), tcc and plain C11
#   make amalgamation the library as two files, build/amalgamation/rimcast.h and rimcast.c, and each half as two
#   make dist         build/rimcast-VERSION.tar.gz, which builds alone
#   make deps         install what run, test, lint and bench need (DEPS=no: only name it)
#   make deps-web     the same for the browser
#   make clean        remove build/
#
# V=1 shows whole commands instead of a line a step.
# MODE=release|debug|asan|tsan|coverage chooses how; objects of each mode live in build/MODE. CC=clang works.
# Settings of your own (CFLAGS, PREFIX, ...) go into Makefile.local, which git ignores.

-include Makefile.local

MODE   ?= release
PREFIX ?= /usr/local
PKG    ?= pkg-config
OUT    := build/$(MODE)

# A make that another make starts takes part in its jobs.
MAKEFLAGS += $(if $(filter 0,$(MAKELEVEL)),--jobs=$(or $(JOBS),$(shell nproc 2>/dev/null || echo 2))) --no-print-directory

# Each step of the build prints one line, $(call step,FILE), numbered on a terminal; with V=1 it prints its command.
ifdef V
step = @:
else
Q    := @
step = @echo '$(if $(MAKE_TERMOUT),$(eval STEPS += 1)[$(words $(STEPS))] )$(1)'
endif

# The version stands in include/rimcast/base.h and nowhere else.
VERSION := $(shell awk '/define RIM_VERSION_(MAJOR|MINOR|PATCH)/ { v = v dot $$3; dot = "." } \
                        END { print v }' include/rimcast/base.h)
SOVERSION := $(firstword $(subst ., ,$(VERSION)))

WARNINGS := -Wall -Wextra -Wpedantic -Wconversion -Wshadow
# No contraction: a*b+c must round twice everywhere. On processors with FMA, gcc 12 still contracts a loop that it makes
# into vectors and that stores c*x-s*y beside s*x+c*y, as rotations do. No flag forbids just this, so such a loop is
# written otherwise, as gap_of_edges is. The build gcc-native of `make determinism` finds one.
# No straight lines of code made into vectors: gcc 12 then takes (double)(float)x for x where two stand side by side.
# Without errno no value changes, and without traps just one: where the processor rounds by an instruction (SSE4.1,
# arm64), gcc makes (float)(int)x of it, so that what lies between -1 and 0 becomes -0 and not 0. No answer may hang on
# that sign.
BITS     := -ffp-contract=off -fno-tree-slp-vectorize -fno-math-errno -fno-trapping-math

# Lines for backtraces and profilers; variables as well would take a fifth of the compilers' time. MODE=debug has them.
OPTIMIZE_release := -O3 -g1 -DNDEBUG
OPTIMIZE_debug   := -O0 -g
# Where variables live is hard to follow in what the sanitizers make of inlined kernels, and so are whole kernels in one
# function: gcc would take minutes over it. Functions that are inlined by force stay functions here.
# Tests and fuzzers give the library what no program means.
ANY_INPUT        := '-DRIM_ASSERT(holds,sentence)=((void)0)'
OPTIMIZE_asan    := $(ANY_INPUT) -O1 -g -fno-var-tracking -Dalways_inline= -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all
LINK_asan        := -fsanitize=address,undefined
OPTIMIZE_tsan    := -O1 -g -Dalways_inline= -fsanitize=thread
LINK_tsan        := -fsanitize=thread

# Functions that no public header marks with RIM_API stay inside the libraries.
COMPILE = $(CC) -std=c11 $(WARNINGS) $(BITS) $(OPTIMIZE_$(MODE)) -fvisibility=hidden -ffunction-sections -fdata-sections \
          -Iinclude -MMD -MP $(CPPFLAGS) $(CFLAGS)
LINK    = $(CC) $(LINK_$(MODE)) $(LDFLAGS)

# Only the targets that need these ask pkg-config, and only when they run.
# Nothing here uses the intrinsics that SDL.h includes: with them each file would take a second more.
SDL_CFLAGS    = $(shell $(PKG) --cflags sdl2 SDL2_image) $(addprefix -DSDL_DISABLE_,$(addsuffix _H,$(SDL_INTRINSICS)))
SDL_INTRINSICS := IMMINTRIN MMINTRIN XMMINTRIN EMMINTRIN PMMINTRIN MM3DNOW
SDL_LIBS      = $(shell $(PKG) --libs sdl2 SDL2_image)
SDL3_CFLAGS   = $(shell $(PKG) --cflags sdl3)
SDL3_LIBS     = $(shell $(PKG) --libs sdl3)
CMOCKA_CFLAGS = $(shell $(PKG) --cflags cmocka)
CMOCKA_LIBS   = $(shell $(PKG) --libs cmocka)
JSON_CFLAGS   = $(shell $(PKG) --cflags jansson)
JSON_LIBS     = $(shell $(PKG) --libs jansson)

find_c    = $(sort $(shell find $(1) -name '*.c'))
CORE     := $(call find_c,src/base src/simd src/flat src/solid src/data)
SDL      := $(wildcard src/sdl/*.c)
CLI      := $(wildcard src/cli/*.c)
DEMOS    := $(wildcard demos/*.c)
SUPPORT  := $(call find_c,tests/support)
# This one compiles the amalgamation without sanitizers, whatever the mode.
NOT_ASAN := tests/project/amalgamation.c
TESTS    := $(filter-out $(if $(filter asan,$(MODE)),$(NOT_ASAN)), \
              $(call find_c,tests/base tests/flat tests/solid tests/data tests/sdl tests/cli tests/project))
FUZZERS  := $(wildcard tests/fuzz/*.c)
BENCHES  := $(wildcard bench/bench_*.c)
BENCHKIT := $(filter-out $(BENCHES),$(wildcard bench/*.c))
CHECKS   := $(wildcard tests/check_*.c)

# A shared library's objects must run wherever they are loaded.
PIC := -fPIC

# What the names of programs end with, elsewhere.
EXE := $(if $(filter mingw,$(MODE)),.exe)

objects = $(patsubst %.c,$(OUT)/%.o,$(1))

# Private names are local in the static libraries: the objects are linked into one, whose hidden names objcopy
# makes local. The tests use private names and are linked with a plain archive, and so is everything where
# objcopy does not do that: for Windows, with tcc and emcc, under the sanitizers, for coverage. Whether objcopy is there is
# asked when the library is made: on a bare machine it comes with the packages that are installed on the way.
OBJCOPY  ?= objcopy
LOCALIZE := $(filter release debug musl plain,$(MODE))

STATIC  := $(OUT)/librimcast.a
PRIVATE := $(if $(LOCALIZE),$(OUT)/tests/librimcast.a,$(STATIC))
SHARED := $(OUT)/librimcast.so.$(VERSION)
SDLLIB := $(OUT)/librimcast-sdl.a
SDL3LIB := $(OUT)/librimcast-sdl3.a

.PHONY: all demos assets run test bench lint asan tsan fuzz install uninstall dist deps clean help
.SECONDARY:
.DELETE_ON_ERROR:

all: $(if $(CLI),build/rimcast) $(STATIC) $(SHARED)

help:
	@sed -n '2,/^$$/s/^# \{0,1\}//p' Makefile

# --- what must be installed -------------------------------------------------------------------------

# One stamp per purpose, so that each command installs no more than it needs.
build/deps/%: scripts/deps.sh
	@DEPS=$(DEPS) sh scripts/deps.sh $*
	@mkdir -p $(@D) && touch $@

deps: build/deps/build build/deps/demos build/deps/test build/deps/lint build/deps/bench

# --- objects ----------------------------------------------------------------------------------------

# The shared library is made from the same position-independent objects as the static one.
$(OUT)/src/%.o: src/%.c | build/deps/build
	@mkdir -p $(@D)
	$(call step,$<)
	$(Q)$(COMPILE) $(PIC) -Isrc -c $< -o $@

# Vectors of three, packed in pairs by the compiler, are slower than they were.
$(OUT)/src/solid/shape/distance.o $(OUT)/src/solid/shape/round_sweep.o $(OUT)/src/solid/shape/triangle_avx2.o \
$(OUT)/src/solid/query/gjk.o $(OUT)/src/solid/query/kernels_avx2.o: BITS += -fno-tree-vectorize

# Here numbers are rounded to float at the very end only, so that vectors are safe.
$(OUT)/src/solid/dynamics/impact.o: BITS += -ftree-slp-vectorize

$(OUT)/src/sdl/%.o: src/sdl/%.c | build/deps/demos
	@mkdir -p $(@D)
	$(call step,$<)
	$(Q)$(COMPILE) $(PIC) -Isrc $(SDL_CFLAGS) -c $< -o $@

# The same sources with SDL3, where that is installed.
$(OUT)/src/sdl3/%.o: src/sdl/%.c
	@mkdir -p $(@D)
	$(call step,$< for SDL3)
	$(Q)$(COMPILE) $(PIC) -Isrc -DRIM_SDL3 $(SDL3_CFLAGS) -c $< -o $@

$(OUT)/src/cli/%.o: src/cli/%.c | build/deps/build
	@mkdir -p $(@D)
	$(call step,$<)
	$(Q)$(COMPILE) $(JSON_CFLAGS) -c $< -o $@

# Their time is spent in the library: less work for the compiler before the first scene.
$(OUT)/demos/%.o: OPTIMIZE_release := -O1 -g1 -DNDEBUG

$(OUT)/demos/%.o: demos/%.c | build/deps/demos
	@mkdir -p $(@D)
	$(call step,$<)
	$(Q)$(COMPILE) -Idemos $(SDL_CFLAGS) -c $< -o $@

# Tests assert, whatever the mode. They may look into src/.
$(OUT)/tests/%.o: tests/%.c | build/deps/test
	@mkdir -p $(@D)
	$(call step,$<)
	$(Q)$(COMPILE) -UNDEBUG -Isrc -Itests $(CMOCKA_CFLAGS) $(JSON_CFLAGS) $(SDL_CFLAGS) -c $< -o $@

$(OUT)/bench/%.o: bench/%.c | build/deps/build
	@mkdir -p $(@D)
	$(call step,$<)
	$(Q)$(COMPILE) -Ibench -c $< -o $@

# --- libraries and programs ---------------------------------------------------------------------------

$(STATIC): $(call objects,$(CORE))
$(SDLLIB): $(call objects,$(SDL))
$(SDL3LIB): $(SDL:src/sdl/%.c=$(OUT)/src/sdl3/%.o)
$(STATIC) $(SDLLIB) $(SDL3LIB):
	@mkdir -p $(@D) && rm -f $@
	$(call step,$@)
	$(Q)if [ "$(LOCALIZE)" ] && command -v $(OBJCOPY) >/dev/null; then \
	    $(CC) $(CFLAGS) -r -nostdlib $^ -o $(@:.a=.o) && $(OBJCOPY) --localize-hidden $(@:.a=.o) && \
	    $(AR) qcs $@ $(@:.a=.o); \
	else $(AR) qcs $@ $^; fi

ifdef LOCALIZE
$(PRIVATE): $(call objects,$(CORE))
	@mkdir -p $(@D) && rm -f $@
	$(Q)$(AR) qcs $@ $^
endif

$(SHARED): $(call objects,$(CORE))
	$(call step,$@)
	$(Q)$(LINK) -shared -Wl,-soname,librimcast.so.$(SOVERSION) $^ -o $@ -lm
	$(Q)ln -sf $(@F) $(OUT)/librimcast.so.$(SOVERSION)
	$(Q)ln -sf $(@F) $(OUT)/librimcast.so

# The two programs stand where people look for them.
build/rimcast: $(OUT)/rimcast
	$(Q)ln -f $< $@ 2>/dev/null || cp $< $@

build/rimcast-demos: $(OUT)/rimcast-demos
	$(Q)ln -f $< $@ 2>/dev/null || cp $< $@

$(OUT)/rimcast: $(call objects,$(CLI)) $(STATIC)
	$(call step,$@)
	$(Q)$(LINK) $^ -o $@ $(JSON_LIBS) -lm

$(OUT)/rimcast-demos: $(call objects,$(DEMOS)) $(SDLLIB) $(STATIC)
	$(call step,$@)
	$(Q)$(LINK) $^ -o $@ $(SDL_LIBS) -lm

demos: build/rimcast-demos

run: build/rimcast-demos
	@sh scripts/run.sh

# --- assets -----------------------------------------------------------------------------------------

# What is in assets/ is kept in the repository; this makes it again after a change to its makers.
$(OUT)/assets/%: assets/%.c | build/deps/build
	@mkdir -p $(@D)
	$(call step,$<)
	$(Q)$(COMPILE) $< -o $@ -lm

assets: $(OUT)/assets/make_sprites $(OUT)/assets/make_rooms $(OUT)/assets/make_course $(OUT)/rimcast
	$(OUT)/assets/make_sprites assets
	$(OUT)/assets/make_rooms assets/rooms.raw
	$(OUT)/assets/make_course assets/course.raw
	$(OUT)/rimcast bake assets/sword.png assets/duel.figure.json --anchor 44,190 --no-pieces -o assets/duel.shapes

# --- tests ------------------------------------------------------------------------------------------

# From an archive each program takes what it needs, and no more libraries than that needs.
SUPPORTLIB := $(OUT)/tests/libsupport.a

$(SUPPORTLIB): $(call objects,$(SUPPORT))
	@rm -f $@
	$(Q)$(AR) qcs $@ $^

TEST_PROGRAMS := $(patsubst tests/%.c,$(OUT)/tests/%,$(TESTS))

$(TEST_PROGRAMS): $(OUT)/tests/%: $(OUT)/tests/%.o $(SUPPORTLIB) $(SDLLIB) $(PRIVATE)
	$(Q)$(LINK) $^ -o $@ $(CMOCKA_LIBS) $(JSON_LIBS) $(SDL_LIBS) -lm

# ONLY=mask chooses the programs whose paths below tests/ contain it.
chosen = $(if $(ONLY),$(foreach p,$(1),$(if $(findstring $(ONLY),$(p:$(OUT)/tests/%=%)),$p)),$(1))

# In a recipe: fails if ONLY chooses none of these programs, and lists what there is, a line for each folder.
folders = $(sort $(dir $(1)))
some_of = $(if $(strip $(call chosen,$(1))),@true,$(call no_such,$(1:$(OUT)/tests/%=%)))
no_such = $(info There are:)$(foreach f,$(call folders,$(1)),$(info $(f): $(strip $(call within,$(f),$(1)))))$(error ONLY=$(ONLY) chooses nothing)
within  = $(foreach p,$(2),$(if $(filter $(1),$(dir $(p))),$(notdir $(p))))

CHOSEN_TESTS := $(call chosen,$(TEST_PROGRAMS))

test: $(CHOSEN_TESTS) $(OUT)/rimcast $(SHARED) $(OUT)/rimcast-demos
	$(call some_of,$(TEST_PROGRAMS))
	@RIMCAST=$(OUT)/rimcast RIMCAST_DEMOS=$(OUT)/rimcast-demos sh scripts/run-tests.sh $(CHOSEN_TESTS)

asan:
	$(call some_of,$(TEST_PROGRAMS))
	$(MAKE) test MODE=asan

tsan:
	$(MAKE) test MODE=tsan ONLY=threads

# check-reference, check-flash, ...: programs that run recorded answers from any file.
CHECK_PROGRAMS := $(patsubst tests/%.c,$(OUT)/tests/%,$(CHECKS))

$(CHECK_PROGRAMS): $(OUT)/tests/%: $(OUT)/tests/%.o $(SUPPORTLIB) $(PRIVATE)
	$(Q)$(LINK) $^ -o $@ $(CMOCKA_LIBS) $(JSON_LIBS) -lm

include $(wildcard tests/*.mk docs/*.mk bench/*.mk web/web.mk)

# --- bench ------------------------------------------------------------------------------------------

BENCH_PROGRAMS := $(patsubst bench/%.c,$(OUT)/bench/%,$(BENCHES))

$(BENCH_PROGRAMS): $(OUT)/bench/%: $(OUT)/bench/%.o $(call objects,$(BENCHKIT)) $(STATIC)
	$(Q)$(LINK) $^ -o $@ -ldl -lm

# With OLD=commit: today's library beside that commit's.
bench: $(if $(OLD),bench-compare,bench-run)

.PHONY: bench-run
bench-run: $(BENCH_PROGRAMS)
	@for program in $^; do $$program -w '$(ONLY)' || echo FAILED $$program; done | tee build/bench.txt
	@! grep '^FAILED' build/bench.txt
	@grep -v '^workload' build/bench.txt | grep -q rimcast || { echo "bench: no workload begins with '$(ONLY)'"; exit 1; }

# --- lint -------------------------------------------------------------------------------------------

lint: | build/deps/lint build/deps/demos build/deps/test
	@sh scripts/lint.sh

# --- install ----------------------------------------------------------------------------------------

# With SDL2 or SDL3 at hand its adapter is installed, too.
install: all
	@if $(PKG) --exists sdl2 2>/dev/null; then $(MAKE) $(SDLLIB); fi
	@if $(PKG) --exists sdl3 2>/dev/null; then $(MAKE) $(SDL3LIB); fi
	@sh scripts/install.sh install "$(DESTDIR)" "$(PREFIX)" "$(OUT)" "$(VERSION)"

uninstall:
	@sh scripts/install.sh uninstall "$(DESTDIR)" "$(PREFIX)" "$(OUT)" "$(VERSION)"

# The same bytes from the same files: sorted, without names and times of whoever packs.
DIST := rimcast-$(VERSION)

dist:
	@mkdir -p build
	tar --sort=name --owner=0 --group=0 --numeric-owner --mtime='2000-01-01 00:00Z' \
	    --exclude='*.o' --transform='s,^,$(DIST)/,' -c .ci .clang-format CONTRIBUTING.md LICENSE Makefile \
	    NEWS.md README.md assets bench demos docs include scripts src tests web | gzip -n > build/$(DIST).tar.gz
	@echo "build/$(DIST).tar.gz"

clean:
	rm -rf build

-include $(shell find build/$(MODE) -name '*.d' 2>/dev/null)
