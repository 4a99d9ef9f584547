import CCairo
import Flow
import Receipts

/// A black-and-white sheet for Cairo: half-covered dots are black.
struct CairoCanvas: ~Copyable {
    let context: OpaquePointer
    private let surface: OpaquePointer
    private let width: Int
    private let height: Int

    init(width: Int, height: Int) throws(Failure) {
        guard let surface = cairo_image_surface_create(CAIRO_FORMAT_A8, Int32(width), Int32(height)) else {
            throw RasterError.drawing("Cairo").failure
        }
        guard let context = cairo_create(surface) else {
            cairo_surface_destroy(surface)
            throw RasterError.drawing("Cairo").failure
        }
        self.surface = surface
        self.context = context
        self.width = width
        self.height = height
    }

    deinit {
        cairo_destroy(context)
        cairo_surface_destroy(surface)
    }

    /// Font options for a print head: hinted to whole dots, without shades.
    static func withFontOptions<Result>(_ use: (OpaquePointer?) -> Result) -> Result {
        let options = cairo_font_options_create()
        defer { cairo_font_options_destroy(options) }
        cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_NONE)
        cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_FULL)
        cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_ON)
        return use(options)
    }

    /// The drawn dots.
    func bitmap() throws(Failure) -> Bitmap {
        cairo_surface_flush(surface)
        guard cairo_status(context) == CAIRO_STATUS_SUCCESS, let data = cairo_image_surface_get_data(surface) else {
            throw RasterError.drawing("Cairo").failure
        }
        let stride = Int(cairo_image_surface_get_stride(surface))
        return Bitmap(width: width, height: height) { x, y in data[y * stride + x] >= 128 }
    }
}
