// Reference kinds of points, segments, planes and rays.
#include "support/reference.h"

#include "rimcast/segment.h"

void reference_point_segment(reference_run *run, const reference_case *c);

void reference_point_segment(reference_run *run, const reference_case *c)
{
    rim_vec3     p = reference_point(run, c, "p");
    rim_segment3 segment;
    segment.a = reference_point(run, c, "a");
    segment.b = reference_point(run, c, "b");

    rim_on_segment3 on = rim_segment3_closest(segment, p);
    reference_check_point(run, "q", on.point, reference_expected_point(run, c, "q"));
    reference_check_length(run, "d", on.distance, reference_value(run, c, "d") * run->scale);
    double span = v3d_length(v3d_sub(v3d_from(segment.b), v3d_from(segment.a)));
    reference_check_time(run, "t", on.t, reference_value(run, c, "t_q"), span);
}
