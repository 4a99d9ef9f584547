#include <zint.h>

/* Swift imports no array of this size. */
static inline int till_zint_is_black(const struct zint_symbol *symbol, int row, int column) {
    return symbol->encoded_data[row][column >> 3] >> (column & 7) & 1;
}

static inline float till_zint_row_height(const struct zint_symbol *symbol, int row) {
    return symbol->row_height[row];
}
