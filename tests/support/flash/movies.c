#include "support/flash/movies.h"

rim_flash_shape *rectangle(int x0, int y0, int x1, int y1)
{
    rim_flash_edge     edges[4] = { { x0, y0, 0, 0, x1, y0, false },
                                    { x1, y0, 0, 0, x1, y1, false },
                                    { x1, y1, 0, 0, x0, y1, false },
                                    { x0, y1, 0, 0, x0, y0, false } };
    rim_flash_fill     fill = { RIM_FLASH_EVEN_ODD, edges, 4 };
    rim_flash_outlines outlines = { &fill, 1, NULL, 0, NULL, NULL };
    rim_flash_shape   *shape;
    assert_int_equal(rim_flash_shape_create(&shape, &outlines, NULL), RIM_OK);
    return shape;
}

rim_flash *movie_of(rim_flash_generation generation)
{
    rim_flash *movie;
    assert_int_equal(rim_flash_create(&movie, generation, NULL), RIM_OK);
    return movie;
}

rim_flash_clip *clip_in(rim_flash_clip *parent, const char *name, const rim_flash_shape *shape,
                        double x, double y)
{
    rim_flash_clip *clip;
    assert_int_equal(rim_flash_add(&clip, parent, name), RIM_OK);
    rim_flash_set_shape(clip, shape);
    rim_flash_set(clip, RIM_FLASH_X, x);
    rim_flash_set(clip, RIM_FLASH_Y, y);
    return clip;
}
