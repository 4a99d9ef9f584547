import Receipts
import Synchronization

/// Characters that one job gives the printer, which has them on none of its pages (`ESC &`).
///
/// Each takes the place of a sign that nobody takes for it: a printer that has lost what it was given prints `^120,00`,
/// wrong, and seen to be wrong.
struct UserCharacters {
    struct Definition {
        let scalar: Unicode.Scalar
        let code: UInt8
        /// Three bytes for each column of dots.
        let columns: [UInt8]
    }

    /// Whose places are taken, in this order. Neither letters nor digits, and nothing that may be read as part of an amount:
    /// not `|`, a 1; not `~` and `_`, a minus; not the apostrophe's kin, which parts thousands; not `\`, which is a yen sign
    /// to many a printer.
    static let codes = Array("^<>{}[]@".utf8)

    /// A line that needs more is in a script that the printer lacks: drawn, it leaves the places to others.
    static let mostForALine = 3

    private(set) var definitions: [Definition] = []
    /// Nil where the printer takes none.
    private let font: PrinterFont?

    init(for profile: PrinterProfile, _ font: PrinterFont) {
        self.font = profile.definableFonts.contains(font) ? font : nil
    }

    var isEmpty: Bool { definitions.isEmpty }

    func code(of scalar: Unicode.Scalar) -> UInt8? { definitions.first { $0.scalar == scalar }?.code }

    /// False where it cannot be given: the printer takes none or no more, or it is not a letter or sign by itself.
    ///
    /// - Parameter count: how many there were before its line.
    mutating func add(_ scalar: Unicode.Scalar, toFirst count: Int) -> Bool {
        guard let font else { return false }
        if code(of: scalar) != nil { return true }
        guard definitions.count < min(count + Self.mostForALine, Self.codes.count), scalar.standsByItself,
            let columns = UserCharacterDots.shared.columns(of: scalar, font)
        else { return false }
        definitions.append(Definition(scalar: scalar, code: Self.codes[definitions.count], columns: columns))
        return true
    }

    /// Those that were added since are not given.
    mutating func keep(first count: Int) { definitions.removeLast(definitions.count - count) }
}

extension Job {
    /// `ESC & y c1 c2 x d…`: in force until the next job's `ESC @`.
    mutating func define(_ characters: UserCharacters) {
        for definition in characters.definitions {
            command(0x1B, 0x26, 3, definition.code)
            command(definition.code, UInt8(definition.columns.count / 3))
            append(dots: definition.columns)
        }
    }

    /// `ESC %`, for this character alone: wherever a job is cut off, what follows is printed as it always is.
    mutating func userCharacter(_ code: UInt8) {
        command(0x1B, 0x25, 1)
        append(CollectionOfOne(code))
        command(0x1B, 0x25, 0)
    }
}

extension Unicode.Scalar {
    /// Letters of Latin, Greek, Cyrillic, Armenian and Georgian, punctuation, currencies and signs, one cell wide: they stand
    /// beside each other from left to right, joined to none.
    fileprivate var standsByItself: Bool {
        switch self {
        case "\u{A1}"..."\u{58F}", "\u{10A0}"..."\u{10FF}", "\u{1C90}"..."\u{1CBF}", "\u{1E00}"..."\u{1FFF}",
            "\u{2010}"..."\u{23FF}", "\u{25A0}"..."\u{27BF}":
            cells == 1
        default: false
        }
    }
}

/// Characters as `ESC &` carries them. Each is drawn once.
private final class UserCharacterDots: Sendable {
    static let shared = UserCharacterDots()

    private struct Key: Hashable {
        let scalar: Unicode.Scalar
        let font: PrinterFont
    }

    /// Nil for what cannot be drawn. No more than there are such characters.
    private let drawn = Mutex<[Key: [UInt8]?]>([:])

    /// Nil where no font installed here has it, or it is too high for its cell.
    func columns(of scalar: Unicode.Scalar, _ font: PrinterFont) -> [UInt8]? {
        let key = Key(scalar: scalar, font: font)
        if let known = drawn.withLock({ $0[key] }) { return known }
        let columns = Self.draw(scalar, font)
        drawn.withLock { $0[key] = .some(columns) }
        return columns
    }

    private static func draw(_ scalar: Unicode.Scalar, _ font: PrinterFont) -> [UInt8]? {
        let grid = Typesetter.Grid(font: font, cellWidth: font.cellWidth, width: font.cellWidth)
        let run = StyledRun(String(Character(scalar)))
        guard let line = try? Typesetter.shared.line([run], .fromTheLeft, grid), line.missing.isEmpty else {
            return nil
        }
        let top = (line.picture.height - font.cellHeight) / 2
        let cell = line.picture.rows(from: top, count: font.cellHeight)
        guard !cell.isBlank, cell.blackDots == line.picture.blackDots else { return nil }
        return cell.columns(ofRows: 0..<24)
    }
}

extension Bitmap {
    fileprivate var blackDots: Int { bytes.reduce(0) { $0 + $1.nonzeroBitCount } }
}
