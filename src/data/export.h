// What the writers of outlines share.
#ifndef RIM_DATA_EXPORT_H
#define RIM_DATA_EXPORT_H

#include "data/writer.h"
#include "rimcast/export.h"

// Point k of an outline of either kind.
rim_faithful_point record_point(const rim_outline_record *r, int k);

// A coordinate of such a point in its shortest form: as a float for the kind "rays", as a double for
// the kind "faithful".
void writer_put_coordinate(text_writer *w, const rim_outline_record *r, double value);

// Are all numbers that a document shows finite?
bool records_are_finite(const rim_outline_record *records, int count);

// --- contours and pieces: kinds made of closed polygons ------------------------------------------------

bool record_has_polygons(const rim_outline_record *r);

// How many, and each of them, in pixels from the image's top left corner.
int64_t      record_polygon_count(const rim_outline_record *r);
rim_polygon2 record_polygon(const rim_outline_record *r, int64_t index);

// "ring" or "piece".
const char *record_polygon_word(const rim_outline_record *r);

// A point of one, told from the anchor.
rim_vec2 record_from_anchor(const rim_outline_record *r, rim_vec2 point);

// The part of each document that differs from that of rays.
void writer_put_polygons_json(text_writer *w, const char *indent, const rim_outline_record *r);
void writer_put_polygons_csv(text_writer *w, const rim_outline_record *r, bool framed);
void writer_put_polygons_svg(text_writer *w, const rim_outline_record *r, float radius);

#endif
