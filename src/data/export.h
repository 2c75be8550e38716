// What the writers of outlines share.
#ifndef RIM_DATA_EXPORT_H
#define RIM_DATA_EXPORT_H

#include "data/writer.h"
#include "rimcast/export.h"

// Are all numbers that a document shows finite?
bool rim_records_are_finite(const rim_outline_record *records, int count);

#endif
