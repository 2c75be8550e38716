// What the writers of outlines share.
#ifndef RIM_DATA_EXPORT_H
#define RIM_DATA_EXPORT_H

#include "data/writer.h"
#include "rimcast/export.h"

// Point k of an outline of either kind.
rim_faithful_point rim_record_point(const rim_outline_record *r, int k);

// A coordinate of such a point in its shortest form: as a float for the kind "rays", as a double for
// the kind "faithful".
void rim_put_coordinate(rim_writer *w, const rim_outline_record *r, double value);

// Are all numbers that a document shows finite?
bool rim_records_are_finite(const rim_outline_record *records, int count);

// --- contours and pieces: kinds made of closed polygons ------------------------------------------------

bool rim_record_has_polygons(const rim_outline_record *r);

// How many, and each of them, in pixels from the image's top left corner.
int64_t      rim_record_polygon_count(const rim_outline_record *r);
rim_polygon2 rim_record_polygon(const rim_outline_record *r, int64_t index);

// "ring" or "piece".
const char *rim_record_polygon_word(const rim_outline_record *r);

// A point of one, told from the anchor.
rim_vec2 rim_record_from_anchor(const rim_outline_record *r, rim_vec2 point);

// The part of each document that differs from that of rays.
void rim_put_polygons_json(rim_writer *w, const char *indent, const rim_outline_record *r);
void rim_put_polygons_csv(rim_writer *w, const rim_outline_record *r, bool framed);
void rim_put_polygons_svg(rim_writer *w, const rim_outline_record *r, float radius);

#endif
