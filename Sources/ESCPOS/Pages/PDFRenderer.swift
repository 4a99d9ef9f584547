import CCairo
import CPango
import Flow
import Receipts

/// Renders lines as a PDF of one page, as long as the strip of paper. Text stays text in embedded fonts, on the same columns
/// as on paper.
package struct PDFRenderer: Sendable {
    /// The size of a dot of a 203 dpi head, in points.
    private static let point = 72 / (25.4 * Double(DrawnPaper.dotsPerMillimetre))

    package init() {}

    /// The file's bytes. Throws `paper.drawing`.
    ///
    /// - Parameters:
    ///   - title: the document's title.
    ///   - created: when the receipt was made, in ISO 8601, so that equal receipts give equal files.
    package func render(_ receipt: LaidOutReceipt, title: String, created: String) throws(Failure) -> [UInt8] {
        let lines = receipt.lines.last == .cut ? receipt.lines.dropLast() : receipt.lines[...]
        let strip = lines.flatMap { StripLine.lines($0, columns: receipt.columns) }
        let width = receipt.columns * DrawnPaper.cellWidth + 2 * DrawnPaper.margin
        let height = StripLine.height(of: strip) + 2 * DrawnPaper.margin
        let file = FileBytes()
        guard
            let surface = cairo_pdf_surface_create_for_stream(
                FileBytes.append, Unmanaged.passUnretained(file).toOpaque(), Double(width) * Self.point,
                Double(height) * Self.point)
        else { throw RasterError.drawing("Cairo").failure }
        defer { cairo_surface_destroy(surface) }
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, PrintableText(title).string)
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, created)
        guard let context = cairo_create(surface) else { throw RasterError.drawing("Cairo").failure }
        cairo_scale(context, Self.point, Self.point)
        cairo_translate(context, Double(DrawnPaper.margin), Double(DrawnPaper.margin))
        StripLine.draw(strip, on: context)
        let status = cairo_status(context)
        cairo_destroy(context)
        cairo_surface_finish(surface)
        guard status == CAIRO_STATUS_SUCCESS, cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS else {
            throw RasterError.drawing("Cairo").failure
        }
        return withExtendedLifetime(file) { file.bytes }
    }
}

/// The bytes that Cairo writes; a class, because Cairo keeps its address.
private final class FileBytes {
    var bytes: [UInt8] = []

    static let append: cairo_write_func_t = { file, data, count in
        guard let file, let data else { return CAIRO_STATUS_WRITE_ERROR }
        let bytes = UnsafeBufferPointer(start: data, count: Int(count))
        Unmanaged<FileBytes>.fromOpaque(file).takeUnretainedValue().bytes += bytes
        return CAIRO_STATUS_SUCCESS
    }
}

/// A line with its place on the strip.
private struct StripLine {
    private enum Content {
        case text([TextSegment], lines: Int)
        case stroke(isDashed: Bool)
        case picture(Bitmap, scale: Double)
        /// Two columns of lines beside each other.
        case beside([StripLine], [StripLine])
    }

    private let content: Content
    private let columns: Int

    private init(_ content: Content, _ columns: Int) {
        self.content = content
        self.columns = columns
    }

    /// The strip lines of a line; a symbol also gives the text below it.
    static func lines(_ line: LaidOutLine, columns: Int) -> [StripLine] {
        switch line {
        case .text(let runs), .rightToLeft(let runs):
            let isHigh = runs.contains { $0.style.contains(.doubleHeight) }
            return [StripLine(.text(line.segments(columns: columns), lines: isHigh ? 2 : 1), columns)]
        case .rule: return [StripLine(.stroke(isDashed: false), columns)]
        case .cut: return [StripLine(.stroke(isDashed: true), columns)]
        case .blank: return [StripLine(.text([], lines: 1), columns)]
        case .picture(let picture): return [StripLine(picture, enlarged: 1, columns)]
        case .symbol(let symbol):
            let written = symbol.written(columns: columns).flatMap { lines($0, columns: columns) }
            guard let modules = symbol.modules else { return written }
            let drawn = StripLine(modules.asDrawn(symbol.kind), enlarged: DrawnPaper.module, columns)
            return symbol.showsText ? [drawn] + written : [drawn]
        case .symbolWithText(let block):
            let text = block.lines.flatMap { lines($0, columns: block.textColumns) }
            return [StripLine(.beside(lines(.symbol(block.symbol), columns: block.symbolColumns), text), columns)]
        }
    }

    private init(_ picture: Bitmap, enlarged: Int, _ columns: Int) {
        let scale = DrawnPaper.scale(of: picture, wished: enlarged, columns: columns)
        self.init(.picture(picture, scale: scale), columns)
    }

    private var width: Double { Double(columns * DrawnPaper.cellWidth) }

    /// The height in dots.
    var height: Int {
        switch content {
        case .text(_, let lines): lines * DrawnPaper.lineHeight
        case .stroke: DrawnPaper.lineHeight
        case .picture(let picture, let scale): Int((Double(picture.height) * scale).rounded(.up))
        case .beside(let left, let right): max(Self.height(of: left), Self.height(of: right))
        }
    }

    static func height(of lines: [StripLine]) -> Int { lines.reduce(0) { $0 + $1.height } }

    static func draw(_ lines: [StripLine], on context: OpaquePointer) {
        cairo_save(context)
        for line in lines {
            line.draw(on: context)
            cairo_translate(context, 0, Double(line.height))
        }
        cairo_restore(context)
    }

    func draw(on context: OpaquePointer) {
        cairo_save(context)
        switch content {
        case .text(let segments, _): for segment in segments { draw(segment, on: context) }
        case .stroke(let isDashed): stroke(isDashed, on: context)
        case .picture(let picture, let scale): draw(picture, scale, on: context)
        case .beside(let left, let right):
            Self.draw(left, on: context)
            cairo_translate(context, left.first?.width ?? 0, 0)
            Self.draw(right, on: context)
        }
        cairo_restore(context)
    }

    private func stroke(_ isDashed: Bool, on context: OpaquePointer) {
        if isDashed { cairo_set_dash(context, [12, 8], 2, 0) }
        cairo_set_line_width(context, 2)
        cairo_move_to(context, 0, Double(DrawnPaper.lineHeight) / 2)
        cairo_line_to(context, width, Double(DrawnPaper.lineHeight) / 2)
        cairo_stroke(context)
    }

    /// Draws dots as rectangles, which stay sharp at any size.
    private func draw(_ picture: Bitmap, _ scale: Double, on context: OpaquePointer) {
        cairo_translate(context, (width - Double(picture.width) * scale) / 2, 0)
        cairo_scale(context, scale, scale)
        for y in 0..<picture.height {
            var x = 0
            while x < picture.width {
                let start = x
                while x < picture.width, picture.isBlack(x, y) { x += 1 }
                if x > start { cairo_rectangle(context, Double(start), Double(y), Double(x - start), 1) }
                x += 1
            }
        }
        cairo_fill(context)
    }

    private func draw(_ segment: TextSegment, on context: OpaquePointer) {
        let room = Double(segment.cells * DrawnPaper.cellWidth)
        let isHigh = segment.style.contains(.doubleHeight)
        cairo_save(context)
        cairo_translate(context, Double(segment.column * DrawnPaper.cellWidth), 0)
        if segment.style.contains(.inverse) {
            cairo_rectangle(context, 0, 0, room, Double(DrawnPaper.lineHeight * (isHigh ? 2 : 1)))
            cairo_fill(context)
            cairo_set_source_rgb(context, 1, 1, 1)
        }
        show(segment, room, isHigh, on: context)
        cairo_restore(context)
    }

    private func show(_ segment: TextSegment, _ room: Double, _ isHigh: Bool, on context: OpaquePointer) {
        guard let layout = pango_cairo_create_layout(context) else { return }
        defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
        let direction = segment.isRightToLeft ? PANGO_DIRECTION_RTL : PANGO_DIRECTION_LTR
        pango_context_set_base_dir(pango_layout_get_context(layout), direction)
        pango_layout_set_auto_dir(layout, 0)
        pango_layout_set_single_paragraph_mode(layout, 1)
        let font = pango_font_description_from_string(DrawnPaper.font)
        pango_font_description_set_absolute_size(font, Double(DrawnPaper.fontSize * Int(PANGO_SCALE)))
        if segment.style.contains(.bold) { pango_font_description_set_weight(font, PANGO_WEIGHT_BOLD) }
        pango_layout_set_font_description(layout, font)
        pango_font_description_free(font)
        var text = segment.text
        text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { pango_layout_set_text(layout, $0.baseAddress, Int32($0.count)) }
        }
        var (natural, ignored) = (Int32(0), Int32(0))
        pango_layout_get_size(layout, &natural, &ignored)
        let baseline = Double(pango_layout_get_baseline(layout)) / Double(PANGO_SCALE)
        let fit = natural > 0 ? room * Double(PANGO_SCALE) / Double(natural) : 1
        cairo_scale(context, fit, isHigh ? 2 : 1)
        cairo_move_to(context, 0, Double(DrawnPaper.baseline) - baseline)
        pango_cairo_show_layout(context, layout)
    }
}

extension Symbol {
    /// The symbol with one dot per module and no quiet zone; nil when the library cannot make it.
    package var modules: Bitmap? { try? SymbolPainter.pattern(of: self) }
}
