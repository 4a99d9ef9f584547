import Flow
import Receipts

/// The images that the printer stores between commands.
struct PaperGraphics: Sendable {
    /// The print buffer of `GS ( L`.
    var stored: Bitmap?
    /// The image defined by `GS *`.
    var downloaded: Bitmap?
    /// Images by key code, in non-volatile memory and below that in volatile memory.
    var lasting: [[UInt8]: Bitmap] = [:]
    var passing: [[UInt8]: Bitmap] = [:]
    /// The images of `FS q`, numbered from 1.
    var numbered: [Bitmap] = []

    /// The images that survive a power failure.
    var withoutPower: PaperGraphics {
        var kept = PaperGraphics()
        (kept.lasting, kept.numbered) = (lasting, numbered)
        return kept
    }

    /// `ESC @` clears the print buffer only.
    mutating func reset() { stored = nil }
}

extension PaperComposer {
    /// The memory for images of `GS ( L`: non-volatile or volatile.
    package enum ImageMemory: Sendable { case lasting, passing }

    /// The key codes of the images in a memory, in order, and the bytes of their dots.
    package func kept(_ memory: ImageMemory) -> (keys: [[UInt8]], bytes: Int) {
        let images = memory == .lasting ? graphics.lasting : graphics.passing
        return (
            images.keys.sorted { $0.lexicographicallyPrecedes($1) },
            images.values.reduce(0) { $0 + ($1.width + 7) / 8 * $1.height }
        )
    }

    mutating func draw(_ operation: Operation, _ command: PrinterCommand) throws(Failure) {
        let parameters = command.parameters
        let fields = Array(parameters.prefix(5))
        switch operation {
        case .raster:
            let width = CommandTable.word(fields, 1) * 8
            let image = Bitmap(width: width, height: CommandTable.word(fields, 3), rows: parameters.dropFirst(5))
            print(image, mode: fields[0])
        case .columnImage: putColumns(fields[0], parameters.dropFirst(3))
        case .graphics: try performGraphics(Array(parameters.dropFirst(command.bytes[1] == 0x38 ? 4 : 2)))
        case .defineImage:
            graphics.downloaded = Bitmap(columns: parameters.dropFirst(2), bytesPerColumn: Int(fields[1]))
        case .printImage:
            guard let image = graphics.downloaded else { return try box(["NO DOWNLOADED IMAGE"]) }
            print(image, mode: fields[0])
        case .defineNVImages: defineNumbered(Array(parameters))
        case .printNVImage:
            let index = Int(fields[0]) - 1
            guard graphics.numbered.indices.contains(index) else { return try box(["NO NV IMAGE \(fields[0])"]) }
            print(graphics.numbered[index], mode: fields[1])
        default: break  // The composer sends images only.
        }
    }

    /// Prints a picture in the size that the mode tells: bit 0 makes it twice as wide, bit 1 twice as high.
    private mutating func print(_ image: Bitmap, mode: UInt8) {
        let mode = PrintStyle.digit(mode) ?? 0
        printImage(image.enlarged(byX: 1 + (mode & 1), byY: 1 + (mode >> 1 & 1), upTo: lineLength))
    }

    /// `FS q n [xL xH yL yH d…]n`, with x and y in bytes. It replaces earlier definitions.
    private mutating func defineNumbered(_ parameters: [UInt8]) {
        graphics.numbered = []
        var rest = parameters.dropFirst()
        for _ in 0..<parameters[0] where rest.count >= 4 {
            let head = Array(rest.prefix(4))
            let (columns, bytesPerColumn) = (CommandTable.word(head, 0) * 8, CommandTable.word(head, 2))
            let data = rest.dropFirst(4).prefix(columns * bytesPerColumn)
            graphics.numbered.append(Bitmap(columns: data, bytesPerColumn: bytesPerColumn))
            rest = rest.dropFirst(4 + data.count)
        }
    }

    /// `ESC *`: part of the line, 24 dots high. 8-dot columns are 3 dots high each; single density is 2 dots wide.
    private mutating func putColumns(_ mode: UInt8, _ data: ArraySlice<UInt8>) {
        let isTall = mode >= 32
        let image = Bitmap(columns: data, bytesPerColumn: isTall ? 3 : 1)
        line.append(image.enlarged(byX: mode & 1 == 1 ? 1 : 2, byY: isTall ? 1 : 3, upTo: lineLength))
    }

    /// `GS ( L`, `GS 8 L`: m, fn and their parameters.
    private mutating func performGraphics(_ body: [UInt8]) throws(Failure) {
        guard body.count >= 2 else { return }
        switch body[1] {
        case 112, 113: try storeGraphics(body)
        case 2, 50:
            if let image = graphics.stored { printImage(image) }
            graphics.stored = nil
        case 67, 68: define(body, in: \.lasting)
        case 83, 84: define(body, in: \.passing)
        case 69: try printKept(body, in: \.lasting)
        case 85: try printKept(body, in: \.passing)
        case 65: graphics.lasting = [:]
        case 81: graphics.passing = [:]
        case 66: graphics.lasting[Self.keyCode(body)] = nil
        case 82: graphics.passing[Self.keyCode(body)] = nil
        default: break  // Settings and queries leave no mark on paper.
        }
    }

    /// m fn a kc1 kc2 b xL xH yL yH c d…, by rows, or by columns when fn is even.
    private mutating func define(_ body: [UInt8], in memory: WritableKeyPath<PaperGraphics, [[UInt8]: Bitmap]>) {
        guard body.count >= 11, body[2] == 48 else { return }
        let image = Self.image(
            body[11...], width: CommandTable.word(body, 6), height: CommandTable.word(body, 8), byRows: body[1] % 2 == 1
        )
        graphics[keyPath: memory][Array(body[3...4])] = image
    }

    /// m fn kc1 kc2 x y
    private mutating func printKept(
        _ body: [UInt8], in memory: KeyPath<PaperGraphics, [[UInt8]: Bitmap]>
    ) throws(Failure) {
        let key = Self.keyCode(body)
        guard body.count >= 6, let image = graphics[keyPath: memory][key] else {
            return try box(["NO GRAPHICS \(BarcodeData.readable(key))"])
        }
        printImage(image.enlarged(byX: Int(body[4]), byY: Int(body[5]), upTo: lineLength))
    }

    private static func image(_ data: ArraySlice<UInt8>, width: Int, height: Int, byRows: Bool) -> Bitmap {
        let (bytesPerRow, bytesPerColumn) = ((width + 7) / 8, (height + 7) / 8)
        return byRows
            ? Bitmap(width: width, height: min(height, data.count / max(1, bytesPerRow)), rows: data)
            : Bitmap(columns: data.prefix(width * bytesPerColumn), bytesPerColumn: bytesPerColumn)
    }

    /// m fn a bx by c xL xH yL yH d…
    private mutating func storeGraphics(_ body: [UInt8]) throws(Failure) {
        guard body.count >= 10 else { return }
        guard body[2] == 48 else { return try box(["GREY GRAPHICS"]) }
        let image = Self.image(
            body[10...], width: CommandTable.word(body, 6), height: CommandTable.word(body, 8), byRows: body[1] == 112)
        graphics.stored = image.enlarged(byX: Int(body[3]), byY: Int(body[4]), upTo: lineLength)
    }

    private static func keyCode(_ body: [UInt8]) -> [UInt8] { Array(body.dropFirst(2).prefix(2)) }
}

extension Bitmap {
    /// Dots column by column from the left, each from the top, as in `ESC *` and `GS *`.
    init(columns: ArraySlice<UInt8>, bytesPerColumn: Int) {
        let height = bytesPerColumn * 8
        self.init(width: bytesPerColumn == 0 ? 0 : columns.count / bytesPerColumn, height: height)
        for (index, byte) in columns.enumerated() where byte != 0 && bytesPerColumn > 0 {
            for bit in 0..<8 where byte & (0x80 >> UInt8(bit)) != 0 {
                blacken(index / bytesPerColumn, index % bytesPerColumn * 8 + bit)
            }
        }
    }

    /// The image with each dot repeated once or twice, cut off at `limit`, the width of the print head.
    func enlarged(byX scaleX: Int, byY scaleY: Int, upTo limit: Int) -> Bitmap {
        let (acrossEach, downEach) = (max(1, min(2, scaleX)), max(1, min(3, scaleY)))
        if acrossEach == 1 && downEach == 1 && width <= limit { return self }
        var result = Bitmap(width: min(width * acrossEach, limit), height: height * downEach)
        result.draw(self, x: 0, y: 0, scaleX: acrossEach, scaleY: downEach)
        return result
    }
}
