# The library, and each half of it, in two files, for those who drop it into a game: build/amalgamation/rimcast.{h,c},
# rimcast_flat.{h,c} and rimcast_solid.{h,c}.
AMALGAMATION  := build/amalgamation
AMALGAMATIONS := $(addprefix $(AMALGAMATION)/rimcast,.c _flat.c _solid.c)

.PHONY: amalgamation check-amalgamation
amalgamation: $(AMALGAMATIONS)

$(AMALGAMATION)/rimcast.c:       UMBRELLA := rimcast
$(AMALGAMATION)/rimcast_flat.c:  UMBRELLA := flat
$(AMALGAMATION)/rimcast_flat.c:  NOT_IN := src/solid/% src/data/soup% src/base/maths3.c
$(AMALGAMATION)/rimcast_solid.c: UMBRELLA := solid
$(AMALGAMATION)/rimcast_solid.c: NOT_IN := src/flat/% src/data/export% src/data/shapes% src/base/maths2.c

$(AMALGAMATIONS): scripts/amalgamate.awk LICENSE $(shell find include src -name '*.[ch]')
	@mkdir -p $(@D)
	$(call step,$@)
	$(Q)awk -v file=$(@:.c=) -v version=$(VERSION) -f scripts/amalgamate.awk LICENSE include/rimcast/$(UMBRELLA).h \
	    $(filter-out $(NOT_IN),$(CORE))

$(OUT)/tests/project/amalgamation $(OUT)/tests/project/misuse: | $(AMALGAMATIONS)

# Warnings are errors here, whatever the compiler.
$(OUT)/amalgamation/rimcast.o: $(AMALGAMATION)/rimcast.c
	@mkdir -p $(@D)
	$(Q)$(COMPILE) -Werror -c $< -o $@

# Every test that looks at the public face alone, the recorded answers and the program, all linked with the
# one object instead of the library.
PUBLIC_TESTS := $(filter-out project/install project/pygame project/docs project/amalgamation sdl/%,$(patsubst tests/%.c,%, \
                  $(shell grep -LE '^.include "(base|simd|flat|solid|data)/' $(TESTS))))
AMALGAMATION_TESTS := $(addprefix $(OUT)/amalgamation/,$(PUBLIC_TESTS))

$(AMALGAMATION_TESTS) $(OUT)/amalgamation/check_reference: $(OUT)/amalgamation/%: $(OUT)/tests/%.o \
    $(SUPPORTLIB) $(SDLLIB) $(OUT)/amalgamation/rimcast.o
	@mkdir -p $(@D)
	$(Q)$(LINK) $^ -o $@ $(CMOCKA_LIBS) $(JSON_LIBS) $(SDL_LIBS) -lm

$(OUT)/amalgamation/rimcast: $(call objects,$(CLI)) $(OUT)/amalgamation/rimcast.o
	$(Q)$(LINK) $^ -o $@ $(JSON_LIBS) -lm

check-amalgamation: $(AMALGAMATION_TESTS) $(addprefix $(OUT)/amalgamation/,check_reference rimcast)
	RIMCAST=$(OUT)/amalgamation/rimcast sh scripts/run-tests.sh $(AMALGAMATION_TESTS)
	$(OUT)/amalgamation/check_reference $(FILES)
