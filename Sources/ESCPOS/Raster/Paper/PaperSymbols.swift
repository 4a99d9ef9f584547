import Flow
import Receipts

/// The settings for barcodes and two-dimensional codes, and the data stored for a code.
struct PaperSymbols: Sendable {
    /// The settings of one kind of code: the bytes of each function of `GS ( k`.
    typealias Settings = [UInt8: [UInt8]]

    var barHeight = 162
    var module = 3
    /// `GS H`: bit 0 above, bit 1 below.
    var textPosition = 0
    var textFont = PrinterFont.a
    var codes: [UInt8: Settings] = [:]
}

extension PaperComposer {
    /// The function numbers of `GS ( k`.
    private enum Function {
        static let first: UInt8 = 65
        static let module: UInt8 = 67
        static let rowHeight: UInt8 = 68
        static let correction: UInt8 = 69
        static let data: UInt8 = 80
        static let print: UInt8 = 81
    }

    mutating func symbol(_ operation: Operation, _ parameters: [UInt8]) throws(Failure) {
        switch operation {
        case .barcodeHeight: symbols.barHeight = max(1, Int(parameters[0]))
        case .barcodeModuleWidth: symbols.module = max(1, min(6, Int(parameters[0])))
        case .barcodeTextPosition: symbols.textPosition = PrintStyle.digit(parameters[0]) ?? 0
        case .barcodeTextFont: symbols.textFont = PrintStyle.digit(parameters[0]) == 1 ? .b : .a
        case .barcode: try barcode(parameters)
        case .symbol: try code(Array(parameters.dropFirst(2)))
        default: break  // The composer sends codes only.
        }
    }

    /// `GS k m d… 00` and `GS k m n d…`. A symbol wider than the print area is left out, as by the printer.
    private mutating func barcode(_ parameters: [UInt8]) throws(Failure) {
        let isCounted = parameters[0] >= 65
        let data = isCounted ? parameters.dropFirst(2) : parameters.dropFirst().dropLast()
        let kind = isCounted ? parameters[0] - 65 : parameters[0]
        guard let barcode = BarcodeData(kind, Array(data)),
            let pattern = try? SymbolPattern(barcode.code, barcode.bytes, isText: false).dots
        else { return try box(["BARCODE", BarcodeData.readable(Array(data))]) }
        guard pattern.width * symbols.module <= lineLength else { return }
        var bars = Bitmap(width: pattern.width * symbols.module, height: symbols.barHeight)
        bars.draw(pattern, x: 0, y: 0, scaleX: symbols.module, scaleY: symbols.barHeight)
        printImage(try withText(barcode.text, bars))
    }

    private func withText(_ text: String, _ bars: Bitmap) throws(Failure) -> Bitmap {
        let (isAbove, isBelow) = (symbols.textPosition & 1 != 0, symbols.textPosition & 2 != 0)
        guard isAbove || isBelow else { return bars }
        let letters = try written(text, symbols.textFont)
        let width = max(bars.width, min(letters.width, lineLength))
        let top = isAbove ? letters.height : 0
        var drawn = Bitmap(width: width, height: bars.height + top + (isBelow ? letters.height : 0))
        drawn.draw(bars, x: (width - bars.width) / 2, y: top)
        if isAbove { drawn.draw(letters, x: (width - letters.width) / 2, y: 0) }
        if isBelow { drawn.draw(letters, x: (width - letters.width) / 2, y: top + bars.height) }
        return drawn
    }

    /// `GS ( k`: cn, fn and their parameters.
    private mutating func code(_ body: [UInt8]) throws(Failure) {
        guard body.count >= 2 else { return }
        if body[1] == Function.print { return try print(code: body[0]) }
        // Data begins with m, which has no meaning here; only DataBar's is followed by the kind.
        symbols.codes[body[0], default: [:]][body[1]] = Array(body.dropFirst(body[1] == Function.data ? 3 : 2))
    }

    private mutating func print(code number: UInt8) throws(Failure) {
        guard let (pattern, module, height) = stored(code: number) else {
            return try box(["CODE", BarcodeData.readable(symbols.codes[number]?[Function.data] ?? [])])
        }
        guard pattern.width * module <= lineLength else { return }
        var drawn = Bitmap(width: pattern.width * module, height: pattern.height * module * height)
        drawn.draw(pattern, x: 0, y: 0, scaleX: module, scaleY: module * height)
        printImage(drawn)
    }

    /// The stored code as modules, the size of a module in dots, and the height of a row in modules; nil when it is invalid.
    private func stored(code number: UInt8) -> (pattern: Bitmap, module: Int, height: Int)? {
        let settings = symbols.codes[number] ?? [:]
        let data = settings[Function.data] ?? []
        guard let code = Self.code(number, settings), !data.isEmpty,
            let pattern = try? SymbolPattern(code, number == 51 ? data.dropFirst() : data[...], isText: false).dots
        else { return nil }
        let module = code == .maxiCode ? 1 : Self.value(settings, Function.module, in: 1...16) ?? 3
        let rows = number == 48 ? Self.value(settings, Function.rowHeight, in: 2...8) ?? 3 : 1
        let height = if case .stacked = code { 8 } else { rows }
        return (pattern, module, height)
    }

    /// The size in dots of the stored QR code, and whether it fits on a line; nil when there is none.
    package var storedQRCode: (width: Int, height: Int, fits: Bool)? {
        stored(code: 49).map { code in
            let width = code.pattern.width * code.module
            return (width, code.pattern.height * code.module, width <= lineLength)
        }
    }

    private static func code(_ number: UInt8, _ settings: PaperSymbols.Settings) -> SymbolPattern.Code? {
        switch number {
        case 48:
            let correction = settings[Function.correction] ?? []
            let level = correction.count == 2 && correction[0] == 48 ? Int32(correction[1]) - 48 : -1
            return .pdf417(columns: Int32(value(settings, Function.first, in: 0...30) ?? 0), level: level)
        case 49: return .qr(level: Int32(value(settings, Function.correction, in: 48...51) ?? 48) - 47)
        case 50: return .maxiCode
        case 51:
            switch settings[Function.data]?.first {
            case 72: return .stacked(.truncated)
            case 73: return .stacked(.omnidirectional)
            case 76: return .stacked(.expanded)
            default: return nil
            }
        case 53: return .aztec
        case 54: return .dataMatrix
        default: return nil
        }
    }

    private static func value(
        _ settings: PaperSymbols.Settings, _ function: UInt8, in range: ClosedRange<Int>
    ) -> Int? {
        settings[function]?.first.map { min(max(Int($0), range.lowerBound), range.upperBound) }
    }

    /// A line of text, as printed below bars.
    private func written(_ text: String, _ font: PrinterFont) throws(Failure) -> Bitmap {
        let scalars = Array(text.unicodeScalars)
        var letters = Bitmap(width: scalars.count * font.cellWidth, height: font.cellHeight)
        for (column, scalar) in scalars.enumerated() {
            let glyph = try glyphs.glyph(GlyphKey(scalar, font: font, bold: false))
            letters.draw(glyph, x: column * font.cellWidth, y: 0)
        }
        return letters
    }

    /// A frame with centred labels in place of a symbol that cannot be drawn.
    mutating func box(_ labels: [String]) throws(Failure) {
        let font = PrinterFont.b
        let (side, rows) = (min(lineLength, 240), labels.count * font.cellHeight + 38)
        var image = Bitmap(width: side, height: rows)
        image.frame(x: 0, y: 0, width: side, height: rows, thickness: 2)
        for (index, label) in labels.enumerated() {
            let letters = try written(String(label.prefix(max(0, (side - 12) / font.cellWidth))), font)
            image.draw(letters, x: (side - letters.width) / 2, y: 19 + index * font.cellHeight)
        }
        printImage(image)
    }
}
