// Template: compiled anew by each file that includes it.
// Eight cells of a mask, one by one; and all at once where there are gathers.
//
// No include guard: after KERNEL is defined, once in each of the kernels' files; CELLS_GATHER asks
// for the second way.

#ifdef CELLS_GATHER

// Words are read as halves, of which the processor's order puts the lower one first. The bit asked
// for is shifted to the top.
KERNEL static inline unsigned cells8_solid(const mask_cells *cells, int i)
{
    __m256i x = _mm256_add_epi32(_mm256_loadu_si256((const __m256i *)(cells->x + i)),
                                 _mm256_set1_epi32(cells->dx));
    __m256i y = _mm256_add_epi32(_mm256_loadu_si256((const __m256i *)(cells->y + i)),
                                 _mm256_set1_epi32(cells->dy));
    __m256i outside =
        _mm256_or_si256(_mm256_or_si256(_mm256_cmpgt_epi32(_mm256_set1_epi32(cells->x0), x),
                                        _mm256_cmpgt_epi32(_mm256_set1_epi32(cells->y0), y)),
                        _mm256_or_si256(_mm256_cmpgt_epi32(x, _mm256_set1_epi32(cells->x1 - 1)),
                                        _mm256_cmpgt_epi32(y, _mm256_set1_epi32(cells->y1 - 1))));
    __m256i all = _mm256_set1_epi32(-1);
    if (_mm256_testc_si256(outside, all)) return 0;

    __m256i inside = _mm256_xor_si256(outside, all);
    __m256i strip =
        _mm256_mullo_epi32(_mm256_srli_epi32(x, 6), _mm256_set1_epi32(2 * cells->pitch));
    __m256i half = _mm256_and_si256(_mm256_srli_epi32(x, 5), _mm256_set1_epi32(1));
    __m256i at = _mm256_add_epi32(_mm256_add_epi32(strip, half), _mm256_slli_epi32(y, 1));
    __m256i word = _mm256_mask_i32gather_epi32(_mm256_setzero_si256(), (const int *)cells->words,
                                               at, inside, 4);
    __m256i left = _mm256_andnot_si256(x, _mm256_set1_epi32(31));
    return (unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(_mm256_sllv_epi32(word, left)));
}

#else

KERNEL static inline unsigned cells8_solid(const mask_cells *cells, int i)
{
    unsigned solid = 0;
    for (int k = 0; k < 8; k++)
    {
        int x = cells->x[i + k] + cells->dx, y = cells->y[i + k] + cells->dy;
        if (x < cells->x0 || y < cells->y0 || x >= cells->x1 || y >= cells->y1) continue;
        const uint64_t *strip = cells->words + (ptrdiff_t)(x >> 6) * cells->pitch;
        solid |= (unsigned)(strip[y] >> (x & 63) & 1) << k;
    }
    return solid;
}

#endif
