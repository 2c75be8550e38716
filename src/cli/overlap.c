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
static span square_of(rim_posed b, rim_vec2 origin, int x, int y)
{
    rim_vec2   anchor = rim_sprite_anchor(b.sprite);
    rim_xform2 m = b.pose;
    double     left = x - (double)anchor.x, top = y - (double)anchor.y;
    double     ax = m.a * left + m.c * top + m.tx - origin.x,
           ay = m.b * left + m.d * top + m.ty - origin.y;
    double bx = m.a * (left + 1.0) + m.c * (top + 1.0) + m.tx - origin.x;
    double by = m.b * (left + 1.0) + m.d * (top + 1.0) + m.ty - origin.y;
    span   s = { ax < bx ? ax : bx, ay < by ? ay : by, ax < bx ? bx : ax, ay < by ? by : ay };
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

// a is not turned or scaled: its pixels are the world's, moved.
static double upright_area(rim_posed a, rim_posed b)
{
    const rim_mask *of_a = rim_sprite_mask(a.sprite), *of_b = rim_sprite_mask(b.sprite);
    rim_vec2        anchor = rim_sprite_anchor(a.sprite);
    rim_vec2        origin = rim_vec2_make(a.pose.tx - anchor.x, a.pose.ty - anchor.y);
    double          area = 0.0;
    for (int y = 0; y < rim_mask_height(of_b); y++)
        for (int x = 0; x < rim_mask_width(of_b); x++)
            if (rim_mask_get(of_b, x, y)) area += area_in(of_a, square_of(b, origin, x, y));
    return area;
}

overlap overlap_of(rim_posed a, rim_posed b)
{
    overlap answer = { false, false, 0.0 };
    if (is_upright(b.pose))
    {
        answer.exact = true;
        answer.area = upright_area(a, b);
        answer.hit = answer.area > 0.0;
    }
    else
        answer.hit = rim_sprite_outline_first(a, b) >= 0 || rim_sprite_outline_first(b, a) >= 0;
    return answer;
}
