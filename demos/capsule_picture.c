// What the capsule scene shows: the motion, what touched what, the cases, the slider.
#include "capsule.h"
#include "kit_3d.h"

static void draw_polygon(kit *k, const capsule *c)
{
    bool      face = c->hit.hit && c->hit.other.kind == RIM_FEATURE_FACE;
    SDL_Color hit = kit_ink(k, KIT_HIT), ink = kit_fade(kit_ink(k, KIT_OTHER), 0.75f);
    kit_3d_polygon(k, c->corners, CORNERS, face ? kit_mix(ink, kit_fade(hit, 0.75f), 0.45f) : ink);
    kit_3d_lift(k, 0.1f);
    kit_3d_loop(k, c->corners, CORNERS, 2.0f, kit_ink(k, KIT_OUTLINE));
    kit_3d_lift(k, 0.6f);
    int i = c->hit.other.index;
    if (c->hit.hit && c->hit.other.kind == RIM_FEATURE_EDGE)
        kit_3d_line(k, c->corners[i], c->corners[(i + 1) % CORNERS], 5.0f, hit);
    if (c->hit.hit && c->hit.other.kind == RIM_FEATURE_VERTEX)
        kit_3d_dot(k, c->corners[i], 9.0f, kit_fade(hit, 0.6f));
    kit_3d_lift(k, 0.0f);
}

// The axis, with the part of it that touched.
static void draw_axis(kit *k, const capsule *c, rim_capsule it)
{
    SDL_Color plain = kit_ink(k, KIT_OUTLINE), hit = kit_ink(k, KIT_HIT);
    bool      edge = c->hit.hit && c->hit.mover.kind == RIM_FEATURE_EDGE;
    bool      end = c->hit.hit && c->hit.mover.kind == RIM_FEATURE_VERTEX;
    kit_3d_lift(k, 1.0f);
    kit_3d_line(k, it.a, it.b, edge ? 4.0f : 2.0f, edge ? hit : plain);
    kit_3d_dot(k, it.a, 5.0f, end && c->hit.mover.index == 0 ? hit : plain);
    kit_3d_dot(k, it.b, 5.0f, end && c->hit.mover.index == 1 ? hit : plain);
    kit_3d_lift(k, 0.0f);
}

static void draw_motion(kit *k, const capsule *c)
{
    SDL_Color   ghost = kit_ink(k, KIT_GHOST);
    float       stop = c->hit.hit && c->hit.t < c->time ? c->hit.t : c->time;
    rim_capsule from = capsule_at(c, 0.0f), to = capsule_at(c, 1.0f), now = capsule_at(c, stop);
    rim_capsule past = capsule_at(c, c->time);
    kit_3d_rings(k, from.a, from.b, RADIUS, 1.0f, kit_fade(ghost, 0.8f));
    kit_3d_rings(k, to.a, to.b, RADIUS, 1.0f, kit_fade(ghost, 0.5f));
    kit_3d_line(k, from.a, to.a, 1.0f, ghost);
    kit_3d_line(k, from.b, to.b, 1.0f, ghost);
    if (stop < c->time)
        kit_3d_rings(k, past.a, past.b, RADIUS, 1.5f, kit_fade(kit_ink(k, KIT_THING), 0.7f));
    kit_3d_round(k, now.a, now.b, RADIUS, kit_fade(kit_ink(k, KIT_THING), 0.6f));
    draw_axis(k, c, now);
}

static void draw_contact(kit *k, const capsule *c)
{
    const rim_hit3 *h = &c->hit;
    if (!h->hit) return;
    kit_3d_lift(k, 3.0f);
    kit_3d_arrow(k, h->point, rim_vec3_add(h->point, h->face_normal), 1.5f, kit_ink(k, KIT_GHOST));
    kit_3d_arrow(k, h->point, rim_vec3_along(h->point, h->normal, 1.2f), 3.0f,
                 kit_ink(k, KIT_NORMAL));
    kit_3d_dot(k, h->point, 6.0f, kit_ink(k, KIT_HIT));
    kit_3d_lift(k, 0.0f);
}

static void draw_cases(kit *k, const capsule *c)
{
    static const char *const texts[] = {
        "A  end of the axis over the face", "B  axis and edge, both inside",
        "C  end of the axis and edge",      "D  axis and corner",
        "E  end of the axis and corner",    "X  the axis pierces the face",
    };
    for (int i = 0; i < 6; i++)
    {
        bool      won = c->hit.hit && (int)c->hit.letter == RIM_CASE_A + i;
        float     y = 150.0f + 30.0f * (float)i;
        SDL_Color ink = kit_ink(k, won ? KIT_HIT : KIT_DIM);
        if (won) kit_disc(k, rim_vec2_make(30.0f, y + 11.0f), 6.0f, ink);
        kit_text(k, 46.0f, y, KIT_NORMAL_SIZE, ink, "%s", texts[i]);
    }
    kit_keep(k, rim_box2_make(rim_vec2_make(24.0f, 150.0f), rim_vec2_make(310.0f, 325.0f)));
}

static void draw_slider(kit *k, const capsule *c)
{
    float at = BAR_LEFT + (BAR_RIGHT - BAR_LEFT) * c->time;
    float hit = BAR_LEFT + (BAR_RIGHT - BAR_LEFT) * c->hit.t;
    kit_line(k, rim_vec2_make(BAR_LEFT, BAR_Y), rim_vec2_make(BAR_RIGHT, BAR_Y), 3.0f,
             kit_ink(k, KIT_GHOST));
    kit_text(k, BAR_LEFT - 60.0f, BAR_Y - 10.0f, KIT_SMALL, kit_ink(k, KIT_DIM), "t = 0");
    kit_text(k, BAR_RIGHT + 22.0f, BAR_Y - 10.0f, KIT_SMALL, kit_ink(k, KIT_DIM), "t = 1");
    if (c->hit.hit)
    {
        kit_line(k, rim_vec2_make(hit, BAR_Y - 14.0f), rim_vec2_make(hit, BAR_Y + 14.0f), 3.0f,
                 kit_ink(k, KIT_HIT));
        kit_text(k, hit - 26.0f, BAR_Y - 38.0f, KIT_SMALL, kit_ink(k, KIT_HIT), "t = %.3f",
                 (double)c->hit.t);
    }
    kit_disc(k, rim_vec2_make(at, BAR_Y), 9.0f, kit_ink(k, KIT_THING));
    kit_keep(k, rim_box2_make(rim_vec2_make(BAR_LEFT - 60.0f, BAR_Y - 38.0f),
                              rim_vec2_make(BAR_RIGHT + 60.0f, BAR_Y + 14.0f)));
}

static const char *part(rim_feature feature, bool of_polygon)
{
    switch (feature.kind)
    {
    case RIM_FEATURE_VERTEX:
        return of_polygon ? "corner" : "end";
    case RIM_FEATURE_EDGE:
        return of_polygon ? "edge" : "axis";
    case RIM_FEATURE_FACE:
        return "face";
    default:
        return "nothing";
    }
}

static void say_numbers(kit *k, const capsule *c)
{
    const rim_hit3 *h = &c->hit;
    kit_say(k, "slider", "t = %.3f", (double)c->time);
    if (!h->hit)
        kit_say(k, "hit", "none");
    else
    {
        kit_say(k, "hit", "t = %.6f", (double)h->t);
        kit_say(k, "point", "%.3f  %.3f  %.3f", (double)h->point.x, (double)h->point.y,
                (double)h->point.z);
        kit_say(k, "normal", "%.3f  %.3f  %.3f", (double)h->normal.x, (double)h->normal.y,
                (double)h->normal.z);
        kit_say(k, "met", "%s of the capsule, %s %d", part(h->mover, false), part(h->other, true),
                h->other.index);
        if (h->start_overlap) kit_say(k, "overlap at the start", "%.3f deep", (double)h->depth);
    }
    kit_say_time(k, "one sweep", c->seconds);
}

#define FLOOR -1.6f

static void draw_floor(kit *k, const capsule *c)
{
    float       stop = c->hit.hit && c->hit.t < c->time ? c->hit.t : c->time;
    rim_capsule now = capsule_at(c, stop);
    kit_shadow  shadow = kit_shadow_round(now.a, now.b, RADIUS);
    kit_3d_ground(k, rim_vec3_make(0, FLOOR, 0), 16.0f);
    kit_3d_ground_shade(k, c->corners, CORNERS, FLOOR);
    kit_3d_ground_shadow(k, &shadow, FLOOR);
}

static void name_subject(kit *k, const capsule *c)
{
    float       stop = c->hit.hit && c->hit.t < c->time ? c->hit.t : c->time;
    rim_capsule now = capsule_at(c, stop);
    rim_vec3    ends[2] = { now.a, now.b };
    kit_subject(k, kit_3d_bounds(k, ends, 2, RADIUS));
    kit_subject(k, kit_3d_bounds(k, c->corners, CORNERS, 0.02f));
}

void capsule_draw(kit *k, const void *state)
{
    const capsule *c = state;
    kit_camera     eye =
        kit_camera_around(rim_vec3_make(0.0f, 0.4f, 0.0f), c->yaw, c->pitch, c->distance);
    kit_3d_begin(k, &eye);
    draw_floor(k, c);
    kit_3d_end(k);
    kit_3d_begin(k, &eye);
    name_subject(k, c);
    draw_polygon(k, c);
    draw_motion(k, c);
    draw_contact(k, c);
    kit_3d_end(k);
    draw_cases(k, c);
    draw_slider(k, c);
    say_numbers(k, c);
}
