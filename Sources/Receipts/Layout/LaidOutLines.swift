/// The lines of a receipt with all their text in one buffer, so that a receipt takes a few allocations and not two for each
/// line.
package struct LaidOutLines: Hashable, Sendable {
    package enum Line: Hashable, Sendable {
        /// Runs by their places in `runs`.
        case text(Range<Int>)
        case rightToLeft(Range<Int>)
        case rule, blank, cut
        /// A picture or a symbol, by its place in `others`.
        case other(Int)
    }

    /// A text with one style.
    package struct Run: Hashable, Sendable {
        /// The text's place in `text`.
        package let bytes: Range<Int>
        /// The run's width on the grid at normal size.
        package let cells: Int
        package let style: TextStyle

        /// Every character beyond ASCII takes more bytes than cells.
        package var isASCII: Bool { bytes.count == cells }

        fileprivate var cellsOnPaper: Int { style.contains(.doubleWidth) ? cells * 2 : cells }
    }

    /// The texts of all runs, one after another, in UTF-8.
    package private(set) var text: [UInt8] = []
    package private(set) var runs: [Run] = []
    package private(set) var lines: [Line] = []
    package private(set) var others: [LaidOutLine] = []
    /// The first run of the line that is being written, and the first byte and the cells of its last run.
    private var (firstRun, firstByte, cells) = (0, 0, 0)

    /// The room for a usual receipt.
    private static let usual = (bytes: 3_072, runs: 96, lines: 64)

    init() {
        text.reserveCapacity(Self.usual.bytes)
        runs.reserveCapacity(Self.usual.runs)
        lines.reserveCapacity(Self.usual.lines)
    }
}

// Writing.
extension LaidOutLines {
    mutating func append(_ line: LaidOutLine) {
        switch line {
        case .text(let runs): append(runs, fromTheRight: false)
        case .rightToLeft(let runs): append(runs, fromTheRight: true)
        case .rule: lines.append(.rule)
        case .blank: lines.append(.blank)
        case .cut: lines.append(.cut)
        case .picture, .symbol, .symbolWithText:
            lines.append(.other(others.count))
            others.append(line)
        }
    }

    private mutating func append(_ runs: [StyledRun], fromTheRight: Bool) {
        for run in runs { write(run.text, run.style) }
        endLine(fromTheRight: fromTheRight)
    }

    /// Adds to the run that is being written.
    mutating func write(_ text: PrintableText) {
        text.withUTF8 { self.text.append(contentsOf: $0) }
        cells += text.cells
    }

    /// Adds to the run that is being written.
    mutating func write(spaces count: Int) {
        if count > 0 { write(.spaces(count)) }
    }

    /// Adds to the run that is being written, and ends it.
    mutating func write(_ text: PrintableText, _ style: TextStyle) {
        write(text)
        endRun(style)
    }

    mutating func endRun(_ style: TextStyle) {
        runs.append(Run(bytes: firstByte..<text.count, cells: cells, style: style))
        (firstByte, cells) = (text.count, 0)
    }

    mutating func endLine(fromTheRight: Bool = false) {
        let places = firstRun..<runs.count
        lines.append(fromTheRight ? .rightToLeft(places) : .text(places))
        firstRun = runs.count
    }
}

// Reading.
extension LaidOutLines {
    /// The line as a value of its own.
    package subscript(line: Line) -> LaidOutLine {
        switch line {
        case .text(let places): .text(styled(places))
        case .rightToLeft(let places): .rightToLeft(styled(places))
        case .rule: .rule
        case .blank: .blank
        case .cut: .cut
        case .other(let place): others[place]
        }
    }

    /// Copies the runs at `places` into `StyledRun` values.
    package func styled(_ places: Range<Int>) -> [StyledRun] {
        runs[places].map { run in
            let string = String(decoding: text[run.bytes], as: UTF8.self)
            return StyledRun(PrintableText(clean: string, cells: run.cells), run.style)
        }
    }

    /// The number of cells that a line needs.
    func cells(_ line: Line) -> Int {
        switch line {
        case .text(let places), .rightToLeft(let places): runs[places].reduce(0) { $0 + $1.cellsOnPaper }
        case .rule, .blank, .cut: 0
        case .other(let place): others[place].cells
        }
    }
}
