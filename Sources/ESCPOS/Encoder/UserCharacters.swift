import Receipts

/// Characters that a job downloads to the printer because no page has them (`ESC &`).
///
/// Each replaces a sign that nobody mistakes for it: a printer that has lost the download prints `^120,00`, which is visibly
/// wrong.
struct UserCharacters {
    struct Definition {
        let scalar: Unicode.Scalar
        let code: UInt8
        /// The dots, three bytes per column.
        let columns: [UInt8]
    }

    /// The codes that are replaced, in this order. Letters, digits and everything that could be read as part of an amount
    /// are left out: `|` looks like a 1; `~` and `_` like a minus; the apostrophe's kin separates thousands; `\` is a yen
    /// sign on many printers.
    static let codes = Array("^<>{}[]@".utf8)

    /// The most new characters for one line. A line that needs more is in a script that the printer lacks, and is drawn.
    static let mostForALine = 3

    private(set) var definitions: [Definition] = []
    /// The printer's font; nil when it takes no downloads.
    private let font: PrinterFont?

    private let typesetter: Typesetter

    init(for profile: PrinterProfile, _ font: PrinterFont, _ typesetter: Typesetter) {
        self.typesetter = typesetter
        self.font = profile.definableFonts.contains(font) ? font : nil
    }

    var isEmpty: Bool { definitions.isEmpty }

    func code(of scalar: Unicode.Scalar) -> UInt8? { definitions.first { $0.scalar == scalar }?.code }

    /// Adds a character. Returns false when the printer takes none or no more, or it is no letter or sign that stands alone.
    ///
    /// - Parameter count: how many characters there were before this line.
    mutating func add(_ scalar: Unicode.Scalar, toFirst count: Int) -> Bool {
        guard let font else { return false }
        if code(of: scalar) != nil { return true }
        guard definitions.count < min(count + Self.mostForALine, Self.codes.count), scalar.standsByItself,
            let columns = typesetter.userCharacters.columns(of: scalar, font, drawnBy: typesetter)
        else { return false }
        definitions.append(Definition(scalar: scalar, code: Self.codes[definitions.count], columns: columns))
        return true
    }

    /// Removes the characters that were added after the first `count`.
    mutating func keep(first count: Int) { definitions.removeLast(definitions.count - count) }
}

extension PrintJobWriter {
    /// `ESC & y c1 c2 x d…`: valid until the next job's `ESC @`.
    mutating func define(_ characters: UserCharacters) {
        for definition in characters.definitions {
            command(0x1B, 0x26, 3, definition.code)
            command(definition.code, UInt8(definition.columns.count / 3))
            append(dots: definition.columns)
            end()
        }
    }

    /// `ESC %` on and off around each character: wherever a job breaks off, what follows prints normally.
    mutating func userCharacter(_ code: UInt8) {
        command(0x1B, 0x25, 1)
        append(CollectionOfOne(code))
        command(0x1B, 0x25, 0)
    }
}

extension Unicode.Scalar {
    /// Whether the character is a letter (Latin, Greek, Cyrillic, Armenian, Georgian), punctuation, currency or sign of one
    /// cell that needs no joining.
    fileprivate var standsByItself: Bool {
        switch self {
        case "\u{A1}"..."\u{58F}", "\u{10A0}"..."\u{10FF}", "\u{1C90}"..."\u{1CBF}", "\u{1E00}"..."\u{1FFF}",
            "\u{2010}"..."\u{23FF}", "\u{25A0}"..."\u{27BF}":
            cells == 1
        default: false
        }
    }
}
