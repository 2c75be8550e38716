// Adds shapes of known kinds to a list of obstacles.
#ifndef TESTS_SUPPORT_OBSTACLES_H
#define TESTS_SUPPORT_OBSTACLES_H

#include "rimcast/obstacles.h"

static inline rim_status obstacles_add_sphere(rim_obstacles *list, rim_sphere sphere, int *number)
{
    rim_shape3 shape = (rim_shape3){ RIM_SHAPE3_SPHERE, .sphere = sphere };
    return rim_obstacles_add(list, &shape, rim_xform3_identity(), number);
}

static inline rim_status obstacles_add_capsule(rim_obstacles *list, rim_capsule capsule,
                                               int *number)
{
    rim_shape3 shape = (rim_shape3){ RIM_SHAPE3_CAPSULE, .capsule = capsule };
    return rim_obstacles_add(list, &shape, rim_xform3_identity(), number);
}

static inline rim_status obstacles_add_box(rim_obstacles *list, rim_obox box, int *number)
{
    rim_shape3 shape = (rim_shape3){ RIM_SHAPE3_BOX, .box = box };
    return rim_obstacles_add(list, &shape, rim_xform3_identity(), number);
}

static inline rim_status obstacles_add_hull(rim_obstacles *list, const rim_hull *hull,
                                            rim_xform3 pose, int *number)
{
    rim_shape3 shape = (rim_shape3){ RIM_SHAPE3_HULL, .hull = hull };
    return rim_obstacles_add(list, &shape, pose, number);
}

#endif
