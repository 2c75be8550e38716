// Sine and cosine of several angles at a time.
#ifndef RIM_BASE_ANGLE_H
#define RIM_BASE_ANGLE_H

// Computes sine and cosine of angles of 0 to 45 degrees, bit for bit as rim_sincos_degrees does. The arrays must not
// overlap.
void angle_sincos_octave(const double *degrees, int count, double *restrict sine,
                         double *restrict cosine);

#endif
