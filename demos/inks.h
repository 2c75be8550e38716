// The picture language of the scenes and of the guides' figures: few colours, each with one meaning everywhere, on
// a dark ground or on a light one. INK(name, dark, light), as red, green, blue of 8 bits each.
#ifndef DEMOS_INKS_H
#define DEMOS_INKS_H

#define INKS(INK)                                                                                  \
    INK(GROUND, 0x161b26, 0xfcfcfa)  /* behind everything */                                       \
    INK(GRID, 0x242b3a, 0xe9eaec)    /* the ground's faint lines */                                \
    INK(THING, 0x7aa2f7, 0x3462c9)   /* the thing itself */                                        \
    INK(OTHER, 0x94a3b8, 0x707c8f)   /* what it meets */                                           \
    INK(OUTLINE, 0xcbd5eb, 0x3a445c) /* an outline, an edge, a point that is not hit */            \
    INK(HIT, 0xff6b6b, 0xd62839)     /* a hit */                                                   \
    INK(NORMAL, 0xffd166, 0xc27803)  /* a normal, a way out, a push */                             \
    INK(GHOST, 0x5e6a87, 0xa8b0be)   /* what was or could be */                                    \
    INK(TEXT, 0xe2e8f5, 0x1c2230)                                                                  \
    INK(DIM, 0x919cb4, 0x626c80) /* text of less weight */

#endif
