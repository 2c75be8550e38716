// Template: compiled anew by each file that includes it.
// Ends what lanes.h began for wide lanes; the last include of such a file.
#if defined(BODIES_WIDE) && defined(__clang__)
#pragma clang attribute pop
#elif defined(BODIES_WIDE)
#pragma GCC pop_options
#endif
