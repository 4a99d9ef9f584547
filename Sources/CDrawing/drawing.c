#define _GNU_SOURCE
#include "CDrawing.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

#include <pango/pangocairo.h>
#include <cairo/cairo-ft.h>
#include <cairo/cairo-pdf.h>

/// Needs Pango, Cairo, FreeType and GLib itself, so all functions are found through it.
static const char *const library = "libpangocairo-1.0.so.0";

/// The functions that are used: the type of the value, the name, the parameters, the arguments, and the value while the
/// libraries are not installed. The headers declare the same functions: a line that says something else does not compile.
#define FUNCTIONS(VALUE, NOTHING) \
    VALUE(cairo_t *, cairo_create, (cairo_surface_t *target), (target), 0) \
    NOTHING(cairo_destroy, (cairo_t *cr), (cr)) \
    NOTHING(cairo_fill, (cairo_t *cr), (cr)) \
    NOTHING(cairo_font_face_destroy, (cairo_font_face_t *font_face), (font_face)) \
    VALUE(cairo_status_t, cairo_font_face_set_user_data, \
          (cairo_font_face_t *font_face, const cairo_user_data_key_t *key, void *user_data, cairo_destroy_func_t destroy), \
          (font_face, key, user_data, destroy), CAIRO_STATUS_NO_MEMORY) \
    VALUE(cairo_font_options_t *, cairo_font_options_create, (void), (), 0) \
    NOTHING(cairo_font_options_destroy, (cairo_font_options_t *options), (options)) \
    NOTHING(cairo_font_options_set_antialias, (cairo_font_options_t *options, cairo_antialias_t antialias), \
          (options, antialias)) \
    NOTHING(cairo_font_options_set_hint_metrics, (cairo_font_options_t *options, \
          cairo_hint_metrics_t hint_metrics), (options, hint_metrics)) \
    NOTHING(cairo_font_options_set_hint_style, (cairo_font_options_t *options, cairo_hint_style_t hint_style), \
          (options, hint_style)) \
    VALUE(cairo_font_face_t *, cairo_ft_font_face_create_for_ft_face, (FT_Face face, int load_flags), (face, \
          load_flags), 0) \
    VALUE(cairo_surface_t *, cairo_image_surface_create, (cairo_format_t format, int width, int height), \
          (format, width, height), 0) \
    VALUE(cairo_surface_t *, cairo_image_surface_create_from_png_stream, (cairo_read_func_t read_func, \
          void *closure), (read_func, closure), 0) \
    VALUE(unsigned char *, cairo_image_surface_get_data, (cairo_surface_t *surface), (surface), 0) \
    VALUE(cairo_format_t, cairo_image_surface_get_format, (cairo_surface_t *surface), (surface), \
          CAIRO_FORMAT_INVALID) \
    VALUE(int, cairo_image_surface_get_height, (cairo_surface_t *surface), (surface), 0) \
    VALUE(int, cairo_image_surface_get_stride, (cairo_surface_t *surface), (surface), 0) \
    VALUE(int, cairo_image_surface_get_width, (cairo_surface_t *surface), (surface), 0) \
    NOTHING(cairo_line_to, (cairo_t *cr, double x, double y), (cr, x, y)) \
    NOTHING(cairo_matrix_init_scale, (cairo_matrix_t *matrix, double sx, double sy), (matrix, sx, sy)) \
    NOTHING(cairo_move_to, (cairo_t *cr, double x, double y), (cr, x, y)) \
    VALUE(cairo_surface_t *, cairo_pdf_surface_create_for_stream, \
          (cairo_write_func_t write_func, void *closure, double width_in_points, double height_in_points), \
          (write_func, closure, width_in_points, height_in_points), 0) \
    NOTHING(cairo_pdf_surface_set_metadata, (cairo_surface_t *surface, cairo_pdf_metadata_t metadata, \
          const char *utf8), (surface, metadata, utf8)) \
    NOTHING(cairo_rectangle, (cairo_t *cr, double x, double y, double width, double height), (cr, x, y, width, \
          height)) \
    NOTHING(cairo_restore, (cairo_t *cr), (cr)) \
    NOTHING(cairo_save, (cairo_t *cr), (cr)) \
    NOTHING(cairo_scale, (cairo_t *cr, double sx, double sy), (cr, sx, sy)) \
    NOTHING(cairo_set_dash, (cairo_t *cr, const double *dashes, int num_dashes, double offset), (cr, dashes, \
          num_dashes, offset)) \
    NOTHING(cairo_set_font_face, (cairo_t *cr, cairo_font_face_t *font_face), (cr, font_face)) \
    NOTHING(cairo_set_font_matrix, (cairo_t *cr, const cairo_matrix_t *matrix), (cr, matrix)) \
    NOTHING(cairo_set_font_options, (cairo_t *cr, const cairo_font_options_t *options), (cr, options)) \
    NOTHING(cairo_set_line_width, (cairo_t *cr, double width), (cr, width)) \
    NOTHING(cairo_set_source_rgb, (cairo_t *cr, double red, double green, double blue), (cr, red, green, blue)) \
    NOTHING(cairo_show_text, (cairo_t *cr, const char *utf8), (cr, utf8)) \
    VALUE(cairo_status_t, cairo_status, (cairo_t *cr), (cr), CAIRO_STATUS_NO_MEMORY) \
    VALUE(const char *, cairo_status_to_string, (cairo_status_t status), (status), "Cairo is not installed") \
    NOTHING(cairo_stroke, (cairo_t *cr), (cr)) \
    NOTHING(cairo_surface_destroy, (cairo_surface_t *surface), (surface)) \
    NOTHING(cairo_surface_finish, (cairo_surface_t *surface), (surface)) \
    NOTHING(cairo_surface_flush, (cairo_surface_t *surface), (surface)) \
    NOTHING(cairo_surface_mark_dirty, (cairo_surface_t *surface), (surface)) \
    VALUE(cairo_status_t, cairo_surface_status, (cairo_surface_t *surface), (surface), CAIRO_STATUS_NO_MEMORY) \
    VALUE(cairo_status_t, cairo_surface_write_to_png_stream, (cairo_surface_t *surface, \
          cairo_write_func_t write_func, void *closure), (surface, write_func, closure), CAIRO_STATUS_NO_MEMORY) \
    NOTHING(cairo_translate, (cairo_t *cr, double tx, double ty), (cr, tx, ty)) \
    VALUE(FT_Error, FT_Done_Face, (FT_Face face), (face), FT_Err_Cannot_Open_Resource) \
    VALUE(FT_Error, FT_Done_FreeType, (FT_Library library), (library), FT_Err_Cannot_Open_Resource) \
    VALUE(FT_UInt, FT_Get_Char_Index, (FT_Face face, FT_ULong charcode), (face, charcode), 0) \
    VALUE(FT_Error, FT_Init_FreeType, (FT_Library *alibrary), (alibrary), FT_Err_Cannot_Open_Resource) \
    VALUE(FT_Error, FT_New_Face, (FT_Library library, const char *filepathname, FT_Long face_index, \
          FT_Face *aface), (library, filepathname, face_index, aface), FT_Err_Cannot_Open_Resource) \
    NOTHING(g_free, (gpointer mem), (mem)) \
    NOTHING(g_object_unref, (gpointer object), (object)) \
    NOTHING(pango_attr_list_insert, (PangoAttrList *list, PangoAttribute *attr), (list, attr)) \
    VALUE(PangoAttrList *, pango_attr_list_new, (void), (), 0) \
    NOTHING(pango_attr_list_unref, (PangoAttrList *list), (list)) \
    VALUE(PangoAttribute *, pango_attr_weight_new, (PangoWeight weight), (weight), 0) \
    NOTHING(pango_cairo_context_set_font_options, (PangoContext *context, const cairo_font_options_t *options), \
          (context, options)) \
    VALUE(PangoLayout *, pango_cairo_create_layout, (cairo_t *cr), (cr), 0) \
    VALUE(PangoFontMap *, pango_cairo_font_map_new, (void), (), 0) \
    NOTHING(pango_cairo_show_glyph_string, (cairo_t *cr, PangoFont *font, PangoGlyphString *glyphs), (cr, font, \
          glyphs)) \
    NOTHING(pango_cairo_show_layout, (cairo_t *cr, PangoLayout *layout), (cr, layout)) \
    NOTHING(pango_context_set_base_dir, (PangoContext *context, PangoDirection direction), (context, direction)) \
    NOTHING(pango_font_description_free, (PangoFontDescription *desc), (desc)) \
    VALUE(PangoFontDescription *, pango_font_description_from_string, (const char *str), (str), 0) \
    NOTHING(pango_font_description_set_absolute_size, (PangoFontDescription *desc, double size), (desc, size)) \
    NOTHING(pango_font_description_set_weight, (PangoFontDescription *desc, PangoWeight weight), (desc, weight)) \
    VALUE(const char *, pango_font_family_get_name, (PangoFontFamily *family), (family), 0) \
    VALUE(PangoContext *, pango_font_map_create_context, (PangoFontMap *fontmap), (fontmap), 0) \
    NOTHING(pango_font_map_list_families, (PangoFontMap *fontmap, PangoFontFamily ***families, \
          int *n_families), (fontmap, families, n_families)) \
    VALUE(gboolean, pango_glyph_item_iter_init_end, (PangoGlyphItemIter *iter, PangoGlyphItem *glyph_item, \
          const char *text), (iter, glyph_item, text), 0) \
    VALUE(gboolean, pango_glyph_item_iter_init_start, (PangoGlyphItemIter *iter, PangoGlyphItem *glyph_item, \
          const char *text), (iter, glyph_item, text), 0) \
    VALUE(gboolean, pango_glyph_item_iter_next_cluster, (PangoGlyphItemIter *iter), (iter), 0) \
    VALUE(gboolean, pango_glyph_item_iter_prev_cluster, (PangoGlyphItemIter *iter), (iter), 0) \
    VALUE(int, pango_layout_get_baseline, (PangoLayout *layout), (layout), 0) \
    VALUE(PangoContext *, pango_layout_get_context, (PangoLayout *layout), (layout), 0) \
    VALUE(PangoLayoutLine *, pango_layout_get_line_readonly, (PangoLayout *layout, int line), (layout, line), 0) \
    NOTHING(pango_layout_get_size, (PangoLayout *layout, int *width, int *height), (layout, width, height)) \
    VALUE(const char *, pango_layout_get_text, (PangoLayout *layout), (layout), 0) \
    VALUE(PangoLayout *, pango_layout_new, (PangoContext *context), (context), 0) \
    NOTHING(pango_layout_set_attributes, (PangoLayout *layout, PangoAttrList *attrs), (layout, attrs)) \
    NOTHING(pango_layout_set_auto_dir, (PangoLayout *layout, gboolean auto_dir), (layout, auto_dir)) \
    NOTHING(pango_layout_set_font_description, (PangoLayout *layout, const PangoFontDescription *desc), \
          (layout, desc)) \
    NOTHING(pango_layout_set_single_paragraph_mode, (PangoLayout *layout, gboolean setting), (layout, setting)) \
    NOTHING(pango_layout_set_text, (PangoLayout *layout, const char *text, int length), (layout, text, length))

#define VALUE(type, name, parameters, arguments, otherwise) type(*name) parameters;
#define NOTHING(name, parameters, arguments) void(*name) parameters;
static struct {
    FUNCTIONS(VALUE, NOTHING)
} installed;
#undef VALUE
#undef NOTHING

static pthread_once_t opened = PTHREAD_ONCE_INIT;
/// Why the libraries cannot be used; NULL when they can.
static const char *missing;

/// Keeps what the loader has last complained of, which is gone with the thread.
static void keep_complaint(void) {
    const char *complaint = dlerror();
    char *kept = complaint ? strdup(complaint) : NULL;
    missing = kept ? kept : library;
}

static void find(void *handle, const char *name, void *place) {
    void *found = handle ? dlsym(handle, name) : NULL;
    if (!found && !missing) keep_complaint();
    *(void **)place = found;
}

static void open_libraries(void) {
    void *handle = dlopen(library, RTLD_LAZY | RTLD_LOCAL);
    if (!handle) keep_complaint();
#define VALUE(type, name, parameters, arguments, otherwise) find(handle, #name, &installed.name);
#define NOTHING(name, parameters, arguments) find(handle, #name, &installed.name);
    FUNCTIONS(VALUE, NOTHING)
#undef VALUE
#undef NOTHING
}

const char *till_drawing_missing(void) {
    pthread_once(&opened, open_libraries);
    return missing;
}

// A program that exports functions with these names gives them to the libraries too, which would call them in place of their own
// while they are being loaded, and wait for themselves for ever. The headers declare them as exported, so the assembler hides them.
#define VALUE(type, name, parameters, arguments, otherwise) __asm__(".hidden " #name);
#define NOTHING(name, parameters, arguments) __asm__(".hidden " #name);
FUNCTIONS(VALUE, NOTHING)
#undef VALUE
#undef NOTHING

#define VALUE(type, name, parameters, arguments, otherwise) \
    type(name) parameters { return till_drawing_missing() ? otherwise : installed.name arguments; }
#define NOTHING(name, parameters, arguments) \
    void(name) parameters { \
        if (!till_drawing_missing()) installed.name arguments; \
    }
FUNCTIONS(VALUE, NOTHING)
