// Template: compiled anew by each file that includes it.
// Where two hulls stand, four lanes at a time: the matrices of both quaternions side by side, and their products
// without a step that waits for single numbers. Include solid/shape/four_plain.h or solid/shape/four_avx2.h first.
#include "solid/clip/data.h"
#include "solid/query/relative_pose.h"

FOUR_INLINE void clip_pose_put(hull_place *to, four v)
{
    four_store((double *)(void *)to, v);
}

FOUR_INLINE void put_frame(clip_frame *to, const columns *turn, four move)
{
    clip_pose_put(&to->x, turn->x);
    clip_pose_put(&to->y, turn->y);
    clip_pose_put(&to->z, turn->z);
    clip_pose_put(&to->move, move);
}

FOUR_TARGET void FOUR_NAME(clip_relative_pose)(clip_poses *out, const rim_hull *base,
                                               const rim_xform3 *pose, const rim_hull *other,
                                               const rim_xform3 *other_pose)
{
    relative_pose_posed both = pose_both(pose, other_pose);
    four                center = relative_pose_place_of(&base->center),
         other_center = relative_pose_place_of(&other->center);
    four    at = four_add(columns_apply(&both.turn_a, center), both.place);
    // From the other's center frame to the base's. The difference of the positions is taken first, so that far
    // from the world's origin nothing is lost.
    columns turn = { columns_unapply(&both.turn_a, both.turn_b.x),
                     columns_unapply(&both.turn_a, both.turn_b.y),
                     columns_unapply(&both.turn_a, both.turn_b.z) };
    four    move = four_sub(columns_unapply(&both.turn_a, both.apart), center);
    put_frame(&out->between, &turn, four_add(move, columns_apply(&turn, other_center)));
    put_frame(&out->world, &both.turn_a, at);
}
