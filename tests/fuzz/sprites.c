// Any bytes as arguments of what is asked of posed sprites: alone, in pairs, in motion, on a stage, walking.
#include "rimcast/rimcast.h"
#include "support/fuzz.h"

#include <stdlib.h>

#include "flat/shape/box2.h"
#include "flat/sprite/data.h"

#include "flat/mover/data.h"

enum
{
    SPRITES = 3,
    POINTS = 7
};

// Small sprites of a few kinds, some with any anchor.
static rim_sprite *make_sprite(fuzz_bytes *in)
{
    int       width = fuzz_int(in, 1, 24), height = fuzz_int(in, 1, 24), kind = fuzz_int(in, 0, 4);
    rim_mask *mask;
    if (rim_mask_create(&mask, width, height, NULL)) abort();
    rim_vec2 centre = rim_vec2_make(0.5f * (float)width, 0.5f * (float)height);
    if (kind <= 1) rim_mask_draw_rect(mask, rim_rect_make(0, 0, width, height), true);
    if (kind == 1) rim_mask_draw_rect(mask, rim_rect_make(2, 2, width - 2, height - 2), false);
    if (kind == 2) rim_mask_draw_circle(mask, centre, 0.45f * (float)width, true);
    if (kind >= 3)
        for (int i = 0; i < 40; i++)
            rim_mask_set(mask, fuzz_int(in, 0, width), fuzz_int(in, 0, height), true);

    rim_sprite_options options = { .has_anchor = fuzz_int(in, 0, 3) == 0,
                                   .rays = fuzz_int(in, 0, 12) };
    if (options.has_anchor) options.anchor = fuzz_vec2(in);
    rim_sprite *sprite;
    if (rim_sprite_create(&sprite, mask, &options))
    {
        options.has_anchor = false;
        if (rim_sprite_create(&sprite, mask, &options)) abort();
    }
    rim_mask_destroy(mask);
    return sprite;
}

// Whole motions and quarter turns, turns with a scale, any six numbers.
static rim_xform2 make_pose(fuzz_bytes *in)
{
    int      kind = fuzz_int(in, 0, 4);
    rim_vec2 at = fuzz_vec2(in), scale = { in->unit, in->unit };
    if (kind == 0) return rim_xform2_pose(at, rim_rot2_degrees(0), scale);
    if (kind == 1) return rim_xform2_pose(at, rim_rot2_degrees(90.0 * fuzz_int(in, 0, 3)), scale);
    if (kind == 2) return rim_xform2_pose(at, rim_rot2_degrees(fuzz_int(in, 0, 359)), scale);
    if (kind == 3)
    {
        bool     spoiled = in->spoiled;
        rim_rot2 turn = rim_rot2_radians((double)fuzz_float(in));
        in->spoiled = spoiled; // an angle that is not finite is taken as 0
        return rim_xform2_pose(at, turn, fuzz_vec2(in));
    }
    rim_vec2 x = fuzz_vec2(in), y = fuzz_vec2(in);
    return (rim_xform2){ x.x, x.y, y.x, y.y, at.x, at.y };
}

static void check_hit(const fuzz_bytes *in, rim_hit2 hit)
{
    fuzz_check(!(in->spoiled && hit.hit));
    fuzz_check(hit.t >= 0.0 && hit.t <= 1.0 && (hit.hit || hit.t == 1.0));
    fuzz_point2(in, hit.point);
    fuzz_point2(in, hit.normal);
    fuzz_point2(in, hit.edge_normal);
    fuzz_number(in, hit.depth);
}

static void try_alone(fuzz_bytes *in, rim_posed a, rim_posed b)
{
    sprite_image_bounds(a);
    rim_sprite_bounds(a);
    bool bad_pose = in->spoiled;
    int  rays[16];
    fuzz_check(!(bad_pose && rim_sprite_outline_all(a, b, rays, 16)));
    int first = rim_sprite_outline_first(a, b);
    fuzz_check(rim_sprite_outline_all(a, b, rays, 16) == 0 ? first == -1 : first == rays[0]);
    rim_vec2 p = fuzz_vec2(in);
    fuzz_check(!(rim_sprite_contains(a, p) && in->spoiled && p.x != p.x));
    rim_sprite_overlaps_at(a.sprite, b.sprite, (int)fuzz_word(in), fuzz_int(in, -20, 20));
    rim_closest2 closest = rim_sprite_closest(b, p);
    fuzz_point2(in, closest.point);
    fuzz_number(in, closest.distance);
}

// The grid is asked along the shapes' edges, pixel by pixel of the world: who spans a billion of them waits.
static bool is_on_a_screen(rim_posed p)
{
    rim_box2 box = sprite_image_bounds(p);
    return box.lo.x > -0x1p16f && box.lo.y > -0x1p16f && box.hi.x < 0x1p16f && box.hi.y < 0x1p16f;
}

static void try_pair(fuzz_bytes *in, rim_posed a, rim_posed b)
{
    bool   hit = rim_sprite_overlaps(a, b);
    double area = rim_sprite_overlap_area(a, b);
    fuzz_check(hit == rim_sprite_overlaps(b, a));
    fuzz_check(!(in->spoiled && hit));
    fuzz_check(area >= 0.0 && (hit || area == 0.0));
    if (is_on_a_screen(a) && is_on_a_screen(b)) rim_sprite_overlaps_on_grid(a, b);
    rim_contact2 contact = rim_sprite_contact(a, b);
    fuzz_check(contact.hit == hit);
    fuzz_point2(in, contact.point);
    fuzz_point2(in, contact.normal);
    fuzz_point2(in, contact.edge_normal);
    fuzz_number(in, contact.depth);
}

static void try_separate(fuzz_bytes *in, rim_posed a, rim_posed b)
{
    rim_separation2 out = rim_sprite_separate(a, b);
    fuzz_check(out.hit == rim_sprite_overlaps(a, b));
    fuzz_point2(in, out.move);
    fuzz_number(in, out.length);
}

static void try_sweep(fuzz_bytes *in, rim_posed a, rim_posed b)
{
    rim_vec2 delta = fuzz_vec2(in);
    rim_hit2 hit = rim_sprite_sweep(a, delta, b);
    check_hit(in, hit);
    rim_hit2 other = rim_sprite_sweep(b, vec2_negate(delta), a);
    fuzz_check(hit.hit == other.hit && hit.t == other.t);
    check_hit(in, rim_sprite_sweep_both(a, delta, b, fuzz_vec2(in)));
}

static void try_shapes(fuzz_bytes *in, rim_posed a, rim_posed b)
{
    (void)a;
    rim_segment2 segment = { fuzz_vec2(in), fuzz_vec2(in) };
    rim_circle2  circle = { fuzz_vec2(in), fuzz_float(in) };
    rim_vec2     points[POINTS], delta = fuzz_vec2(in);
    rim_polygon2 polygon = { points, fuzz_int(in, 0, POINTS) };
    for (int i = 0; i < polygon.count; i++) points[i] = fuzz_vec2(in);
    bool any = in->spoiled;
    in->spoiled = false;
    rim_sprite_overlaps_polygon(b, (rim_polygon2){ (rim_vec2[]){ segment.a, segment.b }, 2 });
    rim_sprite_overlaps_circle(b, circle);
    rim_sprite_overlaps_box(b, rim_box2_make(segment.a, segment.b));
    rim_sprite_overlaps_polygon(b, polygon);
    rim_hit2 hits[4] = { rim_sprite_raycast(b, (rim_ray2){ segment.a, delta }),
                         rim_polygon2_sweep_sprite(
                             (rim_polygon2){ (rim_vec2[]){ segment.a, segment.b }, 2 }, delta, b),
                         rim_circle2_sweep_sprite(circle, delta, b),
                         { .t = 1.0 } };
    if (rim_polygon2_is_convex(polygon)) hits[3] = rim_polygon2_sweep_sprite(polygon, delta, b);
    for (int i = 0; i < 4; i++)
        if (!any) check_hit(in, hits[i]);
    for (int i = 0; i < 4; i++) fuzz_check(hits[i].t >= 0.0 && hits[i].t <= 1.0);
}

static void try_stage(fuzz_bytes *in, rim_posed a, rim_posed b)
{
    rim_stage        *stage;
    rim_stage_options options = { .boxes_only = fuzz_int(in, 0, 3) == 0 };
    rim_handle        who[8], found[8];
    rim_pair          pairs[8];
    rim_stage_hit     hits[4];
    if (rim_stage_create(&stage, &options)) abort();
    for (int i = 0; i < 8; i++)
    {
        rim_posed      posed = { fuzz_bool(in) ? a.sprite : b.sprite, make_pose(in) };
        rim_stage_item item = { posed, { fuzz_byte(in), fuzz_byte(in) }, NULL, NULL, 0 };
        if (rim_stage_add(stage, &item, &who[i])) abort();
    }
    for (int i = 0; i < 12; i++)
    {
        rim_vec2 p = fuzz_vec2(in), q = fuzz_vec2(in);
        uint32_t layers = fuzz_bool(in) ? ~0u : fuzz_word(in);
        int      k = fuzz_int(in, 0, 7);
        switch (fuzz_int(in, 0, 9))
        {
        case 0:
            rim_stage_move(stage, who[k], make_pose(in));
            break;
        case 1:
            rim_stage_remove(stage, who[k]);
            break;
        case 2:
            rim_stage_set(stage, who[k], &(rim_stage_item){ .posed = b });
            break;
        case 3:
            fuzz_check(rim_stage_pairs(stage, pairs, 8) == rim_stage_pairs(stage, NULL, 0));
            break;
        case 4:
            if (rim_stage_update(stage, NULL)) abort();
            break;
        case 5:
            rim_stage_contains(stage, p, layers, found, 8);
            break;
        case 6:
            rim_stage_overlaps_box(stage, rim_box2_make(p, q), layers, found, 8);
            break;
        case 7:
            rim_stage_raycast_all(stage, (rim_ray2){ p, q }, layers, hits, 4);
            rim_stage_raycast_first(stage, (rim_ray2){ p, q }, layers);
            break;
        case 8:
            rim_stage_sweep_all(stage, a, p, layers, who[k], hits, 4);
            break;
        default:
            rim_stage_sweep_first(stage, a, q, layers, who[k]);
            break;
        }
    }
    rim_stage_destroy(stage);
}

static rim_mover2 make_mover(fuzz_bytes *in, rim_posed a)
{
    rim_vec2 at = fuzz_vec2(in);
    switch (fuzz_int(in, 0, 2))
    {
    case 0:
        return (rim_mover2){ .sprite = a };
    case 1:
        return (rim_mover2){ .kind = RIM_MOVER2_BOX,
                             .at = at,
                             .box = rim_box2_make(fuzz_vec2(in), fuzz_vec2(in)) };
    default:
        return (rim_mover2){ .kind = RIM_MOVER2_CIRCLE, .at = at, .circle.radius = fuzz_float(in) };
    }
}

static void try_mover(fuzz_bytes *in, rim_posed a, rim_posed b)
{
    rim_posed         list[4] = { b, { b.sprite, make_pose(in) }, { a.sprite, make_pose(in) }, a };
    rim_posed_list    room = { list, fuzz_int(in, 0, 4) };
    uint32_t          cells[30];
    const rim_sprite *tiles[2] = { a.sprite, b.sprite };
    rim_tiles2        map = {
               tiles, cells, 6, 5, fuzz_vec2(in), 8.0f * in->unit, 8.0f * in->unit, fuzz_positive(in)
    };
    for (int i = 0; i < 30; i++)
        cells[i] = (uint32_t)fuzz_int(in, 0, 2) | (uint32_t)(fuzz_byte(in) & 0xf0) << 24;
    rim_world2 world = fuzz_bool(in) ? rim_posed_list_world(&room) : rim_tiles2_world(&map);
    rim_mover2 me = make_mover(in, a);
    rim_vec2   delta = fuzz_vec2(in);
    rim_mover2_bounds(&me);
    mover2_overlaps(me, world);
    rim_hit2 hit = mover2_sweep(me, delta, world, NULL);
    fuzz_check(hit.t >= 0.0 && hit.t <= 1.0);
    fuzz_point2(in, hit.normal);
    rim_slide2 slide = rim_mover2_slide(&me, delta, world);
    fuzz_point2(in, slide.me.at);
    fuzz_point2(in, slide.moved);
    fuzz_point2(in, slide.normal);
    rim_walker2 walker = { .up = { 0.0f, -1.0f },
                           .step = fuzz_positive(in),
                           .slope = fuzz_positive(in) };
    walker.grounded = fuzz_bool(in);
    rim_walk2 walk = rim_mover2_walk(&me, &walker, delta, world);
    fuzz_point2(in, walk.me.at);
    fuzz_point2(in, walk.moved);
    fuzz_point2(in, walk.ground_normal);
    rim_mover2_push_out(&me, world);
    fuzz_point2(in, me.at);
}

static void try_update(fuzz_bytes *in, rim_posed a, rim_posed b)
{
    (void)b;
    rim_mask *mask;
    if (rim_mask_create_copy(&mask, rim_sprite_mask(a.sprite), NULL)) abort();
    rim_sprite *sprite;
    if (rim_sprite_create(&sprite, mask, NULL)) abort();
    for (int i = 0; i < 5; i++)
    {
        int      x = fuzz_int(in, -3, 30), y = fuzz_int(in, -3, 30);
        rim_rect rect = rim_rect_make(x, y, x + fuzz_int(in, -1, 9),
                                      fuzz_int(in, 0, 1) ? y + 4 : (int)fuzz_word(in));
        rim_mask_draw_rect(mask, rect, fuzz_bool(in));
        if (rim_sprite_update(sprite, mask, rect)) abort();
    }
    fuzz_check(rim_mask_count(rim_sprite_mask(sprite)) == rim_mask_count(mask));
    rim_sprite_destroy(sprite);
    rim_mask_destroy(mask);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const drivers[])(fuzz_bytes *, rim_posed,
                                   rim_posed) = { try_alone,  try_pair,  try_separate, try_sweep,
                                                  try_shapes, try_stage, try_mover,    try_update };
    fuzz_bytes  in = fuzz_begin(data, size);
    int         driver = fuzz_byte(&in) % (int)(sizeof drivers / sizeof drivers[0]);
    rim_sprite *a = make_sprite(&in), *b = make_sprite(&in);
    in.spoiled = false;
    rim_posed first = { a, make_pose(&in) }, second = { b, make_pose(&in) };
    drivers[driver](&in, first, second);
    rim_sprite_destroy(a);
    rim_sprite_destroy(b);
    return 0;
}
