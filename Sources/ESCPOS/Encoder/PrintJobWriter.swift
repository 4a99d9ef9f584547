import Model
import Receipts

/// The bytes of one print job and the printer's state after them.
struct PrintJobWriter {
    private(set) var bytes: [UInt8] = []
    private var ends: [Int] = []
    private var resets: Set<Int> = []
    let profile: PrinterProfile
    let font: PrinterProfile.Font
    private var choice: PageChoice
    private let userCharacters: UserCharacters
    private var style: TextStyle = []
    let longestStrip: Int

    /// The initial capacity: two receipts of forty lines.
    private static let usualSize = 4096
    private static let usualCommands = 128

    init(
        profile: PrinterProfile, font: PrinterProfile.Font, choice: PageChoice, userCharacters: UserCharacters,
        longestStrip: Int
    ) {
        self.profile = profile
        self.font = font
        self.choice = choice
        self.userCharacters = userCharacters
        self.longestStrip = longestStrip
        bytes.reserveCapacity(Self.usualSize)
        ends.reserveCapacity(Self.usualCommands)
    }

    /// Resets everything that an earlier job may have left: styles and downloaded characters (`ESC @`), a national character
    /// set that changes `[ ] { } # $` (`ESC R 0`), and the code page.
    mutating func start() {
        command(0x1B, 0x40)
        resets.insert(bytes.count)
        end()
        command(0x1B, 0x52, 0x00)
        if profile.startsInKanjiMode { command(0x1C, 0x2E) }
        command(0x1B, 0x4D, font.rawValue)
        selectPage()
        end()
        define(userCharacters)
    }

    /// Marks the end of a command, where the printer may be kept waiting.
    mutating func end() { if ends.last != bytes.count, !bytes.isEmpty { ends.append(bytes.count) } }

    /// The job as far as it is written.
    var data: PrintData { PrintData(bytes, ends: ends, resets: resets) }

    mutating func line(_ runs: [StyledRun]) {
        text(runs)
        bytes.append(0x0A)
        end()
    }

    /// Writes a line of a receipt.
    mutating func line(_ places: Range<Int>, of laid: LaidOutLines) {
        laid.text.withUnsafeBufferPointer { text in
            for place in places where !laid.runs[place].bytes.isEmpty {
                let run = laid.runs[place]
                apply(run.style)
                write(UnsafeBufferPointer(rebasing: text[run.bytes]), isASCII: run.isASCII)
            }
        }
        apply([])
        bytes.append(0x0A)
        end()
    }

    mutating func text(_ runs: [StyledRun]) {
        for run in runs where !run.text.string.isEmpty {
            apply(run.style)
            var string = run.text.string
            string.withUTF8 { write($0, isASCII: run.text.isASCII) }
        }
        apply([])
    }

    /// A line in box-drawing characters if the current page has them; it is not worth another page.
    mutating func rule(columns: Int) {
        let piece = choice.page == PageChoice.wide ? 0 : CodePage.tables[choice.page].bytes["─"]
        bytes.append(contentsOf: repeatElement(piece == 0 ? UInt8(ascii: "-") : piece, count: columns))
        bytes.append(0x0A)
        end()
    }

    mutating func cut() {
        defer { end() }
        switch profile.cutter {
        case .none(let lines): feed(lines: lines)
        case .full(let feed): command(0x1D, 0x56, 65, feed)
        case .partial(let feed): command(0x1D, 0x56, 66, feed)
        case .fullAfterFeed(let lines):
            feed(lines: lines)
            command(0x1D, 0x56, 0)
        case .partialAfterFeed(let lines):
            feed(lines: lines)
            command(0x1D, 0x56, 1)
        case .simple(let lines):
            feed(lines: lines)
            command(0x1B, 0x69)
        }
    }

    /// Feeds by line feeds, since commands with a count differ between models in unit and limit.
    mutating func feed(lines: Int) { bytes.append(contentsOf: repeatElement(0x0A, count: lines)) }

    /// Prints `content` centred.
    mutating func centred(_ content: (inout PrintJobWriter) -> Void) {
        command(0x1B, 0x61, 1)
        content(&self)
        command(0x1B, 0x61, 0)
        end()
    }

    mutating func command(_ a: UInt8, _ b: UInt8) {
        bytes.append(a)
        bytes.append(b)
    }

    mutating func command(_ a: UInt8, _ b: UInt8, _ c: UInt8) {
        command(a, b)
        bytes.append(c)
    }

    mutating func command(_ a: UInt8, _ b: UInt8, _ c: UInt8, _ d: UInt8) {
        command(a, b)
        command(c, d)
    }

    mutating func append(_ content: some Collection<UInt8>) { bytes.append(contentsOf: content) }

    /// Appends dots without real-time requests among them.
    mutating func append(dots: some Collection<UInt8>) {
        let start = bytes.count
        bytes.append(contentsOf: dots)
        RealTimeSequence.remove(fromDots: &bytes, from: start)
    }

    mutating func append(word: Int) { command(UInt8(truncatingIfNeeded: word), UInt8(truncatingIfNeeded: word >> 8)) }

    /// Writes text in UTF-8.
    private mutating func write(_ text: UnsafeBufferPointer<UInt8>, isASCII: Bool) {
        if isASCII { return bytes.append(contentsOf: text) }
        var written = 0
        for (scalar, place) in ScalarsBeyondASCII(text) {
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[written..<place.lowerBound]))
            write(scalar)
            written = place.upperBound
        }
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[written...]))
    }

    /// Writes a character beyond ASCII.
    private mutating func write(_ scalar: Unicode.Scalar) {
        if !userCharacters.isEmpty, let code = userCharacters.code(of: scalar) { return userCharacter(code) }
        let wasWide = choice.page == PageChoice.wide
        let (byte, isNewPage) = choice.next(scalar)
        // The plan has found a page for every character.
        precondition(byte != 0, "\(scalar) is on no page of \(profile.name)")
        if isNewPage { changePage(wasWide: wasWide) }
        if let byte { bytes.append(byte) } else { profile.wideText?.append(scalar, to: &bytes) }
    }

    private mutating func changePage(wasWide: Bool) {
        guard let wide = profile.wideText, wasWide || choice.page == PageChoice.wide else { return selectPage() }
        if wasWide {
            append(wide.ending)
            selectPage()
        } else {
            append(wide.beginning)
        }
    }

    private mutating func selectPage() {
        let page = CodePage.written[choice.page]
        guard let number = profile.codePages.number(of: page) else {
            preconditionFailure("\(profile.name) has no number for \(page.rawValue)")
        }
        command(0x1B, 0x74, number)
    }

    /// Sends `ESC E`, `ESC -`, `GS B` and `GS !` when they change.
    private mutating func apply(_ wanted: TextStyle) {
        guard wanted != style else { return }
        let changed = style.symmetricDifference(wanted)
        style = wanted
        if changed.contains(.bold) { command(0x1B, 0x45, wanted.contains(.bold) ? 1 : 0) }
        if changed.contains(.underline) { command(0x1B, 0x2D, wanted.contains(.underline) ? 1 : 0) }
        if changed.contains(.inverse) { command(0x1D, 0x42, wanted.contains(.inverse) ? 1 : 0) }
        if changed.contains(.doubleWidth) || changed.contains(.doubleHeight) {
            let width: UInt8 = wanted.contains(.doubleWidth) ? 0x10 : 0
            let height: UInt8 = wanted.contains(.doubleHeight) ? 0x01 : 0
            command(0x1D, 0x21, width | height)
        }
    }
}
