// rimcast outline --contour: computes simplified contours, convex pieces or triangles of a mask.
#ifndef RIM_CLI_OUTLINE_RINGS_H
#define RIM_CLI_OUTLINE_RINGS_H

#include "rimcast/export.h"

typedef struct ring_wish
{
    rim_outline_kind      kind;  // RIM_OUTLINE_CONTOUR, ..._CONVEX or ..._TRIANGLES
    bool                  holes; // false: the outer outlines alone
    double                tolerance;
    rim_simplify_side     side;
    rim_partition_options pieces;
} ring_wish;

// Sets the record's loops or pieces, which the record then owns.
rim_status outline_rings_trace(const ring_wish *wish, const rim_mask *mask, rim_outline_record *r);

void outline_rings_free(rim_outline_record *r);

#endif
