// The short form of what `make determinism` runs for every compiler and processor.
#define _XOPEN_SOURCE 700 // fnmatch, glob

#include "support/lists.h"
#include "determinism/expected.h"

#include <fnmatch.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>

static bits all;

static int run_once(void **state)
{
    (void)state;
    bits_run_all(&all, false);
    return 0;
}

static void answers_have_the_recorded_bits(void **state)
{
    (void)state;
    assert_true(expected_compare(&all, "tests/determinism.txt", false, stdout));
    int64_t answers = 0;
    for (int i = 0; i < all.count; i++) answers += all.lines[i].answers;
    assert_true(answers > 100000);
}

// Functions that need no line, with the reason.
static const char *const WITHOUT_LINE[][2] = {
    { "rim_sdl_*", "draws with SDL, which the program is built without" },
    { "rim_version", "a text" },
    { "rim_status_text", "a text" },
    { "*_destroy", "answers nothing" },
    { "*_reserve", "answers nothing" },
    // The object that they make gives the answers.
    { "*_create", "its object answers" },
    { "rim_*_create_*", "its object answers" },
    { "rim_flash_graphics_bake", "its object answers" },
    { "rim_hull_clip", "its object answers" },
    { "rim_hull_cut", "its object answers" },
    { "rim_mesh_refit", "its object answers" },
    // They put their arguments into a structure.
    { "*_make", "computes nothing" },
    { "*_identity", "computes nothing" },
    { "*_empty", "computes nothing" },
    { "*_as_convex", "computes nothing" },
    { "*_world", "computes nothing" },
    { "rim_hull_convex", "computes nothing" },
    { "rim_sink_to_buffer", "computes nothing" },
    { "rim_body_box", "computes nothing" },
    { "rim_character_[bcj]*", "computes nothing" },
    { "rim_character_shape", "computes nothing" },
    { "rim_mover2_posed", "computes nothing" },
    { "rim_posed_*", "rim_sprite_* of the same name answers by it" },
    // They change an object, whose other functions answer.
    { "rim_bodies_*", "its object answers" },
    { "rim_obstacles_*", "its object answers" },
    { "rim_stage_[amrsu]*", "its object answers" },
    { "rim_mask_set", "its object answers" },
    { "rim_flash_set*", "its object answers" },
    { "rim_flash_*_to", "its object answers" },
    { "rim_flash_*_fill", "its object answers" },
    { "rim_flash_*line*", "its object answers" },
    { "rim_flash_draw_*", "its object answers" },
    { "rim_flash_*_drag", "its object answers" },
    { "rim_flash_bitmap_[ds]*", "its object answers" },
    { "rim_flash_add*", "its object answers" },
    { "rim_flash_[ad]*tach", "its object answers" },
    { "rim_flash_clear", "its object answers" },
    { "rim_flash_remove", "its object answers" },
    { "rim_flash_swap_depths", "its object answers" },
    { "rim_flash_mouse_move", "its object answers" },
    { "rim_flash_root", "a pointer that was given" },
    // Their answers are the numbers of other lines.
    { "*_count", "others count so far" },
    { "rim_mask_width", "part of every mask that is hashed" },
    { "rim_mask_height", "part of every mask that is hashed" },
};

static bool needs_no_line(const char *function)
{
    for (size_t i = 0; i < sizeof WITHOUT_LINE / sizeof WITHOUT_LINE[0]; i++)
        if (fnmatch(WITHOUT_LINE[i][0], function, 0) == 0) return true;
    return false;
}

static bool has_line(const char *function)
{
    for (int i = 0; i < all.count; i++)
        if (strcmp(all.lines[i].function, function) == 0) return true;
    return false;
}

// The function that a line of a header declares, or NULL. Declarations begin in the first column.
static const char *declared_in(char *line)
{
    char *open = strchr(line, '('), *name;
    if (!open || line[0] < 'A' || strncmp(line, "typedef", 7) == 0) return NULL;
    *open = 0;
    name = open;
    while (name > line && (name[-1] == '_' || (name[-1] >= '0' && name[-1] <= '9') ||
                           (name[-1] >= 'a' && name[-1] <= 'z')))
        name--;
    return name > line && strncmp(name, "rim_", 4) == 0 ? name : NULL;
}

static void every_public_function_that_computes_has_a_line(void **state)
{
    (void)state;
    int    functions = 0, missing = 0;
    glob_t headers;
    assert_int_equal(glob("include/rimcast/*.h", 0, NULL, &headers), 0);
    for (size_t i = 0; i < headers.gl_pathc; i++)
    {
        char *text = read_file(headers.gl_pathv[i], NULL);
        for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
        {
            const char *function = declared_in(line);
            if (!function) continue;
            functions++;
            if (has_line(function) || needs_no_line(function)) continue;
            missing++;
            print_error("%s has no line in tests/determinism.txt\n", function);
        }
        free(text);
    }
    globfree(&headers);
    assert_true(functions > 300);
    assert_int_equal(missing, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_have_the_recorded_bits),
        cmocka_unit_test(every_public_function_that_computes_has_a_line),
    };
    return cmocka_run_group_tests_name("determinism", tests, run_once, NULL);
}
