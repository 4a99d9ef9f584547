import Flow
import Receipts

/// Images and code settings the printer keeps between commands.
struct PaperGraphics: Sendable {
    /// The print buffer of `GS ( L`.
    var stored: Bitmap?
    /// The image defined by `GS *`.
    var downloaded: Bitmap?
    var barcodeHeight = 162
    var barcodeModule = 3
    var symbolModule = 3
    var symbolData: [UInt8] = []

    /// `ESC @` clears all but the downloaded image.
    mutating func reset() {
        self = PaperGraphics(downloaded: downloaded)
    }
}

extension PaperComposer {
    mutating func draw(_ operation: Operation, _ command: PrinterCommand) throws(Failure) {
        let parameters = command.parameters
        let fields = Array(parameters.prefix(5))
        switch operation {
        case .raster:
            let width = CommandTable.word(fields, 1) * 8
            let image = Bitmap(width: width, height: CommandTable.word(fields, 3), rows: parameters.dropFirst(5))
            let mode = PrintStyle.digit(fields[0]) ?? 0
            printImage(image.enlarged(byX: 1 + (mode & 1), byY: 1 + (mode >> 1 & 1), upTo: layout.areaWidth))
        case .columnImage: putColumns(fields[0], parameters.dropFirst(3))
        case .graphics: try performGraphics(Array(parameters.dropFirst(command.bytes[1] == 0x38 ? 4 : 2)))
        case .defineImage:
            graphics.downloaded = Bitmap(columns: parameters.dropFirst(2), bytesPerColumn: Int(fields[1]))
        case .printImage:
            guard let image = graphics.downloaded else { return try box(["NO DOWNLOADED IMAGE"]) }
            let mode = PrintStyle.digit(fields[0]) ?? 0
            printImage(image.enlarged(byX: 1 + (mode & 1), byY: 1 + (mode >> 1 & 1), upTo: layout.areaWidth))
        case .printNVImage: try box(["NV IMAGE \(fields[0])"])
        default: break  // The composer sends images only.
        }
    }

    /// `ESC *`: part of the line, 24 dots high. 8-dot columns are 3 dots high each; single density is 2 dots wide.
    private mutating func putColumns(_ mode: UInt8, _ data: ArraySlice<UInt8>) {
        let isTall = mode >= 32
        let image = Bitmap(columns: data, bytesPerColumn: isTall ? 3 : 1)
        line.append(image.enlarged(byX: mode & 1 == 1 ? 1 : 2, byY: isTall ? 1 : 3, upTo: layout.areaWidth))
    }

    /// `GS ( L`, `GS 8 L`: m fn and what belongs to it.
    private mutating func performGraphics(_ body: [UInt8]) throws(Failure) {
        guard body.count >= 2 else { return }
        switch body[1] {
        case 112, 113: try storeGraphics(body)
        case 2, 50:
            if let image = graphics.stored { printImage(image) }
            graphics.stored = nil
        case 69: try box(["NV GRAPHICS \(Self.keyCode(body))"])
        case 85: try box(["DOWNLOADED GRAPHICS \(Self.keyCode(body))"])
        default: break  // Definitions and queries leave no mark on paper.
        }
    }

    /// m fn a bx by c xL xH yL yH d…
    private mutating func storeGraphics(_ body: [UInt8]) throws(Failure) {
        guard body.count >= 10 else { return }
        guard body[2] == 48 else { return try box(["GREY GRAPHICS"]) }
        let (width, height) = (CommandTable.word(body, 6), CommandTable.word(body, 8))
        let (data, bytesPerRow, bytesPerColumn) = (body[10...], (width + 7) / 8, (height + 7) / 8)
        let image =
            body[1] == 112
            ? Bitmap(width: width, height: min(height, data.count / max(1, bytesPerRow)), rows: data)
            : Bitmap(columns: data.prefix(width * bytesPerColumn), bytesPerColumn: bytesPerColumn)
        graphics.stored = image.enlarged(byX: Int(body[3]), byY: Int(body[4]), upTo: layout.areaWidth)
    }

    private static func keyCode(_ body: [UInt8]) -> String {
        String(decoding: body.dropFirst(2).prefix(2), as: UTF8.self)
    }
}

extension Bitmap {
    /// Column by column from the left, each from the top, as `ESC *` and `GS *` carry them.
    init(columns: ArraySlice<UInt8>, bytesPerColumn: Int) {
        let height = bytesPerColumn * 8
        self.init(width: bytesPerColumn == 0 ? 0 : columns.count / bytesPerColumn, height: height)
        for (index, byte) in columns.enumerated() where byte != 0 && bytesPerColumn > 0 {
            for bit in 0..<8 where byte & (0x80 >> UInt8(bit)) != 0 {
                blacken(index / bytesPerColumn, index % bytesPerColumn * 8 + bit)
            }
        }
    }

    /// Each dot as so many (1 or 2), the right cut off at `limit`: a print head has no more dots.
    func enlarged(byX scaleX: Int, byY scaleY: Int, upTo limit: Int) -> Bitmap {
        let (acrossEach, downEach) = (max(1, min(2, scaleX)), max(1, min(3, scaleY)))
        if acrossEach == 1 && downEach == 1 && width <= limit { return self }
        var result = Bitmap(width: min(width * acrossEach, limit), height: height * downEach)
        result.draw(self, x: 0, y: 0, scaleX: acrossEach, scaleY: downEach)
        return result
    }
}
