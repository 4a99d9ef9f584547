import Flow
import Receipts

/// Draws symbols for printers that cannot.
enum SymbolPainter {
    /// The height of bars: 12 mm.
    static let barHeight = 96
    /// The height of a PDF417 module, in module widths.
    static let pdf417Height = 3

    /// Draws a symbol in an easily scanned size with its quiet zone, no wider than `width`. Throws `symbol.noRoom` when it
    /// is too wide even with the narrowest printable module.
    ///
    /// - Parameter smallest: the least dots of a module.
    static func draw(_ symbol: Symbol, upToDots width: Int, smallest: Int = 1) throws(Failure) -> Bitmap {
        let pattern = try pattern(of: symbol)
        let (sizes, quiet, rows) = measures(symbol.kind, pattern)
        let columns = pattern.width + 2 * quiet
        guard let size = sizes.last(where: { columns * $0 <= width }), size >= smallest else {
            throw RasterError.noRoom(symbol.kind).failure
        }
        let quietRows = symbol.kind.isLinear ? 0 : quiet * size
        let height = symbol.kind.isLinear ? barHeight : pattern.height * rows * size
        var drawn = Bitmap(width: columns * size, height: height + 2 * quietRows)
        drawn.draw(
            pattern, x: quiet * size, y: quietRows, scaleX: size, scaleY: symbol.kind.isLinear ? height : rows * size)
        return drawn
    }

    /// The module sizes, the quiet zone in modules, and the module height in widths.
    private static func measures(_ kind: Symbol.Kind, _ pattern: Bitmap) -> (ClosedRange<Int>, quiet: Int, rows: Int) {
        switch kind {
        case .maxiCode: (1...1, 10, 1)
        case .pdf417: (2...3, Symbol.quietModules, pdf417Height)
        case .qr, .dataMatrix, .aztec: (2...6, Symbol.quietModules, 1)
        case .dataBar, .upcA, .upcE, .ean13, .ean8, .code39, .itf, .codabar, .code93, .code128, .gs1_128: (2...3, 10, 1)
        }
    }

    /// The symbol with one dot per module and no quiet zone.
    static func pattern(of symbol: Symbol) throws(Failure) -> Bitmap {
        // zint adds the check digit of an EAN-8 itself; eight digits would count as an EAN-13.
        let data = symbol.kind == .ean8 ? symbol.content.utf8.dropLast() : symbol.content.utf8[...]
        return try SymbolPattern(symbol.code, data, isText: true).dots
    }
}

extension Symbol {
    fileprivate var code: SymbolPattern.Code {
        switch kind {
        case .qr(.low): .qr(level: 1)
        case .qr(.medium): .qr(level: 2)
        case .qr(.quartile): .qr(level: 3)
        case .qr(.high): .qr(level: 4)
        case .pdf417: .pdf417(columns: 0, level: -1)
        case .maxiCode: .maxiCode
        case .dataMatrix: .dataMatrix
        case .aztec: .aztec
        case .dataBar(let form): .dataBar(form)
        case .upcA: .upcA
        case .upcE: .upcE
        case .ean13, .ean8: .ean
        case .code39: .code39
        case .itf: .itf
        case .codabar: .codabar
        case .code93: .code93
        case .code128: .code128
        case .gs1_128: .gs1_128
        }
    }
}
