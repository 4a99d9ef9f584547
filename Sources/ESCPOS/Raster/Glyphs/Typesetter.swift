import CCairo
import CPango
import Flow
import Receipts
import Synchronization

/// Draws lines of text for which a printer has no glyphs.
///
/// Pango shapes the text: it joins letters, places marks, and handles right-to-left text. Each letter is put into its cells
/// of the printer's grid, so that columns align with lines printed as text.
package final class Typesetter: Sendable {
    /// The place of a line's first cell.
    enum Place {
        case fromTheLeft
        /// The paragraph is right-to-left and begins at the right edge of this many columns.
        case fromTheRight(of: Int)
    }

    /// The grid of character cells on paper, in dots.
    struct Grid {
        let font: PrinterFont
        let cellWidth: Int
        let width: Int
    }

    struct Line {
        let picture: Bitmap
        /// Characters that no installed font has; each is drawn as a box.
        let missing: [Unicode.Scalar]
    }

    private struct Fonts: @unchecked Sendable {  // guards: used under the lock of Typesetter only
        let context: OpaquePointer
    }

    private let fonts = Mutex<Fonts?>(nil)
    private let isTold = Mutex(false)
    private let tell: @Sendable (Failure) -> Void
    /// Characters drawn for download to a printer.
    let userCharacters = UserCharacterDots()

    /// The fonts are looked for when the first line is drawn.
    ///
    /// - Parameter tell: called once, with the first failure: `paper.fontMissing` when the font is not installed and others
    ///   stand in for it, or `paper.drawing`. What cannot be drawn is replaced on paper, character by character.
    package init(tell: @escaping @Sendable (Failure) -> Void) { self.tell = tell }

    deinit {
        fonts.withLock { fonts in
            if let fonts { g_object_unref(UnsafeMutableRawPointer(fonts.context)) }
        }
    }

    /// Draws a line, as high as the line feed of text. Throws `paper.drawing`.
    func line(_ runs: [StyledRun], _ place: Place, _ grid: Grid) throws(Failure) -> Line {
        let text = RunText(runs)
        do throws(Failure) {
            return try fonts.withLock { (fonts) throws(Failure) in
                let open = if let fonts { fonts } else { try open() }
                fonts = open
                let shaped = try ShapedLine(text, place, grid.font, open.context)
                return try shaped.drawn(text, place, grid)
            }
        } catch {
            tellOnce(error)
            throw error
        }
    }

    /// Draws a line; nil when it cannot be drawn, which is told.
    func lineIfDrawable(_ runs: [StyledRun], _ place: Place, _ grid: Grid) -> Line? {
        do throws(Failure) { return try line(runs, place, grid) } catch { return nil }
    }

    private func tellOnce(_ failure: Failure) {
        let isFirst = isTold.withLock { isTold in
            defer { isTold = true }
            return !isTold
        }
        if isFirst { tell(failure) }
    }

    /// Draws one character in its cell.
    func glyph(_ key: GlyphKey) throws(Failure) -> Bitmap {
        let grid = Grid(font: key.font, cellWidth: key.font.cellWidth, width: key.width / key.scaleX)
        let run = StyledRun(String(Character(key.scalar)), key.bold ? .bold : [])
        let drawn = try line([run], .fromTheLeft, grid).picture
        var cell = Bitmap(width: key.width, height: key.height)
        let above = (drawn.height - key.font.cellHeight) / 2
        cell.draw(drawn, x: 0, y: -above * key.scaleY, scaleX: key.scaleX, scaleY: key.scaleY)
        return cell
    }

    private func open() throws(Failure) -> Fonts {
        guard let map = pango_cairo_font_map_new(), let context = pango_font_map_create_context(map) else {
            throw RasterError.drawing("Pango").failure
        }
        // The context keeps its font map alive.
        g_object_unref(UnsafeMutableRawPointer(map))
        CairoCanvas.withFontOptions { pango_cairo_context_set_font_options(context, $0) }
        if !Self.hasFace(map) { tellOnce(RasterError.fontMissing(Self.face).failure) }
        return Fonts(context: context)
    }

    fileprivate static let face = "DejaVu Sans Mono"

    private static func hasFace(_ map: UnsafeMutablePointer<PangoFontMap>) -> Bool {
        var families: UnsafeMutablePointer<UnsafeMutablePointer<PangoFontFamily>?>?
        var count: Int32 = 0
        pango_font_map_list_families(map, &families, &count)
        defer { g_free(families) }
        return (0..<Int(count)).contains { index in
            families?[index].map { String(cString: pango_font_family_get_name($0)) == face } ?? false
        }
    }
}

/// The runs of a line as one text with the ranges of their styles.
private struct RunText {
    let bytes: [UInt8]
    private let ends: [(end: Int, style: TextStyle)]

    init(_ runs: [StyledRun]) {
        var bytes: [UInt8] = []
        ends = runs.map { run in
            bytes += run.text.string.utf8
            return (bytes.count, run.style)
        }
        self.bytes = bytes
    }

    func style(at index: Int) -> TextStyle { ends.first { index < $0.end }?.style ?? [] }

    /// The ranges of bold text, in bytes.
    var bold: [Range<Int>] {
        zip([0] + ends.map(\.end), ends).filter { $0.1.style.contains(.bold) }.map { $0.0..<$0.1.end }
    }

    func scalars(_ range: Range<Int>) -> String.UnicodeScalarView {
        String(decoding: bytes[range], as: UTF8.self).unicodeScalars
    }

    /// The scale of the highest run.
    var scaleY: Int { ends.contains { $0.style.contains(.doubleHeight) } ? 2 : 1 }
}

/// One letter with its marks, or letters written as one, with its place on the line.
private struct Cluster {
    let font: UnsafeMutablePointer<PangoFont>
    let glyphs: UnsafeMutableBufferPointer<PangoGlyphInfo>
    let style: TextStyle
    let cells: Int
    /// Whether letters of this script join across cells.
    let joins: Bool

    var scaleX: Int { style.contains(.doubleWidth) ? 2 : 1 }
    var scaleY: Int { style.contains(.doubleHeight) ? 2 : 1 }
    /// The width in dots by the font.
    var advance: Double { glyphs.reduce(0) { $0 + Double($1.geometry.width) } / Double(PANGO_SCALE) }
}

/// A line shaped by Pango, with its clusters from left to right.
private struct ShapedLine: ~Copyable {
    private let layout: OpaquePointer
    private var clusters: [Cluster] = []
    private var missing: [Unicode.Scalar] = []

    init(_ text: RunText, _ place: Typesetter.Place, _ font: PrinterFont, _ context: OpaquePointer) throws(Failure) {
        switch place {
        case .fromTheLeft: pango_context_set_base_dir(context, PANGO_DIRECTION_LTR)
        case .fromTheRight: pango_context_set_base_dir(context, PANGO_DIRECTION_RTL)
        }
        guard let layout = pango_layout_new(context) else { throw RasterError.drawing("Pango").failure }
        self.layout = layout
        pango_layout_set_auto_dir(layout, 0)
        pango_layout_set_single_paragraph_mode(layout, 1)
        let face = pango_font_description_from_string(Typesetter.face)
        pango_font_description_set_absolute_size(face, Double(font.textSize * Int(PANGO_SCALE)))
        pango_layout_set_font_description(layout, face)
        pango_font_description_free(face)
        Self.embolden(layout, text.bold)
        text.bytes.withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) { pango_layout_set_text(layout, $0.baseAddress, Int32($0.count)) }
        }
        collect(text)
    }

    deinit { g_object_unref(UnsafeMutableRawPointer(layout)) }

    private static func embolden(_ layout: OpaquePointer, _ ranges: [Range<Int>]) {
        let list = pango_attr_list_new()
        for range in ranges {
            let bold = pango_attr_weight_new(PANGO_WEIGHT_BOLD)
            bold?.pointee.start_index = UInt32(range.lowerBound)
            bold?.pointee.end_index = UInt32(range.upperBound)
            pango_attr_list_insert(list, bold)
        }
        pango_layout_set_attributes(layout, list)
        pango_attr_list_unref(list)
    }

    private mutating func collect(_ text: RunText) {
        var next = pango_layout_get_line_readonly(layout, 0)?.pointee.runs
        while let run = next {
            if let item = run.pointee.data?.assumingMemoryBound(to: PangoGlyphItem.self) { collect(item, text) }
            next = run.pointee.next
        }
    }

    /// Runs come from left to right; the clusters of a right-to-left run are taken from its end.
    private mutating func collect(_ run: UnsafeMutablePointer<PangoGlyphItem>, _ text: RunText) {
        let isReversed = run.pointee.item.pointee.analysis.level % 2 == 1
        let whole = pango_layout_get_text(layout)
        var cluster = PangoGlyphItemIter()
        var goesOn =
            isReversed
            ? pango_glyph_item_iter_init_end(&cluster, run, whole)
            : pango_glyph_item_iter_init_start(&cluster, run, whole)
        while goesOn != 0 {
            append(cluster, run.pointee, text)
            goesOn =
                isReversed ? pango_glyph_item_iter_prev_cluster(&cluster) : pango_glyph_item_iter_next_cluster(&cluster)
        }
    }

    private mutating func append(_ place: PangoGlyphItemIter, _ run: PangoGlyphItem, _ text: RunText) {
        let (first, last) = (
            Int(min(place.start_glyph, place.end_glyph + 1)), Int(max(place.start_glyph + 1, place.end_glyph))
        )
        guard let all = run.glyphs.pointee.glyphs, let font = run.item.pointee.analysis.font, first < last else {
            return
        }
        let scalars = text.scalars(Int(place.start_index)..<Int(place.end_index))
        let glyphs = UnsafeMutableBufferPointer(start: all + first, count: last - first)
        // PANGO_GLYPH_UNKNOWN_FLAG
        if glyphs.contains(where: { $0.glyph & 0x1000_0000 != 0 }) { missing += scalars.filter { $0 != " " } }
        clusters.append(
            Cluster(
                font: font, glyphs: glyphs, style: text.style(at: Int(place.start_index)),
                cells: scalars.reduce(0) { $0 + $1.cells },
                joins: run.item.pointee.analysis.script == UInt8(PANGO_SCRIPT_ARABIC.rawValue)))
    }
}

extension ShapedLine {
    func drawn(
        _ text: RunText, _ place: Typesetter.Place, _ grid: Typesetter.Grid
    ) throws(Failure) -> Typesetter.Line {
        let rows = grid.font.cellHeight * text.scaleY
        let height = max(rows, PaperComposer.defaultLineSpacing)
        let bottom = (height + rows) / 2
        let canvas = try CairoCanvas(width: grid.width, height: height)
        var spans: [(x: Int, width: Int, cluster: Cluster)] = []
        var x = start(place, grid)
        for cluster in clusters {
            let room = cluster.cells * cluster.scaleX * grid.cellWidth
            draw(cluster, on: canvas.context, x: x, bottom: bottom, room: room, grid.font)
            spans.append((x, room, cluster))
            x += room
        }
        var picture = try canvas.bitmap()
        for span in spans { decorate(&picture, span.x, span.width, span.cluster, bottom: bottom, grid.font) }
        return Typesetter.Line(picture: picture, missing: missing)
    }

    private func start(_ place: Typesetter.Place, _ grid: Typesetter.Grid) -> Int {
        switch place {
        case .fromTheLeft: 0
        case .fromTheRight(let columns):
            (columns - clusters.reduce(0) { $0 + $1.cells * $1.scaleX }) * grid.cellWidth
        }
    }

    /// Draws a cluster in the middle of its cells, compressed if it is too wide, and stretched if it must reach its
    /// neighbours.
    private func draw(
        _ cluster: Cluster, on context: OpaquePointer, x: Int, bottom: Int, room: Int, _ font: PrinterFont
    ) {
        let natural = cluster.advance * Double(cluster.scaleX)
        let isFitted = natural > 0 && room > 0 && (natural > Double(room) || cluster.joins)
        let fit = isFitted ? Double(room) / natural : 1
        let indent = room > 0 ? (Double(room) - natural * fit) / 2 : 0
        let baseline = bottom - (font.cellHeight - font.baseline) * cluster.scaleY
        cairo_save(context)
        cairo_translate(context, Double(x) + indent.rounded(.down), Double(baseline))
        cairo_scale(context, Double(cluster.scaleX) * fit, Double(cluster.scaleY))
        var string = PangoGlyphString()
        string.num_glyphs = Int32(cluster.glyphs.count)
        string.glyphs = cluster.glyphs.baseAddress
        pango_cairo_show_glyph_string(context, cluster.font, &string)
        cairo_restore(context)
    }

    private func decorate(
        _ picture: inout Bitmap, _ x: Int, _ width: Int, _ cluster: Cluster, bottom: Int, _ font: PrinterFont
    ) {
        let height = font.cellHeight * cluster.scaleY
        if cluster.style.contains(.inverse) {
            picture.invert(x: x, y: bottom - height, width: width, height: height)
        } else if cluster.style.contains(.underline) {
            picture.fill(x: x, y: bottom - 1, width: width, height: 1)
        }
    }
}
