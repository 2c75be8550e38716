// rimcast outline: what it prints, what it leaves, what it shows.
#define _XOPEN_SOURCE 700

#include "support/program.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int set_up(void **state)
{
    (void)state;
    program_enter("test_cli_outline");
    return 0;
}

// --- outline --------------------------------------------------------------------------------------

static void one_image_is_an_object_with_every_key(void **state)
{
    (void)state;
    json_t *json = json_of("outline disc.png");
    assert_string_equal("disc.png", json_string_value(json_object_get(json, "file")));
    assert_int_equal(40, json_integer_value(json_object_get(json, "width")));
    assert_int_equal(32, json_integer_value(json_object_get(json, "height")));
    assert_int_equal(128, json_integer_value(json_object_get(json, "threshold")));
    assert_int_equal(20,
                     (int)json_number_value(json_array_get(json_object_get(json, "anchor"), 0)));
    assert_int_equal(16,
                     (int)json_number_value(json_array_get(json_object_get(json, "anchor"), 1)));
    assert_string_equal("rays", json_string_value(json_object_get(json, "kind")));
    assert_int_equal(36, json_integer_value(json_object_get(json, "rays")));
    assert_true(json_number_value(json_object_get(json, "error")) > 0.0);
    assert_true(json_number_value(json_object_get(json, "error")) < 3.0);
    assert_int_equal(36, json_array_size(json_object_get(json, "points")));
    json_decref(json);
}

// Every point lies on the border of a solid pixel, along its ray, and nothing solid is farther out.
static void points_lie_on_the_edge_in_ray_order(void **state)
{
    (void)state;
    json_t *points, *json = json_of("outline disc.png --rays 50");
    points = json_object_get(json, "points");
    assert_int_equal(50, json_array_size(points));
    for (size_t k = 0; k < 50; k++)
    {
        double angle = (double)k * 2.0 * 3.14159265358979323846 / 50.0;
        double x = json_number_value(json_array_get(json_array_get(points, k), 0));
        double y = json_number_value(json_array_get(json_array_get(points, k), 1));
        double length = sqrt(x * x + y * y);
        assert_near(x, length * cos(angle), 1e-5);
        assert_near(y, length * sin(angle), 1e-5);
        double inside_x = 20.0 + x - 1e-3 * cos(angle), inside_y = 16.0 + y - 1e-3 * sin(angle);
        assert_true(solid_in_disc((int)floor(inside_x), (int)floor(inside_y)));
        for (double out = length + 1e-3; out < 30.0; out += 0.01)
            assert_false(solid_in_disc((int)floor(20.0 + out * cos(angle)),
                                       (int)floor(16.0 + out * sin(angle))));
    }
    json_decref(json);
}

static void several_images_are_an_array_in_order(void **state)
{
    (void)state;
    json_t *json = json_of("outline ring.png 'a name, \"quoted\".png' disc.png --rays 3");
    assert_int_equal(3, json_array_size(json));
    static const char *const names[] = { "ring.png", "a name, \"quoted\".png", "disc.png" };
    for (size_t i = 0; i < 3; i++)
        assert_string_equal(names[i],
                            json_string_value(json_object_get(json_array_get(json, i), "file")));
    json_decref(json);
}

static void options_reach_the_outline(void **state)
{
    (void)state;
    json_t *json = json_of("outline --rays=4 ring.png --threshold 50 --anchor 0.5,-3e0");
    assert_int_equal(4, json_integer_value(json_object_get(json, "rays")));
    assert_int_equal(50, json_integer_value(json_object_get(json, "threshold")));
    assert_true(json_number_value(json_array_get(json_object_get(json, "anchor"), 1)) == -3.0);
    json_t *points = json_object_get(json, "points");
    assert_true(json_is_null(json_array_get(points, 0)));
    assert_true(json_number_value(json_array_get(json_array_get(points, 1), 1)) == 8.0);
    assert_true(json_is_null(json_object_get(json, "error"))); // one point is no polygon
    json_decref(json);
}

static void an_empty_sprite_has_only_misses(void **state)
{
    (void)state;
    json_t *json = json_of("outline clear.png --rays 5 -q");
    assert_true(json_is_null(json_object_get(json, "error")));
    for (size_t k = 0; k < 5; k++)
        assert_true(json_is_null(json_array_get(json_object_get(json, "points"), k)));
    json_decref(json);
}

static void the_faithful_outline_has_the_numbers_of_the_original(void **state)
{
    (void)state;
    json_t *json = json_of("outline disc.png --rays 4 --faithful --stage 200,100");
    assert_string_equal("faithful", json_string_value(json_object_get(json, "kind")));
    assert_int_equal(200,
                     (int)json_number_value(json_array_get(json_object_get(json, "stage"), 0)));
    // From 20 pixels inward in unit steps: the first point inside the disc of radius 12 on the right
    // is 11, where the disc's last column is [31, 32) of the image; from the left it is -12.
    json_t *points = json_object_get(json, "points");
    assert_near(json_number_value(json_array_get(json_array_get(points, 0), 0)), 11.0, 1e-12);
    assert_near(json_number_value(json_array_get(json_array_get(points, 2), 0)), -12.0, 1e-12);
    json_decref(json);
}

static void a_met_error_takes_as_few_rays_as_can_be(void **state)
{
    (void)state;
    json_t *json = json_of("outline disc.png --max-error 1.5");
    int     rays = (int)json_integer_value(json_object_get(json, "rays"));
    assert_true(json_number_value(json_object_get(json, "error")) <= 1.5);
    assert_in_range(rays, 4, 200);
    json_decref(json);
    for (int fewer = 3; fewer < rays; fewer++)
    {
        char arguments[100];
        snprintf(arguments, sizeof arguments, "outline disc.png --rays %d", fewer);
        json = json_of(arguments);
        assert_true(json_number_value(json_object_get(json, "error")) > 1.5);
        json_decref(json);
    }
}

static void assert_output_and_trouble(const char *arguments, const char *part)
{
    ran r = run(arguments);
    assert_int_equal(2, r.status);
    assert_true(r.out[0] == '[' || r.out[0] == '{');
    assert_non_null(strstr(r.err, part));
    ran_end(&r);
}

static void an_error_that_cannot_be_met_prints_the_best_and_fails(void **state)
{
    (void)state;
    ran     r = run("outline disc.png --max-error 1e-3");
    json_t *json = json_loads(r.out, 0, NULL);
    assert_int_equal(2, r.status);
    assert_non_null(json);
    assert_in_range(json_integer_value(json_object_get(json, "rays")), 3, 4096);
    assert_non_null(strstr(r.err, "rimcast: disc.png: no outline"));
    assert_non_null(strstr(r.err, "raise --max-error"));
    assert_int_equal(strlen(r.err) - 1, strchr(r.err, '\n') - r.err);
    json_decref(json);
    ran_end(&r);
}

static void an_outline_of_too_few_points_is_told_with_its_frame(void **state)
{
    (void)state;
    assert_output_and_trouble("outline clear.png --max-error 3", "clear.png: no outline of");
    assert_output_and_trouble("outline disc.png --sheet 20x16 --max-error 0.01",
                              "disc.png frame 0: no outline of");
    assert_output_and_trouble("outline clear.png --sheet 3x2 --max-error 3",
                              "clear.png frame 0: no outline of");
}

static void every_format_starts_as_it_should(void **state)
{
    (void)state;
    static const char *const formats[][2] = {
        { "json", "{\n  \"file\": \"disc.png\"" },
        { "csv", "file,ray,x,y\ndisc.png,0,12,0\n" },
        { "svg", "<svg xmlns=" },
        { "c", "// Made by rimcast." },
    };
    for (int i = 0; i < 4; i++)
    {
        char arguments[100];
        snprintf(arguments, sizeof arguments, "outline disc.png --format %s", formats[i][0]);
        ran r = run(arguments);
        assert_int_equal(0, r.status);
        if (strncmp(r.out, formats[i][1], strlen(formats[i][1])) != 0)
            fail_msg("%s: %.80s", arguments, r.out);
        ran_end(&r);
    }
}

static void a_file_is_written_instead_of_standard_output(void **state)
{
    (void)state;
    ran direct = run("outline disc.png"), r = run("outline disc.png -o out.json");
    assert_int_equal(0, r.status);
    assert_string_equal(r.out, "");
    assert_string_equal(r.err, "");
    char *written = read_file(program_path("out.json"), NULL);
    assert_string_equal(written, direct.out);
    struct stat about;
    assert_int_equal(0, stat(program_path("out.json"), &about));
    mode_t mask = umask(0);
    umask(mask);
    assert_int_equal(0666 & ~mask, about.st_mode & 0777);
    free(written);
    ran_end(&direct);
    ran_end(&r);
    remove(program_path("out.json"));
}

static void a_link_keeps_leading_to_the_file_that_is_replaced(void **state)
{
    (void)state;
    write_bytes("real.json", "old", 3);
    assert_int_equal(0, symlink("real.json", program_path("link.json")));
    ran r = run("outline disc.png -olink.json");
    assert_int_equal(0, r.status);
    struct stat about;
    assert_int_equal(0, lstat(program_path("link.json"), &about));
    assert_true(S_ISLNK(about.st_mode));
    char *text = read_file(program_path("real.json"), NULL);
    assert_int_equal('{', text[0]);
    free(text);
    ran_end(&r);
    remove(program_path("link.json"));
    remove(program_path("real.json"));
}

// The second link leads to the first one from another folder.
static void a_link_to_no_file_yet_leads_to_the_new_file(void **state)
{
    (void)state;
    struct stat about;
    assert_int_equal(0, mkdir(program_path("far"), 0777));
    assert_int_equal(0, symlink("real.json", program_path("link.json")));
    assert_int_equal(0, symlink("../link.json", program_path("far/link.json")));
    assert_trouble("outline disc.png -o far/link.json --picture real.json", "name the same file");
    ran r = run("outline disc.png -o far/link.json");
    assert_int_equal(0, r.status);
    ran_end(&r);
    assert_int_equal(0, lstat(program_path("far/link.json"), &about));
    assert_true(S_ISLNK(about.st_mode));
    assert_int_equal(0, lstat(program_path("link.json"), &about));
    assert_true(S_ISLNK(about.st_mode));
    assert_int_equal(0, lstat(program_path("real.json"), &about));
    assert_true(S_ISREG(about.st_mode));
    remove(program_path("far/link.json"));
    remove(program_path("far"));
    remove(program_path("link.json"));
    remove(program_path("real.json"));
}

static void trouble_leaves_an_old_file_alone(void **state)
{
    (void)state;
    write_bytes("old.json", "precious", 8);
    assert_trouble("outline cut.png -o old.json", "cut.png");
    assert_trouble("outline disc.png cut.png -o old.json", "cut.png");
    assert_trouble("outline disc.png -o old.json --picture nowhere/look.png", "nowhere/look.png");
    assert_trouble("outline disc.png -o nowhere/out.json --picture old.json", "nowhere/out.json");
    char *text = read_file(program_path("old.json"), NULL);
    assert_string_equal(text, "precious");
    free(text);
    remove(program_path("old.json"));
}

static void the_picture_is_a_png_large_enough_to_see(void **state)
{
    (void)state;
    ran r = run("outline disc.png --picture look.png -o /dev/null");
    assert_int_equal(0, r.status);
    size_t size;
    char  *bytes = read_file(program_path("look.png"), &size);
    assert_memory_equal(bytes, "\x89PNG\r\n\x1a\n", 8);
    int width = (unsigned char)bytes[18] * 256 + (unsigned char)bytes[19];
    int height = (unsigned char)bytes[22] * 256 + (unsigned char)bytes[23];
    assert_in_range(width, 600, 2000);
    assert_in_range(height, 500, 2000);
    free(bytes);
    ran_end(&r);
    ran info = run("info look.png"); // and it can be read
    assert_int_equal(0, info.status);
    ran_end(&info);
    remove(program_path("look.png"));

    r = run("outline disc.png ring.png clear.png --picture many.png -o /dev/null");
    assert_int_equal(0, r.status);
    assert_true(program_left("many.png"));
    ran_end(&r);
    remove(program_path("many.png"));
}

static void long_work_shows_a_bar_on_a_terminal_only(void **state)
{
    (void)state;
    // Measuring 4,094 outlines takes long enough for a bar.
    char *text = seen_on_terminal("outline bar.png --max-error 0 --faithful --stage 50,50");
    if (!text) return;
    assert_non_null(strstr(text, "\r[#"));
    assert_non_null(strstr(text, "% bar.png"));
    assert_non_null(strstr(text, "\r\033[K")); // and is taken away
    assert_non_null(strstr(text, "rimcast: bar.png: no outline"));
    free(text);
    // Of a long path the end is shown, and no character that moves the cursor.
    static const unsigned char alpha[6] = { 0, 255, 255, 255, 255, 0 };
    write_png("a file with a name beyond forty letters \1\177.png", 6, 1, alpha);
    text = seen_on_terminal("outline no.png a*forty* --max-error 0 --faithful --stage 50,50");
    assert_non_null(strstr(text, "] 2/2 "));
    free(text);
    text = seen_on_terminal("outline bar.png");
    assert_string_equal(text, "");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_image_is_an_object_with_every_key),
        cmocka_unit_test(points_lie_on_the_edge_in_ray_order),
        cmocka_unit_test(several_images_are_an_array_in_order),
        cmocka_unit_test(options_reach_the_outline),
        cmocka_unit_test(an_empty_sprite_has_only_misses),
        cmocka_unit_test(the_faithful_outline_has_the_numbers_of_the_original),
        cmocka_unit_test(a_met_error_takes_as_few_rays_as_can_be),
        cmocka_unit_test(an_error_that_cannot_be_met_prints_the_best_and_fails),
        cmocka_unit_test(an_outline_of_too_few_points_is_told_with_its_frame),
        cmocka_unit_test(every_format_starts_as_it_should),
        cmocka_unit_test(a_file_is_written_instead_of_standard_output),
        cmocka_unit_test(a_link_keeps_leading_to_the_file_that_is_replaced),
        cmocka_unit_test(a_link_to_no_file_yet_leads_to_the_new_file),
        cmocka_unit_test(trouble_leaves_an_old_file_alone),
        cmocka_unit_test(the_picture_is_a_png_large_enough_to_see),
        cmocka_unit_test(long_work_shows_a_bar_on_a_terminal_only),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
