import CCairo
import Flow
import Synchronization

/// Draws with DejaVu Sans Mono, hinted to whole dots as a print head needs it. Each character is drawn once.
public final class CairoGlyphs: GlyphSource {
    /// Beyond this many pictures the cache starts anew.
    static let mostGlyphs = 4096

    private let regular: OutlineFont
    private let bold: OutlineFont
    private let drawn = Mutex<[GlyphKey: Bitmap]>([:])

    /// Loads the font. Throws `paper.fontMissing` where it is not installed.
    public init() throws(Failure) {
        regular = try OutlineFont("DejaVuSansMono.ttf", in: Self.folders)
        bold = try OutlineFont("DejaVuSansMono-Bold.ttf", in: Self.folders)
    }

    init(folders: [String]) throws(Failure) {
        regular = try OutlineFont("DejaVuSansMono.ttf", in: folders)
        bold = try OutlineFont("DejaVuSansMono-Bold.ttf", in: folders)
    }

    /// Where Debian, Fedora and Arch install it.
    private static let folders = [
        "/usr/share/fonts/truetype/dejavu", "/usr/share/fonts/dejavu-sans-mono-fonts", "/usr/share/fonts/TTF",
    ]

    public func glyph(_ key: GlyphKey) throws(Failure) -> Bitmap {
        if let known = drawn.withLock({ $0[key] }) { return known }
        let glyph = try draw(key)
        drawn.withLock { drawn in
            if drawn.count >= Self.mostGlyphs { drawn = [:] }
            drawn[key] = glyph
        }
        return glyph
    }

    private func draw(_ key: GlyphKey) throws(Failure) -> Bitmap {
        if let box = BoxGlyphs.draw(key.scalar, width: key.width, height: key.height) { return box }
        if key.scalar.properties.isWhitespace { return Bitmap(width: key.width, height: key.height) }
        return try (key.bold ? bold : regular).draw(key)
    }
}

/// One font file. Cairo and FreeType share a face's size, so it is used by one caller at a time.
private final class OutlineFont: Sendable {
    private struct Face: @unchecked Sendable {  // guards: the pointers are used under the lock of OutlineFont only
        let library: FT_Library
        let freetype: FT_Face
        let cairo: OpaquePointer
    }

    private let face: Mutex<Face>

    init(_ file: String, in folders: [String]) throws(Failure) {
        var library: FT_Library?
        guard FT_Init_FreeType(&library) == 0, let library else { throw RasterError.drawing("FreeType").failure }
        for folder in folders {
            var freetype: FT_Face?
            guard FT_New_Face(library, "\(folder)/\(file)", 0, &freetype) == 0, let freetype else { continue }
            guard let cairo = cairo_ft_font_face_create_for_ft_face(freetype, 0) else { continue }
            face = Mutex(Face(library: library, freetype: freetype, cairo: cairo))
            return
        }
        FT_Done_FreeType(library)
        throw RasterError.fontMissing(file).failure
    }

    deinit {
        face.withLock { face in
            cairo_font_face_destroy(face.cairo)
            FT_Done_Face(face.freetype)
            FT_Done_FreeType(face.library)
        }
    }

    func draw(_ key: GlyphKey) throws(Failure) -> Bitmap {
        guard let surface = cairo_image_surface_create(CAIRO_FORMAT_A8, Int32(key.width), Int32(key.height)),
            let context = cairo_create(surface)
        else { throw RasterError.drawing("Cairo").failure }
        defer {
            cairo_destroy(context)
            cairo_surface_destroy(surface)
        }
        face.withLock { face in
            cairo_set_font_face(context, face.cairo)
            show(key, context)
            cairo_set_font_face(context, nil)
        }
        cairo_surface_flush(surface)
        guard cairo_status(context) == CAIRO_STATUS_SUCCESS, let data = cairo_image_surface_get_data(surface) else {
            throw RasterError.drawing("Cairo").failure
        }
        return Self.bitmap(key, data, bytesPerRow: Int(cairo_image_surface_get_stride(surface)))
    }

    /// Text size and baseline that put DejaVu's 0.602 em advance and its descenders into the cell.
    private func show(_ key: GlyphKey, _ context: OpaquePointer) {
        let (size, baseline): (Double, Double) =
            switch key.font {
            case .a: (20, 19)
            case .b: (15, 13)
            }
        let options = cairo_font_options_create()
        cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_NONE)
        cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_FULL)
        cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_ON)
        cairo_set_font_options(context, options)
        cairo_font_options_destroy(options)
        var matrix = cairo_matrix_t()
        cairo_matrix_init_scale(&matrix, size * Double(key.scaleX), size * Double(key.scaleY))
        cairo_set_font_matrix(context, &matrix)
        cairo_move_to(context, 0, baseline * Double(key.scaleY))
        cairo_show_text(context, String(key.scalar))
    }

    private static func bitmap(_ key: GlyphKey, _ data: UnsafeMutablePointer<UInt8>, bytesPerRow: Int) -> Bitmap {
        var bitmap = Bitmap(width: key.width, height: key.height)
        for y in 0..<key.height {
            for x in 0..<key.width where data[y * bytesPerRow + x] >= 128 { bitmap.blacken(x, y) }
        }
        return bitmap
    }
}
