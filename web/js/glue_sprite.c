// Sprites in any pose, in motion, and on a stage, for JavaScript.
#include "glue.h"

rim_status EXPORT(sprite_create)(rim_sprite **out, const rim_mask *mask, int has_anchor, float x,
                                 float y, int rays)
{
    rim_sprite_options options = { .has_anchor = has_anchor != 0,
                                   .anchor = { x, y },
                                   .rays = rays };
    return rim_sprite_create(out, mask, &options);
}

rim_status EXPORT(sprite_update)(rim_sprite *it, const rim_mask *mask, int x0, int y0, int x1,
                                 int y1)
{
    return rim_sprite_update(it, mask, rim_rect_make(x0, y0, x1, y1));
}

void EXPORT(sprite_destroy)(rim_sprite *it)
{
    rim_sprite_destroy(it);
}

// out: x, y
void EXPORT(sprite_anchor)(sprite it, double *out)
{
    rim_vec2 anchor = rim_sprite_anchor(it);
    out[0] = anchor.x;
    out[1] = anchor.y;
}

const rim_mask *EXPORT(sprite_mask)(sprite it)
{
    return rim_sprite_mask(it);
}

const rim_edge_point *EXPORT(sprite_outline)(sprite it)
{
    return rim_sprite_outline(it, NULL);
}

int EXPORT(sprite_rays)(sprite it)
{
    int rays;
    rim_sprite_outline(it, &rays);
    return rays;
}

// Scaled, turned, put in place: out becomes the pose.
void EXPORT(pose_make)(rim_xform2 *out, float x, float y, double degrees, float scale_x,
                       float scale_y)
{
    *out = rim_xform2_pose(rim_vec2_make(x, y), rim_rot2_degrees(degrees),
                           rim_vec2_make(scale_x, scale_y));
}

// --- two sprites ------------------------------------------------------------------------------------

// out: x0, y0, x1, y1; x0 > x1 for an empty one
void EXPORT(sprite_bounds)(sprite a, pose pa, double *out)
{
    rim_box2 box = rim_sprite_bounds(rim_posed_make(a, *pa));
    out[0] = box.lo.x;
    out[1] = box.lo.y;
    out[2] = box.hi.x;
    out[3] = box.hi.y;
}

int EXPORT(sprite_contains)(sprite a, pose pa, float x, float y)
{
    return rim_sprite_contains(rim_posed_make(a, *pa), rim_vec2_make(x, y));
}

int EXPORT(sprite_overlaps)(sprite a, pose pa, sprite b, pose pb)
{
    return rim_sprite_overlaps(rim_posed_make(a, *pa), rim_posed_make(b, *pb));
}

int EXPORT(sprite_overlaps_on_grid)(sprite a, pose pa, sprite b, pose pb)
{
    return rim_sprite_overlaps_on_grid(rim_posed_make(a, *pa), rim_posed_make(b, *pb));
}

double EXPORT(sprite_overlap_area)(sprite a, pose pa, sprite b, pose pb)
{
    return rim_sprite_overlap_area(rim_posed_make(a, *pa), rim_posed_make(b, *pb));
}

int EXPORT(sprite_outline_first)(sprite a, pose pa, sprite b, pose pb)
{
    return rim_sprite_outline_first(rim_posed_make(a, *pa), rim_posed_make(b, *pb));
}

int EXPORT(sprite_outline_hits)(sprite a, pose pa, sprite b, pose pb, int *rays, int capacity)
{
    return rim_sprite_outline_all(rim_posed_make(a, *pa), rim_posed_make(b, *pb), rays, capacity);
}

static double *put(double *out, rim_vec2 v)
{
    out[0] = v.x;
    out[1] = v.y;
    return out + 2;
}

// out: point, normal, edge normal, depth, area
int EXPORT(sprite_contact)(sprite a, pose pa, sprite b, pose pb, double *out)
{
    rim_contact2 c = rim_sprite_contact(rim_posed_make(a, *pa), rim_posed_make(b, *pb));
    out = put(put(put(out, c.point), c.normal), c.edge_normal);
    out[0] = c.depth;
    out[1] = c.area;
    return c.hit;
}

// out: move, length, exact
int EXPORT(sprite_separate)(sprite a, pose pa, sprite b, pose pb, double *out)
{
    rim_separation2 s = rim_sprite_separate(rim_posed_make(a, *pa), rim_posed_make(b, *pb));
    out = put(out, s.move);
    out[0] = s.length;
    out[1] = s.exact;
    return s.hit;
}

// --- motion -----------------------------------------------------------------------------------------

// out: t, point, normal, edge normal, depth, start_overlap, ax, ay, bx, by
static int put_hit(double *out, const rim_hit2 *hit)
{
    *out++ = hit->t;
    out = put(put(put(out, hit->point), hit->normal), hit->edge_normal);
    out[0] = hit->depth;
    out[1] = hit->start_overlap;
    out[2] = hit->ax;
    out[3] = hit->ay;
    out[4] = hit->bx;
    out[5] = hit->by;
    return hit->hit;
}

int EXPORT(sprite_sweep)(sprite a, pose pa, float dx, float dy, sprite b, pose pb, float other_dx,
                         float other_dy, double *out)
{
    rim_hit2 hit = rim_sprite_sweep_both(rim_posed_make(a, *pa), rim_vec2_make(dx, dy),
                                         rim_posed_make(b, *pb), rim_vec2_make(other_dx, other_dy));
    return put_hit(out, &hit);
}

int EXPORT(sprite_raycast)(sprite b, pose pb, float x, float y, float dx, float dy, double *out)
{
    rim_hit2 hit = rim_sprite_raycast(rim_posed_make(b, *pb),
                                      (rim_ray2){ rim_vec2_make(x, y), rim_vec2_make(dx, dy) });
    return put_hit(out, &hit);
}

int EXPORT(sprite_sweep_circle)(sprite b, pose pb, float x, float y, float radius, float dx,
                                float dy, double *out)
{
    rim_hit2 hit = rim_circle2_sweep_sprite((rim_circle2){ rim_vec2_make(x, y), radius },
                                            rim_vec2_make(dx, dy), rim_posed_make(b, *pb));
    return put_hit(out, &hit);
}

int EXPORT(sprite_sweep_polygon)(sprite b, pose pb, const rim_vec2 *points, int count, float dx,
                                 float dy, double *out)
{
    rim_hit2 hit = rim_polygon2_sweep_sprite((rim_polygon2){ points, count }, rim_vec2_make(dx, dy),
                                             rim_posed_make(b, *pb));
    return put_hit(out, &hit);
}

int EXPORT(polygon_is_convex)(const rim_vec2 *points, int count)
{
    return rim_polygon2_is_convex((rim_polygon2){ points, count });
}

int EXPORT(sprite_overlaps_circle)(sprite a, pose pa, float x, float y, float radius)
{
    return rim_sprite_overlaps_circle(rim_posed_make(a, *pa),
                                      (rim_circle2){ rim_vec2_make(x, y), radius });
}

int EXPORT(sprite_overlaps_box)(sprite a, pose pa, float x0, float y0, float x1, float y1)
{
    return rim_sprite_overlaps_box(rim_posed_make(a, *pa),
                                   rim_box2_make(rim_vec2_make(x0, y0), rim_vec2_make(x1, y1)));
}

int EXPORT(sprite_overlaps_segment)(sprite a, pose pa, float x0, float y0, float x1, float y1)
{
    rim_vec2 ends[2] = { { x0, y0 }, { x1, y1 } };
    return rim_sprite_overlaps_polygon(rim_posed_make(a, *pa), (rim_polygon2){ ends, 2 });
}

int EXPORT(sprite_overlaps_polygon)(sprite a, pose pa, const rim_vec2 *points, int count)
{
    return rim_sprite_overlaps_polygon(rim_posed_make(a, *pa), (rim_polygon2){ points, count });
}

// out: point, distance, x, y
int EXPORT(sprite_closest)(sprite a, pose pa, float x, float y, double *out)
{
    rim_closest2 closest = rim_sprite_closest(rim_posed_make(a, *pa), rim_vec2_make(x, y));
    out = put(out, closest.point);
    out[0] = closest.distance;
    out[1] = closest.x;
    out[2] = closest.y;
    return closest.found;
}

// --- a stage ----------------------------------------------------------------------------------------

// Handles are pairs of 32-bit words: slot, generation.

rim_status EXPORT(stage_create)(rim_stage **out, int boxes_only)
{
    rim_stage_options options = { .boxes_only = boxes_only != 0 };
    return rim_stage_create(out, &options);
}

void EXPORT(stage_destroy)(rim_stage *stage)
{
    rim_stage_destroy(stage);
}

rim_status EXPORT(stage_add)(rim_stage *stage, sprite it, pose p, uint32_t layers, uint32_t looks,
                             rim_handle *out)
{
    rim_filter     filter = { layers, ~looks };
    rim_stage_item item = { .posed = rim_posed_make(it, *p), .filter = filter };
    return rim_stage_add(stage, &item, out);
}

int EXPORT(stage_move)(rim_stage *stage, const rim_handle *who, pose p)
{
    return rim_stage_move(stage, *who, *p);
}

int EXPORT(stage_show)(rim_stage *stage, const rim_handle *who, sprite it)
{
    rim_stage_item item = rim_stage_get(stage, *who);
    item.posed.sprite = it;
    return rim_stage_set(stage, *who, &item);
}

int EXPORT(stage_remove)(rim_stage *stage, const rim_handle *who)
{
    return rim_stage_remove(stage, *who);
}

int EXPORT(stage_pairs)(rim_stage *stage, rim_pair *out, int capacity)
{
    return rim_stage_pairs(stage, out, capacity);
}

// out: the addresses of the pairs that touch, entered and left, then how many there are of each.
rim_status EXPORT(stage_update)(rim_stage *stage, uint32_t *out)
{
    rim_stage_changes changes;
    rim_status        status = rim_stage_update(stage, &changes);
    out[0] = (uint32_t)(uintptr_t)changes.touching;
    out[1] = (uint32_t)(uintptr_t)changes.entered;
    out[2] = (uint32_t)(uintptr_t)changes.left;
    out[3] = (uint32_t)changes.touching_count;
    out[4] = (uint32_t)changes.entered_count;
    out[5] = (uint32_t)changes.left_count;
    return status;
}

int EXPORT(stage_at_point)(const rim_stage *stage, float x, float y, uint32_t layers,
                           rim_handle *out, int capacity)
{
    return rim_stage_contains(stage, rim_vec2_make(x, y), layers, out, capacity);
}

int EXPORT(stage_in_box)(const rim_stage *stage, float x0, float y0, float x1, float y1,
                         uint32_t layers, rim_handle *out, int capacity)
{
    rim_box2 box = rim_box2_make(rim_vec2_make(x0, y0), rim_vec2_make(x1, y1));
    return rim_stage_overlaps_box(stage, box, layers, out, capacity);
}

int EXPORT(stage_raycast)(const rim_stage *stage, float x, float y, float dx, float dy,
                          uint32_t layers, rim_handle *who, double *out)
{
    rim_ray2      ray = { rim_vec2_make(x, y), rim_vec2_make(dx, dy) };
    rim_stage_hit first = rim_stage_raycast_first(stage, ray, layers);
    *who = first.who;
    return put_hit(out, &first.hit);
}

int EXPORT(stage_sweep)(const rim_stage *stage, sprite it, pose p, float dx, float dy,
                        uint32_t layers, const rim_handle *but, rim_handle *who, double *out)
{
    rim_stage_hit first =
        rim_stage_sweep_first(stage, rim_posed_make(it, *p), rim_vec2_make(dx, dy), layers, *but);
    *who = first.who;
    return put_hit(out, &first.hit);
}
