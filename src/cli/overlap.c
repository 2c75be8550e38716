#include "overlap.h"

// The box of a's pixels that the squares may touch.
typedef struct span
{
    double x0, y0, x1, y1;
} span;

static bool is_upright(rim_xform2 m)
{
    return (m.b == 0.0f && m.c == 0.0f) || (m.a == 0.0f && m.d == 0.0f);
}

// A pixel's square in a's pixels. Upright maps make it a rectangle again.
static span square_of(const placed *b, double left_of_a, double top_of_a, int x, int y)
{
    rim_xform2 m = b->pose;
    double     left = x - (double)b->anchor.x, top = y - (double)b->anchor.y;
    double     ax = m.a * left + m.c * top + m.tx - left_of_a;
    double     ay = m.b * left + m.d * top + m.ty - top_of_a;
    double     bx = m.a * (left + 1.0) + m.c * (top + 1.0) + m.tx - left_of_a;
    double     by = m.b * (left + 1.0) + m.d * (top + 1.0) + m.ty - top_of_a;
    span       s = { ax < bx ? ax : bx, ay < by ? ay : by, ax < bx ? bx : ax, ay < by ? by : ay };
    return s;
}

static double clamped(double x, double high)
{
    return x < 0.0 ? 0.0 : x < high ? x : high;
}

static double shared_length(double a0, double a1, double b0, double b1)
{
    double length = (a1 < b1 ? a1 : b1) - (a0 > b0 ? a0 : b0);
    return length > 0.0 ? length : 0.0;
}

// The area that a rectangle shares with the solid pixels of a mask.
static double area_in(const rim_mask *mask, span s)
{
    s.x0 = clamped(s.x0, rim_mask_width(mask)), s.x1 = clamped(s.x1, rim_mask_width(mask));
    s.y0 = clamped(s.y0, rim_mask_height(mask)), s.y1 = clamped(s.y1, rim_mask_height(mask));
    double area = 0.0;
    for (int y = (int)s.y0; y < s.y1; y++)
        for (int x = (int)s.x0; x < s.x1; x++)
            if (rim_mask_get(mask, x, y))
                area +=
                    shared_length(x, x + 1.0, s.x0, s.x1) * shared_length(y, y + 1.0, s.y0, s.y1);
    return area;
}

static double upright_area(const placed *a, const placed *b)
{
    double left = (double)a->pose.tx - a->anchor.x, top = (double)a->pose.ty - a->anchor.y,
           area = 0.0;
    for (int y = 0; y < rim_mask_height(b->mask); y++)
        for (int x = 0; x < rim_mask_width(b->mask); x++)
            if (rim_mask_get(b->mask, x, y))
                area += area_in(a->mask, square_of(b, left, top, x, y));
    return area;
}

// Is a world point in a solid pixel's half-open square?
static bool contains(const placed *b, rim_xform2 to_sprite, rim_vec2 p)
{
    rim_vec2 q = rim_xform2_apply(to_sprite, p);
    double   x = (double)q.x + b->anchor.x, y = (double)q.y + b->anchor.y;
    if (!(x >= 0.0 && y >= 0.0 && x < rim_mask_width(b->mask) && y < rim_mask_height(b->mask)))
        return false;
    return rim_mask_get(b->mask, (int)x, (int)y);
}

int outline_hits(const placed *a, const placed *b, int *rays)
{
    rim_xform2_inverted back = rim_xform2_inverse(b->pose);
    int                 count = 0;
    for (int k = 0; k < a->rays && back.exists; k++)
        if (a->points[k].hit && contains(b, back.xform, rim_xform2_apply(a->pose, a->points[k].at)))
            rays[count++] = k;
    return count;
}

overlap overlap_of(const placed *a, const placed *b)
{
    overlap answer = { false, false, 0.0 };
    int     rays[RIM_OUTLINE_MAX_RAYS];
    if (is_upright(b->pose))
    {
        answer.exact = true;
        answer.area = upright_area(a, b);
        answer.hit = answer.area > 0.0;
    }
    else
        answer.hit = outline_hits(a, b, rays) > 0 || outline_hits(b, a, rays) > 0;
    return answer;
}
