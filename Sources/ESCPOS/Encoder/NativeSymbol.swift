import Receipts

/// A symbol that the printer draws itself, in a size that surely fits: one that does not, a printer leaves out in silence.
struct NativeSymbol {
    /// Dots of a module, from the smallest that prints to the largest there is room for.
    private static func sizes(_ kind: Symbol.Kind) -> ClosedRange<Int> {
        switch kind {
        case .qr, .dataMatrix, .aztec: 3...6
        // Its size is fixed; here a module is a millimetre.
        case .maxiCode: 8...8
        // Narrower bars run into each other on paper.
        case .pdf417, .dataBar, .upcA, .upcE, .ean13, .ean8, .code39, .itf, .codabar, .code93, .code128, .gs1_128: 2...3
        }
    }

    /// 12 mm.
    private static let barHeight: UInt8 = 96
    /// White on each side of bars, in modules.
    private static let quietZone = 10

    private let symbol: Symbol
    private let commands: Commands
    /// Dots to a module.
    let module: UInt8
    /// The width in modules, with the white on both sides.
    private let modules: Int

    private enum Commands {
        /// `GS k`: the number of function A, nil where only B has it; that of B; the data.
        case barcode(a: UInt8?, b: UInt8, [UInt8])
        /// `GS ( k`: its number, what is set before it besides its size, the data.
        case code(UInt8, settings: [[UInt8]], [UInt8])

        var data: [UInt8] {
            switch self {
            case .barcode(_, _, let data), .code(_, _, let data): data
            }
        }
    }

    /// Nil where the printer cannot draw it, or has no room.
    ///
    /// - Parameter width: how many dots it may take; nil is the whole paper.
    init?(_ symbol: Symbol, _ profile: PrinterProfile, upToDots width: Int? = nil) {
        guard profile.symbols.contains(SymbolAbilities(symbol.kind)), let commands = Self.commands(symbol),
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

    func write(to job: inout Job) {
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
            // The printer leaves no white above and below it; a scanner needs four modules, and a line is five or more.
            job.feed(lines: 1)
            job.code(number, [81, 48])
            job.feed(lines: 1)
        }
    }

    private func store(_ number: UInt8, _ settings: [[UInt8]], _ data: [UInt8], in job: inout Job) {
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
        // How its element strings are written differs from printer to printer.
        case .dataBar(.expanded): nil
        case .qr, .pdf417, .maxiCode, .dataMatrix, .aztec: code(symbol, data)
        }
    }

    /// Other than a QR code, these say nothing of how their bytes are to be read, and readers take them for Latin-1.
    private static func code(_ symbol: Symbol, _ data: [UInt8]) -> Commands? {
        let isASCII = data.allSatisfy { $0 < 0x80 }
        return switch symbol.kind {
        case .qr(let correction): .code(49, settings: [[65, 50, 0], [69, correction.number]], data)
        case .pdf417 where isASCII:
            // Columns and rows as they fit, a module three times as high as wide, the whole symbol, 10 % correction.
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

    /// The width with its quiet zones; nil where only drawing it would tell, and that fails.
    private static func modules(_ symbol: Symbol) -> Int? {
        let count = symbol.content.utf8.count
        let bars: Int? =
            switch symbol.kind {
            case .upcA, .ean13: 95
            case .ean8: 67
            case .upcE: 51
            // Wide bars count for three; two for start and stop.
            case .code39: (count + 2) * 16
            case .itf: count * 9 + 9
            case .codabar: count * 15
            // Start, stop and two check characters; a character that is no capital takes two.
            case .code93: (count * 2 + 4) * 9 + 1
            case .code128, .gs1_128: Code128(symbol.code128Pieces).modules
            case .dataBar(.omnidirectional), .dataBar(.truncated): 96
            case .dataBar(.limited): 79
            case .qr(let correction): QRSize.modules(bytes: count, correction)
            // 28 mm, with its white.
            case .maxiCode: 30
            case .dataBar(.expanded), .pdf417, .dataMatrix, .aztec: (try? SymbolPainter.pattern(of: symbol))?.width
            }
        return bars.map { $0 + 2 * (symbol.kind.isLinear ? quietZone : Symbol.quietModules) }
    }
}

// Squares that are placed on a page.
extension NativeSymbol {
    /// Dots on a side, without the white around it. Nil where it is no square.
    var side: Int? {
        switch symbol.kind {
        case .qr, .dataMatrix, .aztec: (modules - 2 * Symbol.quietModules) * Int(module)
        case .pdf417, .maxiCode, .dataBar, .upcA, .upcE, .ean13, .ean8, .code39, .itf, .codabar, .code93, .code128,
            .gs1_128:
            nil
        }
    }

    /// White that belongs on each side of it.
    var white: Int { Symbol.quietModules * Int(module) }

    /// Stores it; it is printed where `print` stands.
    func store(in job: inout Job) {
        if case .code(let number, let settings, let data) = commands { store(number, settings, data, in: &job) }
    }

    /// Its lower left corner is where the page is written next.
    func print(in job: inout Job) {
        if case .code(let number, _, _) = commands { job.code(number, [81, 48]) }
    }
}

extension Job {
    /// `GS ( k pL pH cn …`.
    fileprivate mutating func code(_ number: UInt8, _ parameters: [UInt8]) {
        command(0x1D, 0x28, 0x6B)
        append(word: parameters.count + 1)
        append(CollectionOfOne(number))
        append(parameters)
    }
}

extension Symbol.Correction {
    /// As `GS ( k <Function 169>` counts.
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
    /// GS1 data begins with function 1, and has one wherever a scanner could not tell where an element ends.
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
