import CCairo
import Flow
import Receipts
import Synchronization

/// Draws characters with DejaVu Sans Mono, hinted to whole dots, or with another installed font when that lacks them. Each
/// is drawn once.
package final class CairoGlyphs: GlyphSource {
    /// The most cached pictures; then the cache starts anew.
    static let mostGlyphs = 4096

    private let regular: OutlineFont
    private let bold: OutlineFont
    private let drawn = Mutex<[GlyphKey: Bitmap]>([:])
    /// Draws what the font lacks. A failure is thrown on by `glyph`.
    private let typesetter = Typesetter { _ in }

    /// Loads the font. Throws `paper.fontMissing` when it is not installed, and `paper.drawing` when Cairo is not.
    package init() throws(Failure) {
        regular = try OutlineFont("DejaVuSansMono.ttf", in: Self.folders)
        bold = try OutlineFont("DejaVuSansMono-Bold.ttf", in: Self.folders)
    }

    init(folders: [String]) throws(Failure) {
        regular = try OutlineFont("DejaVuSansMono.ttf", in: folders)
        bold = try OutlineFont("DejaVuSansMono-Bold.ttf", in: folders)
    }

    /// The font folders of Debian, Fedora and Arch.
    private static let folders = [
        "/usr/share/fonts/truetype/dejavu", "/usr/share/fonts/dejavu-sans-mono-fonts", "/usr/share/fonts/TTF",
    ]

    package func glyph(_ key: GlyphKey) throws(Failure) -> Bitmap {
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
        let font = key.bold ? bold : regular
        return try font.has(key.scalar) ? font.draw(key) : typesetter.glyph(key)
    }
}

/// One font file. Cairo and FreeType share a face's size, so one caller uses it at a time.
private final class OutlineFont: Sendable {
    private struct Face: @unchecked Sendable {  // guards: the pointer is used under the lock of OutlineFont only
        let cairo: OpaquePointer
        let outlines: FT_Face
    }

    private let face: Mutex<Face>

    init(_ file: String, in folders: [String]) throws(Failure) {
        if DrawingLibraries.missing != nil { throw RasterError.drawing("Cairo").failure }
        for folder in folders {
            guard let outlines = Outlines(path: "\(folder)/\(file)"), let cairo = outlines.handOver() else { continue }
            face = Mutex(Face(cairo: cairo, outlines: outlines.face))
            return
        }
        throw RasterError.fontMissing(file).failure
    }

    deinit { face.withLock { cairo_font_face_destroy($0.cairo) } }

    func has(_ scalar: Unicode.Scalar) -> Bool {
        face.withLock { FT_Get_Char_Index($0.outlines, FT_ULong(scalar.value)) != 0 }
    }

    func draw(_ key: GlyphKey) throws(Failure) -> Bitmap {
        let canvas = try CairoCanvas(width: key.width, height: key.height)
        let context = canvas.context
        face.withLock { face in
            cairo_set_font_face(context, face.cairo)
            Self.show(key, context)
            cairo_set_font_face(context, nil)
        }
        return try canvas.bitmap()
    }

    private static func show(_ key: GlyphKey, _ context: OpaquePointer) {
        CairoCanvas.withFontOptions { cairo_set_font_options(context, $0) }
        var matrix = cairo_matrix_t()
        let size = Double(key.font.textSize)
        cairo_matrix_init_scale(&matrix, size * Double(key.scaleX), size * Double(key.scaleY))
        cairo_set_font_matrix(context, &matrix)
        cairo_move_to(context, 0, Double(key.font.baseline * key.scaleY))
        cairo_show_text(context, String(key.scalar))
    }
}

/// A face of FreeType and its library.
///
/// Cairo caches faces for longer than any other reference lives, so it gets the face for good and releases it: a face freed
/// earlier was mistaken for the next one at the same address.
private final class Outlines {
    private let library: FT_Library
    let face: FT_Face

    init?(path: String) {
        var library: FT_Library?
        guard FT_Init_FreeType(&library) == 0, let library else { return nil }
        var face: FT_Face?
        guard FT_New_Face(library, path, 0, &face) == 0, let face else {
            FT_Done_FreeType(library)
            return nil
        }
        self.library = library
        self.face = face
    }

    deinit {
        FT_Done_Face(face)
        FT_Done_FreeType(library)
    }

    /// Hands the face to Cairo, which keeps these outlines alive from then on.
    func handOver() -> OpaquePointer? {
        guard let cairo = cairo_ft_font_face_create_for_ft_face(face, 0) else { return nil }
        let held = Unmanaged.passRetained(self)
        let status = cairo_font_face_set_user_data(cairo, Self.key.address, held.toOpaque()) { held in
            if let held { Unmanaged<Outlines>.fromOpaque(held).release() }
        }
        guard status == CAIRO_STATUS_SUCCESS else {
            held.release()
            cairo_font_face_destroy(cairo)
            return nil
        }
        return cairo
    }

    /// Cairo identifies user data by a constant address.
    private struct Key: @unchecked Sendable {  // guards: only the address is used, never what is there
        let address = UnsafeMutablePointer<cairo_user_data_key_t>.allocate(capacity: 1)
    }

    private static let key = Key()
}
