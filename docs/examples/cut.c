// A crate is cut in two by a slanted plane: what do the halves weigh, and which of them holds a point? And how much of
// another crate, a little to the side and turned, is in the first?
//
//      cc cut.c $(pkg-config --cflags --libs rimcast) -o cut
#include <rimcast/rimcast.h>

#include <stdio.h>

int main(void)
{
    rim_hull *crate = NULL;
    rim_clip *halves[2] = { NULL, NULL };
    rim_vec3  point = { 0.5f, 0.75f, 0.0f };
    if (rim_hull_create_box(&crate, (rim_vec3){ 1.0f, 1.0f, 1.0f }, NULL) != RIM_OK ||
        rim_clip_create(&halves[0], NULL) != RIM_OK || rim_clip_create(&halves[1], NULL) != RIM_OK)
        return 1;
    rim_plane plane = { { 1.0f, 2.0f, 0.0f }, 0.0f };
    if (rim_hull_cut(halves[0], halves[1], crate, rim_xform3_identity(), plane) != RIM_OK) return 1;
    for (int i = 0; i < 2; i++)
    {
        rim_hull *part = NULL;
        if (rim_hull_create_from_clip(&part, halves[i], NULL) != RIM_OK) return 1;
        printf("half %d: volume %g, %s\n", i, rim_hull_mass(part).volume,
               rim_hull_contains(part, point) ? "holds the point" : "does not hold the point");
        rim_hull_destroy(part);
        rim_clip_destroy(halves[i]);
    }
    double     shared = 0.0;
    rim_quat   turn = rim_quat_axis_angle((rim_vec3){ 0.0f, 1.0f, 0.0f }, 0.5);
    rim_xform3 aside = { { 1.0f, 0.0f, 0.0f }, turn };
    if (rim_hull_shared_volume(&shared, crate, rim_xform3_identity(), crate, aside, NULL) != RIM_OK)
        return 1;
    printf("the crates share %.3f of %g\n", shared, rim_hull_mass(crate).volume);
    rim_hull_destroy(crate);
    return 0;
}
