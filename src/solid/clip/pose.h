// Where two hulls stand, four lanes at a time: the matrices of both quaternions side by side, and their products
// without a step that waits for single numbers. Include solid/shape/four_plain.h or solid/shape/four_avx2.h first.
#include "solid/clip/data.h"
#include "solid/query/relative_pose.h"

FOUR_INLINE void put(hull_place *to, four v)
{
    four_store((double *)(void *)to, v);
}

FOUR_INLINE void put_frame(clip_frame *to, const columns *turn, four move)
{
    put(&to->x, turn->x);
    put(&to->y, turn->y);
    put(&to->z, turn->z);
    put(&to->move, move);
}

FOUR_TARGET void FOUR_NAME(rim_clip_pose)(clip_poses *out, const rim_hull *base,
                                          const rim_xform3 *pose, const rim_hull *other,
                                          const rim_xform3 *other_pose)
{
    posed   both = pose_both(pose, other_pose);
    four    center = place_of(&base->center), other_center = place_of(&other->center);
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
