import Flow
import Receipts

/// Prints on virtual paper: it takes commands one by one and returns a page at each cut.
///
/// Barcodes and two-dimensional codes on it can be scanned. Symbols that the printer would not print, because they are too
/// wide or invalid, are left out or shown as a labelled box.
package struct PaperComposer: Sendable {
    /// The longest page, about four metres; a longer strip is cut here.
    static let longestPage = 30_000
    /// The most paper of a stream: a roll of 80 metres.
    static let longestRoll = 640_000
    /// The longest feed of a command, 1016 mm (Epson's reference for `ESC d`).
    static let longestFeed = 8_128
    static let defaultLineSpacing = 30
    /// The most letters printed for an unknown command; an unknown picture would give metres of them.
    static let mostLetters = 4_096

    package let dots: Int
    let glyphs: any GlyphSource
    private let profile: PrinterProfile?

    var page: Bitmap
    /// How far this page has been fed, in dots.
    package internal(set) var feed = 0
    /// How many lines were printed on this page.
    package internal(set) var linesPrinted = 0
    var style = PrintStyle()
    var line = PrintLine()
    var layout: PaperLayout
    var graphics = PaperGraphics()
    var symbols = PaperSymbols()
    /// The characters defined by `ESC &`, by font and byte.
    private var definedCharacters: [PrinterFont: [UInt8: Bitmap]] = [:]
    private var usesDefinedCharacters = false
    /// The page of page mode; nil in standard mode.
    var pageMode: PaperPageMode?

    /// Begins with empty paper. Traps unless `dots` is a width that a print head can have, 8 to 4096.
    ///
    /// - Parameters:
    ///   - dots: the width of the print head: 576 on 80 mm paper, 384 on 58 mm.
    ///   - profile: the understood commands; nil for all. Others are printed as letters.
    package init(dots: Int = 576, glyphs: any GlyphSource, profile: PrinterProfile? = nil) {
        precondition((8...4096).contains(dots), "no print head has \(dots) dots")
        self.dots = dots
        self.glyphs = glyphs
        self.profile = profile
        page = Bitmap(width: dots, height: 0)
        layout = PaperLayout(dots: dots)
    }

    /// All pages of a stream, including a last one without a cut. Throws when a roll is not enough.
    package static func pages(
        of bytes: some Sequence<UInt8>, dots: Int = 576, codePages: CodePageMap = .epson, wideText: WideText? = nil,
        glyphs: any GlyphSource
    ) throws(Failure) -> [Bitmap] {
        var decoder = StreamDecoder(codePages: codePages, wideText: wideText)
        var composer = PaperComposer(dots: dots, glyphs: glyphs)
        var pages: [Bitmap] = []
        var used = 0
        for command in decoder.decode(bytes) + decoder.finish() {
            let finished = try composer.perform(command)
            pages += finished
            // Every page, even an empty one, takes the margin between print head and cutter.
            used += finished.reduce(0) { $0 + $1.height + 2 * PaperPNG.margin }
            guard used <= Self.longestRoll else { throw RasterError.rollEnded.failure }
        }
        return pages + (composer.tearOff().map { [$0] } ?? [])
    }

    /// The pages that this command finished, usually none.
    package mutating func perform(_ command: PrinterCommand) throws(Failure) -> [Bitmap] {
        if let profile, !profile.understands(command) {
            let letters = command.letters.prefix(Self.mostLetters)
            try print(String(decoding: letters, as: UTF8.self), Array(letters))
            return tearTooLong()
        }
        switch command.content {
        case .text(let text): try print(text, command.bytes)
        case .known(.cut, _) where command.isComplete: return cut(Array(command.parameters))
        case .known(let operation, _) where command.isComplete:
            try perform(operation, command)
        case .known, .unknown: break
        }
        return tearTooLong()
    }

    /// The current page, including an unfinished line; nil when it is blank. A new page begins.
    package mutating func tearOff() -> Bitmap? {
        if !line.isEmpty { printLine(atLeast: 0) }
        return feed == 0 || page.isBlank ? nil : takePage()
    }

    /// The printer after a power cycle: it keeps only the images in non-volatile memory, and its paper is blank.
    package func switchedOffAndOn() -> PaperComposer {
        var fresh = PaperComposer(dots: dots, glyphs: glyphs, profile: profile)
        fresh.graphics = graphics.withoutPower
        return fresh
    }

    private mutating func perform(_ operation: Operation, _ command: PrinterCommand) throws(Failure) {
        let parameters = Array(command.parameters)
        switch operation {
        case .printMode, .characterSize, .bold, .doubleStrike, .underline, .font, .reverse, .smoothing, .rotation,
            .characterSpacing:
            style.apply(operation, parameters[0])
        case .initialize, .horizontalTab, .absolutePosition, .relativePosition, .tabStops, .beginningOfLine:
            move(operation, parameters)
        case .justification, .upsideDown, .leftMargin, .printAreaWidth, .defaultLineSpacing, .lineSpacing, .motionUnits:
            layout.apply(operation, parameters, lineIsEmpty: line.isEmpty && line.cursor == 0)
        case .lineFeed, .feedLines, .feedUnits, .feedBackUnits, .feedBackLines: feedPaper(operation, parameters)
        case .raster, .columnImage, .graphics, .defineNVImages, .printNVImage, .defineImage, .printImage:
            try draw(operation, command)
        case .barcode, .symbol, .barcodeHeight, .barcodeModuleWidth, .barcodeTextPosition, .barcodeTextFont:
            try symbol(operation, parameters)
        case .defineCharacters, .userCharacters, .cancelCharacter: define(operation, parameters)
        case .pageMode, .standardMode, .formFeed, .printPage, .cancel, .pageArea, .pageDirection,
            .absoluteVerticalPosition, .relativeVerticalPosition, .pageModeLines:
            page(operation, parameters)
        case .nul, .bell, .carriageReturn, .italic, .codePage, .internationalSet, .color, .unidirectional, .returnHome,
            .peripheral, .panelButtons, .paperSensor, .macroDefinition, .macroExecution, .speedAndDensity, .kanjiOn,
            .kanjiOff, .kanjiSystem, .kanjiMode, .kanjiUnderline, .kanjiQuadruple, .kanjiSpacing, .characterEncoding,
            .cut, .pulse, .buzzer, .realTimeStatus, .realTimeRecovery, .realTimeRequest, .transmitStatus, .printerID,
            .automaticStatus, .response, .extended:
            break  // Leaves no mark on paper by itself.
        }
    }

    private mutating func print(_ text: String, _ bytes: [UInt8]) throws(Failure) {
        let scalars = text.unicodeScalars
        // A character can only be defined where each byte is one character.
        if usesDefinedCharacters, scalars.count == bytes.count {
            for (scalar, byte) in zip(scalars, bytes) {
                if let dots = definedCharacters[style.font]?[byte] {
                    append(style.cell(defined: dots))
                } else {
                    append(try style.cell(scalar, glyphs))
                }
            }
        } else {
            for scalar in scalars { append(try style.cell(scalar, glyphs)) }
        }
    }

    private mutating func append(_ cell: Bitmap) {
        if line.cursor + cell.width > lineLength, !line.isEmpty { printLine(atLeast: layout.lineSpacing) }
        line.append(cell)
    }

    /// How many dots fit on a line.
    var lineLength: Int { pageMode?.lineLength ?? layout.areaWidth }

    /// `ESC & y c1 c2 [x d…]…`, `ESC % n`, `ESC ? n`.
    private mutating func define(_ operation: Operation, _ parameters: [UInt8]) {
        switch operation {
        case .userCharacters: usesDefinedCharacters = parameters[0] & 1 == 1
        case .cancelCharacter: definedCharacters[style.font]?[parameters[0]] = nil
        default:
            let height = Int(parameters[0])
            var rest = parameters.dropFirst(3)
            for byte in parameters[1]...parameters[2] {
                guard let width = rest.popFirst() else { return }
                let dots = rest.prefix(Int(width) * height)
                definedCharacters[style.font, default: [:]][byte] = Bitmap(columns: dots, bytesPerColumn: height)
                rest = rest.dropFirst(dots.count)
            }
        }
    }

    private mutating func move(_ operation: Operation, _ parameters: [UInt8]) {
        switch operation {
        case .initialize:
            (style, line, layout) = (PrintStyle(), PrintLine(), PaperLayout(dots: dots))
            graphics.reset()
            (symbols, pageMode, definedCharacters, usesDefinedCharacters) = (PaperSymbols(), nil, [:], false)
        case .horizontalTab: line.cursor = layout.nextTab(after: line.cursor) ?? line.cursor
        case .absolutePosition: line.cursor = min(layout.acrossDots(CommandTable.word(parameters, 0)), lineLength)
        case .relativePosition:
            let distance = Int(Int16(truncatingIfNeeded: CommandTable.word(parameters, 0)))
            line.cursor = max(0, min(line.cursor + layout.acrossDots(distance), lineLength))
        case .tabStops:
            layout.setTabs(parameters, characterWidth: (style.font.cellWidth + style.spacing) * style.scaleX)
        case .beginningOfLine:
            if PrintStyle.digit(parameters[0]) == 1 && !line.isEmpty { printLine(atLeast: 0) }
            line = PrintLine()
        default: break  // The composer sends these only.
        }
    }

    private mutating func feedPaper(_ operation: Operation, _ parameters: [UInt8]) {
        let n = Int(parameters.first ?? 0)
        switch operation {
        case .lineFeed: printLine(atLeast: layout.lineSpacing)
        case .feedLines: printLine(atLeast: n * layout.lineSpacing)
        case .feedUnits: printLine(atLeast: layout.downDots(n))
        case .feedBackUnits: feedBack(layout.downDots(n))
        case .feedBackLines: feedBack(n * layout.lineSpacing)
        default: break  // The composer sends feeds only.
        }
    }

    private mutating func feedBack(_ rows: Int) {
        if !line.isEmpty { printLine(atLeast: 0) }
        if let page = pageMode { pageMode?.move(to: page.position - rows) } else { feed = max(0, feed - rows) }
    }

    /// `GS V m [n]`, `ESC i`, `ESC m`. A feed to the cutter adds only its own n: the way to the blade is the margin.
    private mutating func cut(_ parameters: [UInt8]) -> [Bitmap] {
        if !line.isEmpty { printLine(atLeast: layout.lineSpacing) }
        if parameters.count == 2 { feed += min(layout.downDots(Int(parameters[1])), Self.longestFeed) }
        return tearTooLong() + [takePage()]
    }

    private mutating func tearTooLong() -> [Bitmap] {
        var pages: [Bitmap] = []
        while feed >= Self.longestPage {
            let (rest, restFeed) = (page.rows(from: Self.longestPage), feed - Self.longestPage)
            feed = Self.longestPage
            pages.append(takePage())
            (page, feed) = (rest, restFeed)
        }
        return pages
    }

    private mutating func takePage() -> Bitmap {
        let finished = page.rows(from: 0, count: feed)
        page = Bitmap(width: dots, height: 0)
        (feed, linesPrinted) = (0, 0)
        return finished
    }
}

// Putting dots on paper.
extension PaperComposer {
    /// Prints the line and feeds by its height, but at least by this many rows.
    mutating func printLine(atLeast rows: Int) {
        defer { line = PrintLine() }
        if let page = pageMode {
            if !line.isEmpty { pageMode?.write(line.drawn(in: page.lineLength, .left, upsideDown: false)) }
            pageMode?.move(to: page.position + min(rows, Self.longestFeed))
            return
        }
        if !line.isEmpty {
            let drawn = line.drawn(in: layout.areaWidth, layout.alignment, upsideDown: layout.upsideDown)
            page.grow(toHeight: feed + drawn.height)
            page.draw(drawn, x: layout.leftMargin, y: feed)
            linesPrinted += 1
        }
        feed += max(min(rows, Self.longestFeed), line.height)
    }

    /// An image on lines of its own, fed by exactly its height; in page mode it is part of the line.
    mutating func printImage(_ image: Bitmap) {
        if pageMode != nil { return line.append(image) }
        if !line.isEmpty { printLine(atLeast: layout.lineSpacing) }
        line.append(image)
        printLine(atLeast: 0)
    }
}
