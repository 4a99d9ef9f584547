import Flow
import Receipts

/// A symbol with text to its right, composed as a page in the printer.
///
/// The printer is not queried within the page. If a job breaks off there, the next job's `ESC @` discards the page.
struct SymbolPage {
    fileprivate static let lineHeight = 30
    /// The distance from the top of a line to its baseline at simple height.
    private static let baseline = 24

    private let symbol: NativeSymbol
    private let side: Int
    private let lines: [[StyledRun]]
    private let mode: PrinterProfile.PageMode
    private let width: Int
    /// The left edges of the symbol and the text.
    private let symbolX: Int
    private let textX: Int

    /// Nil when the printer has no page mode, cannot draw the symbol, or lacks the room.
    init?(_ block: SymbolWithText, _ lines: [[StyledRun]], _ profile: PrinterProfile, cellWidth: Int) {
        let room = block.symbolColumns * cellWidth
        guard let mode = profile.pageMode, let symbol = NativeSymbol(block.symbol, profile, upToDots: room),
            let side = symbol.side
        else { return nil }
        self.symbol = symbol
        self.side = side
        self.lines = lines
        self.mode = mode
        width = profile.widthDots
        symbolX = (room - side) / 2
        textX = room
        guard height <= mode.mostRows else { return nil }
    }

    private var bottomOfSymbol: Int { symbol.white + side }
    private var bottomOfText: Int { lines.reduce(0) { $0 + Self.height(of: $1) } }
    private var height: Int { max(bottomOfSymbol, bottomOfText) }

    private static func scale(of line: [StyledRun]) -> Int {
        line.contains { $0.style.contains(.doubleHeight) } ? 2 : 1
    }

    private static func height(of line: [StyledRun]) -> Int { scale(of: line) * lineHeight }

    func write(to job: inout PrintJobWriter) {
        symbol.store(in: &job)
        job.command(0x1D, 0x50, mode.dotsPerInch, mode.dotsPerInch)
        job.command(0x1B, 0x4C)
        job.pageArea(width: width, height: height)
        job.command(0x1B, 0x54, 0)
        job.move(toX: symbolX, y: bottomOfSymbol)
        symbol.print(in: &job)
        var top = 0
        for line in lines {
            if !line.isEmpty {
                job.move(toX: textX, y: top + Self.scale(of: line) * Self.baseline)
                job.text(line)
            }
            top += Self.height(of: line)
        }
        job.append(CollectionOfOne(0x0C))
        job.command(0x1D, 0x50, 0, 0)
        // A line feed adds the quiet zone below the symbol.
        if bottomOfSymbol + symbol.white > bottomOfText { job.feed(lines: 1) }
    }
}

extension PrintJobWriter {
    /// `ESC W`: sets the area, from the upper left corner.
    fileprivate mutating func pageArea(width: Int, height: Int) {
        command(0x1B, 0x57)
        for word in [0, 0, width, height] { append(word: word) }
    }

    /// `GS $` and `ESC $`: set the position of the next item's lower left corner.
    fileprivate mutating func move(toX x: Int, y: Int) {
        command(0x1D, 0x24)
        append(word: y)
        command(0x1B, 0x24)
        append(word: x)
    }
}

// A symbol with text beside it: on a page of the printer, else drawn, else below each other.
extension PrintJobPlan {
    mutating func instead(of block: SymbolWithText) -> Substitute {
        page(of: block).map(Substitute.page) ?? drawn(block).map(Substitute.drawn) ?? .several(belowEachOther(block))
    }

    /// The page; nil when a line cannot be printed with the printer's own glyphs from left to right.
    private mutating func page(of block: SymbolWithText) -> SymbolPage? {
        let lines = block.lines.map(\.runs)
        guard let page = SymbolPage(block, lines, profile, cellWidth: grid.cellWidth) else { return nil }
        let isFromTheLeft = block.lines.allSatisfy { if case .rightToLeft = $0 { false } else { true } }
        return isFromTheLeft && addsAsText(lines.flatMap { $0 }) ? page : nil
    }

    private mutating func drawn(_ block: SymbolWithText) -> Bitmap? {
        let room = block.symbolColumns * grid.cellWidth
        guard profile.graphics != .none,
            let symbol = try? SymbolPainter.draw(
                block.symbol, upToDots: room, smallest: Symbol.dotsOfReadableModule),
            let text = try? block.lines.map({ try drawn($0, of: block) })
        else { return nil }
        for line in text { note(missing: line.missing) }
        let height = max(symbol.height, text.reduce(0) { $0 + $1.picture.height })
        var picture = Bitmap(width: block.columns * grid.cellWidth, height: height)
        picture.draw(symbol, x: (room - symbol.width) / 2, y: 0)
        var top = 0
        for line in text {
            picture.draw(line.picture, x: room, y: top)
            top += line.picture.height
        }
        return picture
    }

    private func drawn(_ line: LaidOutLine, of block: SymbolWithText) throws(Failure) -> Typesetter.Line {
        let width = block.textColumns * grid.cellWidth
        switch line {
        case .rightToLeft(let runs): return try set(runs, .fromTheRight(of: block.textColumns), width)
        case .text(let runs): return try set(runs, .fromTheLeft, width)
        case .blank, .rule, .picture, .symbol, .symbolWithText, .cut:
            return Typesetter.Line(picture: Bitmap(width: width, height: SymbolPage.lineHeight), missing: [])
        }
    }

    private func set(
        _ runs: [StyledRun], _ place: Typesetter.Place, _ width: Int
    ) throws(Failure) -> Typesetter.Line {
        let grid = Typesetter.Grid(font: grid.font, cellWidth: grid.cellWidth, width: width)
        return try typesetter.line(runs, place, grid)
    }

    private mutating func belowEachOther(_ block: SymbolWithText) -> [Substitute] {
        [instead(of: block.symbol)]
            + block.lines.map { line in
                if case .rightToLeft(let runs) = line { return drawn(runs, rightToLeft: true) }
                return addsAsText(line.runs) ? .text([line.runs]) : drawn(line.runs, rightToLeft: false)
            }
    }
}
