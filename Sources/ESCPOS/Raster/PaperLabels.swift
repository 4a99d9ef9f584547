import Flow
import Receipts

// Boxes with a label, where something is printed that is not drawn dot by dot.
extension PaperComposer {
    mutating func label(_ operation: Operation, _ parameters: [UInt8]) throws(Failure) {
        switch operation {
        case .barcodeHeight: graphics.barcodeHeight = max(1, Int(parameters[0]))
        case .barcodeModuleWidth: graphics.barcodeModule = max(1, min(6, Int(parameters[0])))
        case .barcode: try barcode(parameters)
        case .symbol: try symbol(Array(parameters.dropFirst(2)))
        case .pageMode: try box(["PAGE MODE: SHOWN LINE BY LINE"])
        default: break  // The composer sends codes only.
        }
    }

    /// `GS k m d… 00` and `GS k m n d…`.
    private mutating func barcode(_ parameters: [UInt8]) throws(Failure) {
        let kinds = [
            "UPC-A", "UPC-E", "EAN13", "EAN8", "CODE39", "ITF", "CODABAR", "CODE93", "CODE128", "GS1-128",
            "DATABAR", "DATABAR TRUNCATED", "DATABAR LIMITED", "DATABAR EXPANDED", "CODE128",
        ]
        let form = parameters[0] < 65 ? 0 : 65
        let data = form == 0 ? parameters.dropFirst().dropLast() : parameters.dropFirst(2)
        let modules = 11 * (data.count + 3)
        try box(
            ["BARCODE \(kinds[Int(parameters[0]) - form])", Self.readable(data)],
            width: modules * graphics.barcodeModule, height: graphics.barcodeHeight)
    }

    /// `GS ( k`: cn fn and what belongs to it; 80 stores data, 81 prints it. QR sets its module size with 67.
    private mutating func symbol(_ body: [UInt8]) throws(Failure) {
        guard body.count >= 2 else { return }
        let kinds: [UInt8: String] = [
            48: "PDF417", 49: "QR CODE", 50: "MAXICODE", 51: "DATABAR", 52: "COMPOSITE", 53: "AZTEC", 54: "DATAMATRIX",
        ]
        switch (body[0], body[1]) {
        case (49, 67): graphics.symbolModule = max(1, min(16, Int(body.last ?? 3)))
        case (_, 80): graphics.symbolData = Array(body.dropFirst(3))
        case (let kind, 81):
            let side = Self.modules(forBytes: graphics.symbolData.count) * graphics.symbolModule
            try box(
                [kinds[kind] ?? "CODE", Self.readable(graphics.symbolData[...])], width: side,
                height: kind == 48 ? side / 3 : side)
        default: break  // Settings of codes that are not drawn.
        }
    }

    /// About the side of a QR code at medium correction.
    private static func modules(forBytes count: Int) -> Int {
        let capacities = [
            14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412, 450, 504, 560, 624, 666,
        ]
        let version = (capacities.firstIndex { $0 >= count } ?? capacities.count) + 1
        return 17 + 4 * version
    }

    private static func readable(_ data: ArraySlice<UInt8>) -> String {
        String(String.UnicodeScalarView(data.map { (0x20..<0x7F).contains($0) ? Unicode.Scalar($0) : "." }))
    }

    /// A frame on a line of its own, its labels in the middle, cut to what fits.
    mutating func box(_ labels: [String], width: Int = 240, height: Int = 72) throws(Failure) {
        let font = PrinterFont.b
        let side = min(layout.areaWidth, max(width, 120))
        let rows = max(height, labels.count * font.cellHeight + 12)
        var image = Bitmap(width: side, height: rows)
        image.frame(x: 0, y: 0, width: side, height: rows, thickness: 2)
        for (index, label) in labels.enumerated() {
            let shown = Array(label.unicodeScalars.prefix(max(0, (side - 12) / font.cellWidth)))
            let left = (side - shown.count * font.cellWidth) / 2
            let top = (rows - labels.count * font.cellHeight) / 2 + index * font.cellHeight
            for (column, scalar) in shown.enumerated() {
                let glyph = try glyphs.glyph(GlyphKey(scalar, font: font, bold: false))
                image.draw(glyph, x: left + column * font.cellWidth, y: top)
            }
        }
        printImage(image)
    }
}
