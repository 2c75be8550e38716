// Functions that the writers of outlines in all formats use.
#ifndef RIM_DATA_EXPORT_H
#define RIM_DATA_EXPORT_H

#include "data/writer.h"
#include "rimcast/export.h"

// Returns point k of a record of rays, of the kind "rays" or "faithful".
rim_faithful_point record_point(const rim_outline_record *r, int k);

// Writes a coordinate of a point of record_point as the shortest text that reads back: as a float for the kind "rays",
// as a double for the kind "faithful".
void writer_put_coordinate(text_writer *w, const rim_outline_record *r, double value);

// Returns true if the anchors, stages and points that hit of all records are finite. The points of polygons are not
// tested. Tolerances and errors may be infinite.
bool records_are_finite(const rim_outline_record *records, int count);

// --- contours and pieces: kinds of closed polygons ------------------------------------------------

// Returns true if the record is a contour or consists of pieces, false if it has rays.
bool record_has_polygons(const rim_outline_record *r);

// Return the number of polygons of a record, which is 0 for rays, and polygon `index`, in pixels from the image's top
// left corner.
int64_t      record_polygon_count(const rim_outline_record *r);
rim_polygon2 record_polygon(const rim_outline_record *r, int64_t index);

// Returns "ring" for a contour, otherwise "piece".
const char *record_polygon_word(const rim_outline_record *r);

// Returns a point relative to the anchor.
rim_vec2 record_from_anchor(const rim_outline_record *r, rim_vec2 point);

// Write the part of a document in which polygons differ from rays. Require a record with polygons.
void writer_put_polygons_json(text_writer *w, const char *indent, const rim_outline_record *r);
void writer_put_polygons_csv(text_writer *w, const rim_outline_record *r, bool framed);
void writer_put_polygons_svg(text_writer *w, const rim_outline_record *r, float radius);

// --- names -------------------------------------------------------------------------------------------
//
// Different names for the outlines of one document.
//
// A name is made from the image's file name, the frame's name, or both, without folders. Names that would be equal
// are preceded by their folders, from the innermost on, until they differ: hero_1.png in a/ and in b/ becomes a_hero_1
// and b_hero_1. Names that folders do not
// distinguish, such as those of one image that occurs twice, get numbers. All other names stay as they are.

typedef enum export_name_style
{
    // An identifier of C, made of the file's name and of the frame's name with its folders. All characters except ASCII
    // letters and digits become '_'. A name that does not begin with a letter gets the prefix "sprite_".
    EXPORT_NAMES_IDENTIFIER,

    // The name of a body of an engine: the frame's name in an atlas, the file's name and the cell's number in a sheet,
    // and otherwise the file's name. Characters that are special in some format become '_'. The name is always valid
    // UTF-8.
    EXPORT_NAMES_BODY
} export_name_style;

typedef struct export_name
{
    char       *text; // terminated by a zero
    // Where the name begins in the record's file and in its frame; NULL if that is not part of the name.
    const char *file_at, *frame_at;
    bool        fixed;  // the name was unique before folders were added, so it stays
    int         number; // the number that is appended, 0 for none; a mark in names_widen_clashes
} export_name;

typedef struct export_names
{
    rim_allocator heap;
    export_name  *items; // items[i] is the name of record i
    char         *texts; // the texts of all items
    size_t        room;  // the size of texts in bytes
    int           count;
} export_names;

// Creates a name for each record. On RIM_ERR_MEMORY *out is empty.
rim_status export_names_create(export_names *out, const rim_outline_record *records, int count,
                               export_name_style style);

// Releases the names. An empty list is allowed.
void export_names_destroy(export_names *names);

// Returns where the last part of a path begins, which is the part after the last slash or backslash.
const char *export_last_part(const char *path);

// --- the formats -----------------------------------------------------------------------------------------
//
// Each does what rim_outline_write does for its format.

rim_status outline_write_json(rim_sink sink, const rim_outline_record *records, int count);
rim_status outline_write_csv(rim_sink sink, const rim_outline_record *records, int count);
rim_status outline_write_svg(rim_sink sink, const rim_outline_record *records, int count);
rim_status outline_write_c(rim_sink sink, const rim_outline_record *records, int count);
rim_status outline_write_plist(rim_sink sink, const rim_outline_record *records, int count);
rim_status outline_write_tiled(rim_sink sink, const rim_outline_record *records, int count);
rim_status outline_write_godot(rim_sink sink, const rim_outline_record *records, int count);
rim_status outline_write_box2d(rim_sink sink, const rim_outline_record *records, int count);
rim_status outline_write_defold(rim_sink sink, const rim_outline_record *records, int count);
rim_status outline_write_phaser(rim_sink sink, const rim_outline_record *records, int count);

#endif
