/// Every known command by opcode (Epson's ESC/POS reference; `ESC B` and `ESC 4` as in compatible printers).
enum CommandTable {
    static let tree = CommandTree(
        controls + styles + positions + settings + wideText + paper + images + codes + pageMode + status + others)

    /// The shape of a decoded command; nil when it was cut off within its opcode.
    static func shape(of bytes: some Sequence<UInt8>) -> CommandShape? {
        if case .command(let number) = tree.find(bytes) { tree.shapes[number] } else { nil }
    }

    /// The command that these bytes begin, as manuals write it; nil while several operations are possible.
    static func notation(of bytes: some Sequence<UInt8>) -> String? {
        switch tree.find(bytes) {
        case .command(let number): tree.shapes[number].notation
        case .stem(let number) where tree.stems[number].operation != nil: tree.stems[number].first.notation
        case .stem, .none: nil
        }
    }

    private static let controls: [CommandShape] = [
        .init(.nul, [0x00]), .init(.bell, [0x07]), .init(.horizontalTab, [0x09]), .init(.lineFeed, [0x0A]),
        .init(.formFeed, [0x0C]), .init(.carriageReturn, [0x0D]), .init(.cancel, [0x18]),
    ]

    private static let styles: [CommandShape] = [
        .init(.initialize, [0x1B, 0x40]),
        esc("!", .printMode), gs("!", .characterSize), esc("E", .bold), esc("G", .doubleStrike), esc("-", .underline),
        esc("M", .font), gs("B", .reverse), gs("b", .smoothing), esc("{", .upsideDown), esc("V", .rotation),
        esc(" ", .characterSpacing), esc("r", .color), esc("t", .codePage), esc("R", .internationalSet),
        .init(.italic, [0x1B, 0x34], ending: .own(italicExtent)),
        .init(
            .defineCharacters, [0x1B, 0x26], [.byte("y"), .byte("c1"), .byte("c2")], ending: .own(userCharacterExtent)),
        esc("%", .userCharacters), esc("?", .cancelCharacter),
    ]

    private static let positions: [CommandShape] = [
        esc("a", .justification), .init(.defaultLineSpacing, [0x1B, 0x32]), esc("3", .lineSpacing),
        esc("d", .feedLines), esc("J", .feedUnits), esc("K", .feedBackUnits), esc("e", .feedBackLines),
        esc("$", .absolutePosition, [.word("n")]), esc("\\", .relativePosition, [.signedWord("n")]),
        .init(.tabStops, [0x1B, 0x44], ending: .own(tabExtent)),
        gs("L", .leftMargin, [.word("n")]), gs("W", .printAreaWidth, [.word("n")]),
        gs("P", .motionUnits, [.byte("x"), .byte("y")]), gs("T", .beginningOfLine), .init(.returnHome, [0x1B, 0x3C]),
        esc("U", .unidirectional),
    ]

    private static let settings: [CommandShape] = [
        esc("=", .peripheral), .init(.panelButtons, [0x1B, 0x63, 0x35], [.byte("n")]),
        .init(.paperSensor, [0x1B, 0x63, 0x33], [.byte("n")]), .init(.paperSensor, [0x1B, 0x63, 0x34], [.byte("n")]),
        .init(.macroDefinition, [0x1D, 0x3A]),
        gs("^", .macroExecution, [.byte("r"), .byte("t"), .byte("m")]),
        counted(.speedAndDensity, [0x1D, 0x28, 0x4B], inner: ["fn", "m"]),
        counted(.color, [0x1D, 0x28, 0x4E], inner: ["fn", "m"]),
    ]

    private static let wideText: [CommandShape] = [
        .init(.kanjiOn, [0x1C, 0x26]), .init(.kanjiOff, [0x1C, 0x2E]),
        .init(.kanjiSystem, [0x1C, 0x43], [.byte("n")]), .init(.kanjiMode, [0x1C, 0x21], [.byte("n")]),
        .init(.kanjiUnderline, [0x1C, 0x2D], [.byte("n")]), .init(.kanjiQuadruple, [0x1C, 0x57], [.byte("n")]),
        .init(.kanjiSpacing, [0x1C, 0x53], [.byte("n1"), .byte("n2")]),
        counted(.characterEncoding, [0x1C, 0x28, 0x43], inner: ["fn", "m"]),
    ]

    private static let paper: [CommandShape] =
        [0x00, 0x01, 0x30, 0x31].map { chosen(.cut, [0x1D, 0x56], by: $0) }
        + [0x41, 0x42, 0x61, 0x62, 0x67, 0x68].map { chosen(.cut, [0x1D, 0x56], by: $0, [.byte("n")]) }
        + [
            .init(.cut, [0x1B, 0x69]), .init(.cut, [0x1B, 0x6D]),
            esc("p", .pulse, [.byte("m"), .byte("t1"), .byte("t2")]), esc("B", .buzzer, [.byte("n"), .byte("t")]),
            counted(.buzzer, [0x1B, 0x28, 0x41], inner: ["fn"]),
        ]

    private static let images: [CommandShape] = [
        .init(
            .raster, [0x1D, 0x76, 0x30], [.byte("m"), .word("x"), .word("y")],
            ending: .data { word($0, 1) * word($0, 3) }),
        .init(.columnImage, [0x1B, 0x2A], [.byte("m"), .word("n")], ending: .data(columnBytes)),
        counted(.graphics, [0x1D, 0x28, 0x4C], inner: ["m", "fn"]),
        .init(.graphics, [0x1D, 0x38, 0x4C], [.long("p")], inner: ["m", "fn"], ending: .data { long($0, 0) }),
        .init(.defineNVImages, [0x1C, 0x71], [.byte("n")], ending: .own(nvImagesExtent)),
        .init(.printNVImage, [0x1C, 0x70], [.byte("n"), .byte("m")]),
        .init(
            .defineImage, [0x1D, 0x2A], [.byte("x"), .byte("y")],
            ending: .data { Int(byte($0, 0)) * Int(byte($0, 1)) * 8 }),
        gs("/", .printImage, [.byte("m")]),
    ]

    private static let codes: [CommandShape] =
        [gs("h", .barcodeHeight), gs("w", .barcodeModuleWidth), gs("H", .barcodeTextPosition)]
        + [gs("f", .barcodeTextFont), counted(.symbol, [0x1D, 0x28, 0x6B], inner: ["cn", "fn"])]
        + (0...6).map { chosen(.barcode, [0x1D, 0x6B], by: $0, ending: .own(barcodeExtent)) }
        + (65...79).map { chosen(.barcode, [0x1D, 0x6B], by: $0, [.byte("n")], ending: .data { Int(byte($0, 0)) }) }

    private static let pageMode: [CommandShape] = [
        .init(.pageMode, [0x1B, 0x4C]), .init(.standardMode, [0x1B, 0x53]), .init(.printPage, [0x1B, 0x0C]),
        esc("W", .pageArea, [.word("x"), .word("y"), .word("dx"), .word("dy")]), esc("T", .pageDirection),
        gs("$", .absoluteVerticalPosition, [.word("n")]), gs("\\", .relativeVerticalPosition, [.signedWord("n")]),
        counted(.pageModeLines, [0x1D, 0x28, 0x51], inner: ["fn"]),
    ]

    private static let status: [CommandShape] =
        (1...4).map { chosen(.realTimeStatus, [0x10, 0x04], by: $0) }
        + [7, 8, 18].map { chosen(.realTimeStatus, [0x10, 0x04], by: $0, [.byte("a")]) }
        + [
            .init(.realTimeRecovery, [0x10, 0x05], [.byte("n")]),
            chosen(.realTimeRequest, [0x10, 0x14], by: 1, [.byte("m"), .byte("t")]),
            chosen(.realTimeRequest, [0x10, 0x14], by: 2, [.byte("a"), .byte("b")]),
            chosen(.realTimeRequest, [0x10, 0x14], by: 3, ["a", "n", "r", "t1", "t2"].map { .byte($0) }),
            chosen(.realTimeRequest, [0x10, 0x14], by: 7, [.byte("a")]),
            chosen(.realTimeRequest, [0x10, 0x14], by: 8, (1...7).map { .byte("d\($0)") }),
            gs("r", .transmitStatus), gs("I", .printerID), gs("a", .automaticStatus),
            counted(.response, [0x1D, 0x28, 0x48], inner: ["fn", "m"]),
        ]

    /// Counted commands with unlisted letters, whose length is known all the same.
    private static let others: [CommandShape] = [0x1B, 0x1C, 0x1D].flatMap { introducer in
        (UInt8.min...UInt8.max).map { counted(.extended, [introducer, 0x28, $0]) }
    }
}

// The notation of the entries above.
extension CommandTable {
    private static func esc(
        _ letter: Character, _ operation: Operation, _ fields: [CommandShape.Field] = [.byte("n")]
    ) -> CommandShape {
        CommandShape(operation, [0x1B] + Array(String(letter).utf8), fields)
    }

    private static func gs(
        _ letter: Character, _ operation: Operation, _ fields: [CommandShape.Field] = [.byte("n")]
    ) -> CommandShape {
        CommandShape(operation, [0x1D] + Array(String(letter).utf8), fields)
    }

    /// A command whose first parameter decides what follows.
    private static func chosen(
        _ operation: Operation, _ opcode: [UInt8], by selector: UInt8, _ fields: [CommandShape.Field] = [],
        ending: CommandShape.Ending = .fixed
    ) -> CommandShape {
        CommandShape(operation, opcode + [selector], fields, hasSelector: true, ending: ending)
    }

    /// A command with a length `pL pH` and that many bytes.
    private static func counted(_ operation: Operation, _ opcode: [UInt8], inner: [String] = []) -> CommandShape {
        CommandShape(operation, opcode, [.word("p")], inner: inner, ending: .data { word($0, 0) })
    }

    // The parameter at an index, counted from the first one.
    static func byte<Bytes: Collection<UInt8>>(_ bytes: Bytes, _ index: Int) -> UInt8 where Bytes.Index == Int {
        bytes[bytes.startIndex + index]
    }

    static func word<Bytes: Collection<UInt8>>(_ bytes: Bytes, _ index: Int) -> Int where Bytes.Index == Int {
        Int(byte(bytes, index)) | Int(byte(bytes, index + 1)) << 8
    }

    static func long<Bytes: Collection<UInt8>>(_ bytes: Bytes, _ index: Int) -> Int where Bytes.Index == Int {
        word(bytes, index) | word(bytes, index + 2) << 16
    }
}
