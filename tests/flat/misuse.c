// What a program cannot mean ends it with a sentence in debug builds. In others a pose that was never set hits nothing.
#include "support/support.h"

#include "rimcast/flat.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static rim_sprite *make_dot(void)
{
    rim_mask   *mask;
    rim_sprite *sprite;
    assert_int_equal(RIM_OK, rim_mask_create(&mask, 1, 1, NULL));
    rim_mask_set(mask, 0, 0, true);
    assert_int_equal(RIM_OK, rim_sprite_create(&sprite, mask, NULL));
    rim_mask_destroy(mask);
    return sprite;
}

static bool overlaps_null(const rim_sprite *dot)
{
    return rim_sprite_overlaps((rim_posed){ NULL, rim_xform2_identity() },
                               rim_posed_make(dot, rim_xform2_identity()));
}

static bool overlaps_unset(const rim_sprite *dot)
{
    return rim_sprite_overlaps((rim_posed){ .sprite = dot },
                               rim_posed_make(dot, rim_xform2_identity()));
}

static bool turns_null(const rim_sprite *dot)
{
    rim_figure_part nothing = { .pose = rim_xform2_identity() };
    rim_figure_part part = { .pose = rim_xform2_identity(), .sprite = dot };
    rim_figure      a = { &nothing, 1, rim_xform2_identity() };
    rim_figure      b = { &part, 1, rim_xform2_identity() };
    rim_motion2     turn = { { 1, 1 }, 1 };
    return rim_figure_sweep_turning(&a, turn, &b, turn, NULL).hit ||
           rim_figure_sweep_turning(&a, turn, &a, turn, NULL).hit;
}

static bool walks_without_up(const rim_sprite *dot)
{
    rim_mover2     me = (rim_mover2){ .sprite = rim_posed_make(dot, rim_xform2_identity()) };
    rim_walker2    walker = { .step = 1 };
    rim_posed_list nothing = { NULL, 0 };
    return rim_mover2_walk(&me, &walker, rim_vec2_make(0, 1), rim_posed_list_world(&nothing))
        .grounded;
}

static void mistakes_end_debug_builds(void **state)
{
    (void)state;
    bool (*const mistakes[])(const rim_sprite *) = { overlaps_null, overlaps_unset,
                                                     walks_without_up, turns_null };
    rim_sprite *dot = make_dot();
#ifdef __OPTIMIZE__ // a build with NDEBUG, or with sanitizers, which switch RIM_ASSERT off
    for (int i = 1; i < 4; i++) assert_false(mistakes[i](dot));
#else
    for (int i = 0; i < 4; i++)
    {
        pid_t child = fork();
        int   status = 0;
        if (child == 0)
        {
            signal(SIGABRT, SIG_DFL);
            mistakes[i](dot);
            _exit(0);
        }
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
    }
#endif
    rim_sprite_destroy(dot);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(mistakes_end_debug_builds) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
