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

#endif
