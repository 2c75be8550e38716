// Affine maps, and boxes under them.
#include "base/float.h"
#include "flat/flash/data.h"

flash_map flash_map_identity(void)
{
    flash_map map = { 1.0, 0.0, 0.0, 1.0, 0.0, 0.0 };
    return map;
}

flash_map flash_map_of(rim_flash_matrix m)
{
    flash_map map = { m.a, m.b, m.c, m.d, m.tx, m.ty };
    return map;
}

flash_map flash_map_mul(flash_map outer, flash_map inner)
{
    return (flash_map){
        .a = outer.a * inner.a + outer.c * inner.b,
        .b = outer.b * inner.a + outer.d * inner.b,
        .c = outer.a * inner.c + outer.c * inner.d,
        .d = outer.b * inner.c + outer.d * inner.d,
        .tx = outer.a * inner.tx + outer.c * inner.ty + outer.tx,
        .ty = outer.b * inner.tx + outer.d * inner.ty + outer.ty,
    };
}

flash_map flash_map_nest(flash_map parent, flash_map child)
{
    flash_map map = flash_map_mul(parent, child);
    map.tx = flash_round(parent.a * child.tx + parent.c * child.ty) + parent.tx;
    map.ty = flash_round(parent.b * child.tx + parent.d * child.ty) + parent.ty;
    return map;
}

// The inverse of p -> M p + t is p -> M^-1 p - M^-1 t, with
//
//      M = (a c; b d),    M^-1 = (d -c; -b a) / det,    det = a d - b c.
flash_inverse flash_map_inverse(flash_map m)
{
    flash_inverse none = { .map = flash_map_identity(), .exists = false };
    double        det = m.a * m.d - m.b * m.c;
    if (!(det != 0.0) || !float_is_finite(1.0 / det)) return none;
    flash_map i = {
        .a = m.d / det,
        .b = -m.b / det,
        .c = -m.c / det,
        .d = m.a / det,
        .tx = (m.c * m.ty - m.d * m.tx) / det,
        .ty = (m.b * m.tx - m.a * m.ty) / det,
    };
    // A sum with a number that is not finite is not finite.
    bool is_finite = float_is_finite(i.a + i.b + i.c + i.d + i.tx + i.ty);
    return is_finite ? (flash_inverse){ .map = i, .exists = true } : none;
}

rim_flash_box flash_box_empty(void)
{
    rim_flash_box box = { INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN };
    return box;
}

bool flash_box_is_empty(rim_flash_box box)
{
    return box.x_max < box.x_min || box.y_max < box.y_min;
}

rim_flash_box flash_box_union(rim_flash_box a, rim_flash_box b)
{
    rim_flash_box box = { a.x_min < b.x_min ? a.x_min : b.x_min,
                          a.y_min < b.y_min ? a.y_min : b.y_min,
                          a.x_max > b.x_max ? a.x_max : b.x_max,
                          a.y_max > b.y_max ? a.y_max : b.y_max };
    return box;
}

// Returns the smallest box around a box and the image of the point (x, y), rounded to whole twips.
static rim_flash_box flash_box_add_corner(rim_flash_box box, const flash_map *map, double x,
                                          double y)
{
    rim_flash_point p = flash_map_apply(map, x, y);
    int32_t         px = flash_round(p.x), py = flash_round(p.y);
    rim_flash_box   corner = { px, py, px, py };
    return flash_box_union(box, corner);
}

rim_flash_box flash_map_box(const flash_map *map, rim_flash_box box)
{
    rim_flash_box image = flash_box_empty();
    if (flash_box_is_empty(box)) return image;
    image = flash_box_add_corner(image, map, box.x_min, box.y_min);
    image = flash_box_add_corner(image, map, box.x_max, box.y_min);
    image = flash_box_add_corner(image, map, box.x_max, box.y_max);
    return flash_box_add_corner(image, map, box.x_min, box.y_max);
}
