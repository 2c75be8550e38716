// The demos' scenes, played from their recorded hands: words never cover what a scene is about, closed surfaces hide
// what is behind them, and nobody of the crowd stands in another.
#define _XOPEN_SOURCE 700 // popen, symlink

#include "support/support.h"

#include <SDL_image.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FOLDER "build/scene-tests"
#define SCENES 40
#define PLATES 4

typedef struct scene
{
    char name[32];
    long steps; // of its track
} scene;

static const char *program(void)
{
    const char *given = getenv("RIMCAST_DEMOS");
    return given ? given : "build/rimcast-demos";
}

static int list_scenes(scene list[SCENES])
{
    char line[512], command[256];
    int  count = 0;
    snprintf(command, sizeof command, "%s --list", program());
    FILE *from = popen(command, "r");
    assert_non_null(from);
    while (count < SCENES && fgets(line, sizeof line, from))
    {
        scene *s = &list[count++];
        char   track[128];
        assert_int_equal(1, sscanf(line, "%31s", s->name));
        snprintf(track, sizeof track, "assets/tracks/%.31s.track", s->name);
        FILE *file = fopen(track, "r");
        assert_non_null(file);
        while (fgets(line, sizeof line, file)) s->steps = strtol(line, NULL, 10);
        fclose(file);
        assert_true(s->steps > 0);
    }
    assert_int_equal(0, pclose(from));
    return count;
}

static void play(const scene *s, long steps, const char *more)
{
    char command[2048];
    mkdir("build", 0777);
    mkdir(FOLDER, 0777);
    snprintf(command, sizeof command, "%s %s --frames %ld %s", program(), s->name, steps, more);
    if (system(command) != 0) fail_msg("failed: %s", command);
}

// --- words ----------------------------------------------------------------------------------------------

typedef struct box
{
    char   name[16];
    double x0, y0, x1, y1;
} box;

static bool overlap(const box *a, const box *b)
{
    return a->x0 < b->x1 && b->x0 < a->x1 && a->y0 < b->y1 && b->y0 < a->y1;
}

// The boxes of a line of --boxes.
static int parse_boxes(const char *line, box boxes[PLATES + 1])
{
    int count = 0, used = 0, at = 0;
    assert_int_equal(0, sscanf(line, "%*d%n", &at));
    while (count < PLATES + 1)
    {
        box *b = &boxes[count];
        if (sscanf(line + at, " %15s %lf %lf %lf %lf%n", b->name, &b->x0, &b->y0, &b->x1, &b->y1,
                   &used) != 5)
            break;
        at += used;
        count++;
    }
    return count;
}

// Counts the pictures in which this plate is shown.
typedef struct shown
{
    int pictures, subject, title, panel;
} shown;

static void check_line(const char *name, const char *line, shown *s)
{
    box boxes[PLATES + 1];
    int count = parse_boxes(line, boxes);
    s->pictures++;
    for (int i = 0; i < count; i++)
    {
        bool is_subject = strcmp(boxes[i].name, "subject") == 0;
        s->subject += is_subject;
        s->title += strcmp(boxes[i].name, "title") == 0;
        s->panel += strcmp(boxes[i].name, "panel") == 0;
        assert_true(boxes[i].x0 >= 0 && boxes[i].y0 >= 0);
        assert_true(boxes[i].x1 <= 1280.5 && boxes[i].y1 <= 800.5);
        for (int j = 0; j < i; j++)
            if (overlap(&boxes[i], &boxes[j]))
                fail_msg("%s: %s covers %s: %s", name, boxes[i].name, boxes[j].name, line);
    }
}

static void check_scene(const scene *s, const char *size)
{
    char  more[128], line[1024];
    shown all = { 0 };
    snprintf(more, sizeof more, "--size %s --boxes %s/boxes.txt", size, FOLDER);
    play(s, s->steps, more);
    FILE *file = fopen(FOLDER "/boxes.txt", "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) check_line(s->name, line, &all);
    fclose(file);
    // Nothing is kept free by showing nothing.
    assert_true(all.pictures >= s->steps / 30);
    assert_true(all.title >= all.pictures * 9 / 10);
    assert_true(all.panel >= all.pictures * 9 / 10);
    if (all.subject < all.pictures / 2) fail_msg("%s names no subject", s->name);
}

static void words_never_cover_the_subject(void **state)
{
    static const char *const SIZES[] = { "1280x800", "800x500", "700x500" };
    (void)state;
    scene list[SCENES];
    int   count = list_scenes(list);
    assert_true(count >= 14);
    // The address sanitizer sees the same code at each size.
    int sizes = case_count(20) > 1 ? 3 : 1;
    for (int i = 0; i < count; i++)
        for (int j = 0; j < sizes; j++) check_scene(&list[i], SIZES[j]);
}

// --- closed surfaces --------------------------------------------------------------------------------------

static bool is_glaring(const SDL_Surface *s, int x, int y)
{
    const unsigned char *p = (const unsigned char *)s->pixels + y * s->pitch + 3 * x;
    return p[0] > p[1] + 90 && p[2] > p[1] + 90;
}

// Squares of two by two pixels in the glaring colour of faces that look away. At a silhouette one pixel may show.
static int count_glaring(const char *path)
{
    int          count = 0;
    SDL_Surface *read = IMG_Load(path);
    assert_non_null(read);
    SDL_Surface *s = SDL_ConvertSurfaceFormat(read, SDL_PIXELFORMAT_RGB24, 0);
    assert_non_null(s);
    for (int y = 1; y < s->h; y++)
        for (int x = 1; x < s->w; x++)
            count += is_glaring(s, x, y) && is_glaring(s, x - 1, y) && is_glaring(s, x, y - 1) &&
                     is_glaring(s, x - 1, y - 1);
    SDL_FreeSurface(s);
    SDL_FreeSurface(read);
    return count;
}

// Faces that look away are drawn as well: where a surface has a hole, or is drawn in a wrong order, they are seen.
static void closed_surfaces_hide_their_inside(void **state)
{
    (void)state;
    static const char *const ROUND[] = { "rays", "crowd", "walk", "camera", "tumble", "pile" };
    for (size_t i = 0; i < sizeof ROUND / sizeof *ROUND; i++)
        for (long steps = 40; steps <= 400; steps += 120)
        {
            scene s = { .steps = steps };
            snprintf(s.name, sizeof s.name, "%s", ROUND[i]);
            play(&s, steps, "--backs --shot " FOLDER "/backs.png");
            int seen = count_glaring(FOLDER "/backs.png");
            if (seen > 2) fail_msg("%s, step %ld: %d spots of an inside", s.name, steps, seen);
        }
}

// --- the crowd --------------------------------------------------------------------------------------------

static void nobody_stands_in_another(void **state)
{
    (void)state;
    int read = 0;
    for (long steps = 1; steps < 420; steps += 60)
    {
        char  line[256];
        float apart;
        scene s = { "crowd", steps };
        play(&s, steps, "--state " FOLDER "/crowd.txt");
        FILE *file = fopen(FOLDER "/crowd.txt", "r");
        assert_non_null(file);
        while (fgets(line, sizeof line, file))
            if (sscanf(line, "nearest two: %f", &apart) == 1)
            {
                assert_true(apart >= 0.5999f); // two radii
                read++;
            }
        fclose(file);
    }
    assert_int_equal(7, read);
}

// --- hands that are written here --------------------------------------------------------------------------

#define HAND FOLDER "/hand.track"

static void write_hand(const char *lines)
{
    mkdir("build", 0777);
    mkdir(FOLDER, 0777);
    FILE *file = fopen(HAND, "w");
    assert_non_null(file);
    fputs(lines, file);
    assert_int_equal(0, fclose(file));
}

// The rest of the line of a file that begins with this, as a number.
static double read_number(const char *path, const char *label)
{
    char  line[1024];
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file))
        if (strncmp(line, label, strlen(label)) == 0)
        {
            fclose(file);
            return strtod(line + strlen(label), NULL);
        }
    fclose(file);
    fail_msg("%s has no line '%s'", path, label);
    return 0;
}

// Runs a scene along the written hand. Returns whether it succeeded; its complaints are in FOLDER/said.txt.
static bool play_hand(const char *name, long steps, const char *more)
{
    char command[1024];
    snprintf(command, sizeof command, "%s %s --play " HAND " --frames %ld %s 2>" FOLDER "/said.txt",
             program(), name, steps, more);
    return system(command) == 0;
}

static void a_track_of_another_scene_is_refused(void **state)
{
    (void)state;
    char said[1024] = "";
    write_hand("# rimcast track 1, scene duel\n0 move 500 180 0 0\n9 end\n");
    remove(FOLDER "/hand.txt");
    assert_false(play_hand("drag", 10, "--state " FOLDER "/hand.txt"));
    FILE *file = fopen(FOLDER "/said.txt", "r");
    assert_non_null(file);
    assert_non_null(fgets(said, sizeof said, file));
    fclose(file);
    assert_non_null(
        strstr(said, "hand.track:1: this is a track of the scene 'duel', not of 'drag'"));
    assert_null(fopen(FOLDER "/hand.txt", "r"));
    assert_true(play_hand("duel", 10, ""));
    // One that names no scene fits all.
    write_hand("# by hand\n\n0 move 500 180 0 0\n9 end\n");
    assert_true(play_hand("drag", 10, ""));
}

// Where the subject of the last line of the boxes begins on the left.
static double read_left(const char *path)
{
    char   line[1024];
    double left = 0;
    FILE  *file = fopen(path, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file))
    {
        box boxes[PLATES + 1];
        int count = parse_boxes(line, boxes);
        assert_true(count > 0 && strcmp(boxes[0].name, "subject") == 0);
        left = boxes[0].x0;
    }
    fclose(file);
    return left;
}

// Both fighters are the subject: its left side is the player's.
static void the_duel_is_led_across_the_page(void **state)
{
    (void)state;
    write_hand("# rimcast track 1, scene duel\n0 move 600 300 0 0\n6 down D\n900 end\n");
    assert_true(play_hand("duel", 151, "--boxes " FOLDER "/near.txt"));
    assert_true(play_hand("duel", 691, "--boxes " FOLDER "/far.txt"));
    double near = read_left(FOLDER "/near.txt"), far = read_left(FOLDER "/far.txt");
    if (!(far > near + 200)) fail_msg("from %g the player came only to %g", near, far);
}

static void a_click_leaves_the_swarm_its_ray(void **state)
{
    (void)state;
    write_hand(
        "# rimcast track 1, scene swarm\n0 move 400 400 0 0\n9 press 1\n9 release 1\n20 end\n");
    assert_true(play_hand("swarm", 20, "--state " FOLDER "/hand.txt"));
    assert_true(read_number(FOLDER "/hand.txt", "along the ray: ") >= 5);
    // As at the start, with the mouse where the ray starts.
    write_hand("# rimcast track 1, scene swarm\n0 move 640 400 0 0\n20 end\n");
    assert_true(play_hand("swarm", 20, "--state " FOLDER "/hand.txt"));
    assert_true(read_number(FOLDER "/hand.txt", "along the ray: ") >= 5);
}

// The right button fills, and comes up while the left one holds the bar of the time.
static void a_button_that_came_up_over_the_bar_fills_no_more(void **state)
{
    (void)state;
    write_hand("# rimcast track 1, scene terrain\n0 move 500 300 0 0\n5 press 3\n"
               "8 move 300 700 -200 400\n8 press 1\n9 release 3\n10 release 1\n"
               "20 move 700 300 400 -400\n21 move 400 300 -300 0\n30 end\n");
    assert_true(play_hand("terrain", 15, "--state " FOLDER "/hand.txt"));
    double before = read_number(FOLDER "/hand.txt", "edits: ");
    assert_true(before > 0);
    assert_true(play_hand("terrain", 30, "--state " FOLDER "/hand.txt"));
    assert_true(read_number(FOLDER "/hand.txt", "edits: ") == before);
}

// The first picture of a film can be read as a PNG, also where no step is made.
static void a_film_of_no_steps_is_a_picture(void **state)
{
    (void)state;
    play(&(scene){ "drag", 0 }, 0, "--size 400x250 --film " FOLDER "/film.png");
    SDL_Surface *read = IMG_Load(FOLDER "/film.png");
    assert_non_null(read);
    assert_int_equal(400, read->w);
    assert_int_equal(250, read->h);
    SDL_FreeSurface(read);
}

static void what_is_played_is_not_recorded_over(void **state)
{
    (void)state;
    write_hand("# rimcast track 1, scene drag\n0 move 500 180 0 0\n9 end\n");
    assert_false(play_hand("drag", 5, "--record " HAND));
    assert_true(read_number(HAND, "9 end") == 0);
    assert_true(play_hand("drag", 5, "--record " FOLDER "/other.track"));
}

// A link to a device that refuses all bytes.
static void a_picture_that_cannot_be_written_removes_no_device(void **state)
{
    (void)state;
    char        buffer[16];
    const char *link = FOLDER "/full.png";
    write_hand("0 move 500 180 0 0\n9 end\n");
    remove(link);
    if (symlink("/dev/full", link) != 0) skip();
    assert_false(play_hand("drag", 5, "--shot " FOLDER "/full.png"));
    assert_int_equal(9, readlink(link, buffer, sizeof buffer));
    remove(link);
}

// The page is a small part of a picture of this size; it is not blank.
static void a_page_between_wide_bars_is_not_blank(void **state)
{
    (void)state;
    play(&(scene){ "drag", 5 }, 5, "--size 100x4096 --shot " FOLDER "/thin.png");
}

// Turns the wheel by many notches, and looks at what the scene says of its subject then.
static void turn_wheel_far(const char *name, int notches)
{
    char  line[1024] = "";
    box   boxes[PLATES + 1];
    FILE *file = fopen(HAND, "w");
    assert_non_null(file);
    fprintf(file, "# rimcast track 1, scene %s\n", name);
    for (int i = 0; i < 1200; i++) fprintf(file, "%d wheel %d\n", i / 20, notches);
    fputs("90 end\n", file);
    fclose(file);
    assert_true(play_hand(name, 91, "--boxes " FOLDER "/wheel.txt"));
    file = fopen(FOLDER "/wheel.txt", "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) continue;
    fclose(file);
    if (parse_boxes(line, boxes) == 0 || strcmp(boxes[0].name, "subject") != 0)
        fail_msg("%s is lost from sight by a wheel of %d: %s", name, notches, line);
    if (boxes[0].x1 - boxes[0].x0 < 10) fail_msg("%s is too small: %s", name, line);
}

static void no_wheel_loses_a_scene_from_sight(void **state)
{
    static const char *const VIEWS[] = { "capsule", "clip", "rays", "crowd", "tumble", "pile" };
    (void)state;
    for (size_t i = 0; i < sizeof VIEWS / sizeof *VIEWS; i++)
    {
        turn_wheel_far(VIEWS[i], -1);
        turn_wheel_far(VIEWS[i], 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_never_cover_the_subject),
        cmocka_unit_test(closed_surfaces_hide_their_inside),
        cmocka_unit_test(nobody_stands_in_another),
        cmocka_unit_test(a_track_of_another_scene_is_refused),
        cmocka_unit_test(the_duel_is_led_across_the_page),
        cmocka_unit_test(a_click_leaves_the_swarm_its_ray),
        cmocka_unit_test(a_button_that_came_up_over_the_bar_fills_no_more),
        cmocka_unit_test(a_film_of_no_steps_is_a_picture),
        cmocka_unit_test(what_is_played_is_not_recorded_over),
        cmocka_unit_test(a_picture_that_cannot_be_written_removes_no_device),
        cmocka_unit_test(a_page_between_wide_bars_is_not_blank),
        cmocka_unit_test(no_wheel_loses_a_scene_from_sight),
    };
    return cmocka_run_group_tests_name("project_scenes", tests, NULL, NULL);
}
