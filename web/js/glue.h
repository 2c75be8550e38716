// What every file of the glue needs.
//
// The exported functions take and give numbers and addresses only. Structures pass through memory that the
// JavaScript side owns: poses as six floats, answers as a row of doubles whose layout the function tells.
#ifndef GLUE_H
#define GLUE_H

#include "rimcast/rimcast.h"

// The function glue_NAME, exported as NAME whether or not anything here calls it.
#ifdef __EMSCRIPTEN__
#define EXPORT(name) __attribute__((export_name(#name))) glue_##name
#else
#define EXPORT(name) glue_##name // only to be looked at by other compilers
#endif

typedef const rim_sprite *sprite;
typedef const rim_xform2 *pose;

#endif
