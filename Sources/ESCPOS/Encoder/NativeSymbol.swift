import Receipts

/// A symbol that the printer draws itself, in a size that fits: printers silently leave out symbols that do not.
struct NativeSymbol {
    /// The module sizes in dots, from the smallest printable to the largest useful one.
    private static func sizes(_ kind: Symbol.Kind) -> ClosedRange<Int> {
        switch kind {
        case .qr, .dataMatrix, .aztec: 3...6
        // MaxiCode has a fixed size; a module counts as a millimetre.
        case .maxiCode: 8...8
        // Narrower bars merge on paper.
        case .pdf417, .dataBar, .upcA, .upcE, .ean13, .ean8, .code39, .itf, .codabar, .code93, .code128, .gs1_128: 2...3
        }
    }

    /// 12 mm.
    private static let barHeight: UInt8 = 96
    /// The quiet zone on each side of bars, in modules.
    private static let quietZone = 10

    private let symbol: Symbol
    private let commands: Commands
    /// The size of a module in dots.
    let module: UInt8
    /// The width in modules, including both quiet zones.
    private let modules: Int

    private enum Commands {
        /// `GS k`: the number of function A (nil when only B has it), that of B, and the data.
        case barcode(a: UInt8?, b: UInt8, [UInt8])
        /// `GS ( k`: the code's number, its settings besides the size, and the data.
        case code(UInt8, settings: [[UInt8]], [UInt8])

        var data: [UInt8] {
            switch self {
            case .barcode(_, _, let data), .code(_, _, let data): data
            }
        }
    }

    /// Nil when the printer cannot draw the symbol or it does not fit.
    ///
    /// - Parameter width: the available width in dots; nil for the whole paper.
    init?(_ symbol: Symbol, _ profile: PrinterProfile, upToDots width: Int? = nil) {
        guard profile.symbols.contains(SymbolCapabilities(symbol.kind)), let commands = Self.commands(symbol),
            let modules = Self.modules(symbol)
        else { return nil }
        guard let module = Self.sizes(symbol.kind).last(where: { modules * $0 <= width ?? profile.widthDots })
        else { return nil }
        if case .barcode(nil, _, _) = commands, !profile.symbols.contains(.countedData) { return nil }
        guard RealTimeSequence.places(in: commands.data[...]).isEmpty else { return nil }
        self.symbol = symbol
        self.commands = commands
        self.module = UInt8(module)
        self.modules = modules
    }

    func write(to job: inout PrintJobWriter) {
        switch commands {
        case .barcode(let a, let b, let data):
            job.command(0x1D, 0x68, Self.barHeight)
            job.command(0x1D, 0x77, module)
            job.command(0x1D, 0x48, symbol.showsText ? 2 : 0)
            job.command(0x1D, 0x66, 0)
            if job.profile.symbols.contains(.countedData) {
                job.command(0x1D, 0x6B, b, UInt8(data.count))
                job.append(data)
            } else if let a {
                job.command(0x1D, 0x6B, a)
                job.append(data)
                job.append(CollectionOfOne(0))
            }
        case .code(let number, let settings, let data):
            store(number, settings, data, in: &job)
            // The printer leaves no quiet zone above and below; scanners need four modules, and a line is at least five.
            job.feed(lines: 1)
            job.code(number, [81, 48])
            job.feed(lines: 1)
        }
    }

    private func store(_ number: UInt8, _ settings: [[UInt8]], _ data: [UInt8], in job: inout PrintJobWriter) {
        for setting in settings { job.code(number, setting) }
        if symbol.kind != .maxiCode { job.code(number, [67, module]) }
        job.code(number, [80, 48] + data)
    }

    private static func commands(_ symbol: Symbol) -> Commands? {
        let data = Array(symbol.content.utf8)
        return switch symbol.kind {
        case .upcA: .barcode(a: 0, b: 65, data)
        case .upcE: .barcode(a: 1, b: 66, Array(symbol.fullUPC.utf8))
        case .ean13: .barcode(a: 2, b: 67, data)
        case .ean8: .barcode(a: 3, b: 68, data)
        case .code39: .barcode(a: 4, b: 69, data)
        case .itf: .barcode(a: 5, b: 70, data)
        case .codabar: .barcode(a: 6, b: 71, data)
        case .code93: .barcode(a: nil, b: 72, data)
        case .code128, .gs1_128: .barcode(a: nil, b: 73, Code128(symbol.code128Pieces).data)
        case .dataBar(.omnidirectional): .barcode(a: nil, b: 75, data.dropLast())
        case .dataBar(.truncated): .barcode(a: nil, b: 76, data.dropLast())
        case .dataBar(.limited): .barcode(a: nil, b: 77, data.dropLast())
        // Printers differ in how they expect the element strings.
        case .dataBar(.expanded): nil
        case .qr, .pdf417, .maxiCode, .dataMatrix, .aztec: code(symbol, data)
        }
    }

    /// Unlike QR codes, these do not tell the encoding of their bytes, and readers assume Latin-1.
    private static func code(_ symbol: Symbol, _ data: [UInt8]) -> Commands? {
        let isASCII = data.allSatisfy { $0 < 0x80 }
        return switch symbol.kind {
        case .qr(let correction): .code(49, settings: [[65, 50, 0], [69, correction.number]], data)
        case .pdf417 where isASCII:
            // Automatic columns and rows, modules three times as high as wide, not truncated, 10 % correction.
            .code(48, settings: [[65, 0], [66, 0], [68, 3], [70, 0], [69, 49, 1]], data)
        case .maxiCode where isASCII: .code(50, settings: [[65, 52]], data)
        case .aztec where isASCII: .code(53, settings: [[66, 0, 0], [69, 23]], data)
        case .dataMatrix where isASCII: .code(54, settings: [[66, 0, 0, 0]], data)
        case .pdf417, .maxiCode, .aztec, .dataMatrix, .dataBar, .upcA, .upcE, .ean13, .ean8, .code39, .itf, .codabar,
            .code93,
            .code128, .gs1_128:
            nil
        }
    }

    /// The width including quiet zones; nil when it can only be found by drawing the symbol, and that fails.
    private static func modules(_ symbol: Symbol) -> Int? {
        let count = symbol.content.utf8.count
        let bars: Int? =
            switch symbol.kind {
            case .upcA, .ean13: 95
            case .ean8: 67
            case .upcE: 51
            // Wide bars count as three modules; start and stop are two characters.
            case .code39: (count + 2) * 16
            case .itf: count * 9 + 9
            case .codabar: count * 15
            // Start, stop and two check characters; characters other than capitals take two.
            case .code93: (count * 2 + 4) * 9 + 1
            case .code128, .gs1_128: Code128(symbol.code128Pieces).modules
            case .dataBar(.omnidirectional), .dataBar(.truncated): 96
            case .dataBar(.limited): 79
            case .qr(let correction): QRSize.modules(bytes: count, correction)
            // 28 mm including the quiet zone.
            case .maxiCode: 30
            case .dataBar(.expanded), .pdf417, .dataMatrix, .aztec: (try? SymbolPainter.pattern(of: symbol))?.width
            }
        return bars.map { $0 + 2 * (symbol.kind.isLinear ? quietZone : Symbol.quietModules) }
    }
}

// Square codes placed on a page.
extension NativeSymbol {
    /// The side length in dots without quiet zone; nil when the symbol is not square.
    var side: Int? {
        switch symbol.kind {
        case .qr, .dataMatrix, .aztec: (modules - 2 * Symbol.quietModules) * Int(module)
        case .pdf417, .maxiCode, .dataBar, .upcA, .upcE, .ean13, .ean8, .code39, .itf, .codabar, .code93, .code128,
            .gs1_128:
            nil
        }
    }

    /// The quiet zone on each side, in dots.
    var white: Int { Symbol.quietModules * Int(module) }

    /// Sends the symbol's data; `print` prints it.
    func store(in job: inout PrintJobWriter) {
        if case .code(let number, let settings, let data) = commands { store(number, settings, data, in: &job) }
    }

    /// Prints the stored symbol with its lower left corner at the current position.
    func print(in job: inout PrintJobWriter) {
        if case .code(let number, _, _) = commands { job.code(number, [81, 48]) }
    }
}

extension PrintJobWriter {
    /// Sends `GS ( k pL pH cn …`.
    fileprivate mutating func code(_ number: UInt8, _ parameters: [UInt8]) {
        command(0x1D, 0x28, 0x6B)
        append(word: parameters.count + 1)
        append(CollectionOfOne(number))
        append(parameters)
        end()
    }
}

extension Symbol.Correction {
    /// The number of the correction level in `GS ( k <Function 169>`.
    var number: UInt8 {
        switch self {
        case .low: 48
        case .medium: 49
        case .quartile: 50
        case .high: 51
        }
    }
}

extension Symbol {
    /// GS1 data begins with FNC1, and has another wherever a scanner could not find the end of an element.
    var code128Pieces: [Code128.Piece] {
        guard kind == .gs1_128 else { return content.utf8.map { .character($0) } }
        var pieces: [Code128.Piece] = [.function1]
        let elements = elements
        for (index, element) in elements.enumerated() {
            pieces += (element.identifier + element.value).utf8.map { .character($0) }
            if !element.hasPredefinedLength, index < elements.count - 1 { pieces.append(.function1) }
        }
        return pieces
    }
}
