import Foundation
import Receipts

/// The characters on a printer's code pages.
struct Repertoire: Sendable {
    /// The printer's pages as a set: bit n is `CodePage.written[n]`.
    let pages: PageSet

    /// The printer's wide text, besides the pages.
    let wideText: WideText?

    init(_ map: CodePageMap, wideText: WideText? = nil) {
        self.wideText = wideText
        var pages: PageSet = 0
        for (index, page) in CodePage.written.enumerated() where map.number(of: page) != nil { pages |= 1 << index }
        self.pages = pages
    }

    /// The printer's pages that have a character; ASCII is on all.
    func pages(with scalar: Unicode.Scalar) -> PageSet {
        if scalar.isASCII { return pages }
        let having = CodePage.pagesOfScalar[scalar] & pages
        return having == 0 && wideText?.contains(scalar) == true ? 1 << PageChoice.wide : having
    }

    func contains(_ scalar: Unicode.Scalar) -> Bool { pages(with: scalar) != 0 }
}

/// A set of code pages, one bit for each place in `CodePage.written`.
typealias PageSet = UInt64

extension CodePage {
    /// The pages used for writing, best first: those of Western Europe, then those that old printers have too. Pages of
    /// scripts that need more than separate characters (Hebrew, Arabic, Thai, combining Vietnamese) are left out: such text
    /// is drawn.
    static let written: [CodePage] = [
        .cp858, .wpc1252, .cp852, .cp866, .cp737, .cp857, .cp850, .cp437, .wpc1250, .wpc1251, .wpc1253, .wpc1254,
        .iso8859_15, .iso8859_7, .iso8859_2, .wpc1257, .cp775, .cp860, .cp863, .cp865, .cp861, .cp855, .cp1125, .kz1048,
        .cp869, .cp851, .cp772, .cp774, .iso8859_1, .katakana,
    ]

    static let tables = written.map(\.table)

    static let pagesOfScalar: ScalarMap<PageSet> = {
        var map = ScalarMap<PageSet>()
        for (index, table) in tables.enumerated() {
            for scalar in table.upper { if let scalar { map[scalar] |= 1 << index } }
        }
        return map
    }()
}

/// Replaces characters for which the printer has neither a glyph nor graphics.
///
/// A replacement is exactly as wide as the character, so that columns hold, and the encoder reports it. In order of
/// preference: a character that looks alike (“ as "), the letter without accents (ệ as e), the plain form (ｍ as m), else a
/// block ■ (¤ or # if the printer has none).
struct Replacements {
    let repertoire: Repertoire
    private(set) var made: [EncodedLines.Replacement] = []
    private var known: [Unicode.Scalar: String] = [:]

    init(repertoire: Repertoire) { self.repertoire = repertoire }

    /// The line with every missing character replaced.
    mutating func line(_ runs: [StyledRun]) -> [StyledRun] { runs.map { StyledRun(printed($0.text.string), $0.style) } }

    private mutating func printed(_ text: String) -> String {
        var printed = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if repertoire.contains(scalar) {
                printed.append(scalar)
            } else {
                printed.append(contentsOf: replacement(for: scalar).unicodeScalars)
            }
        }
        return String(printed)
    }

    private mutating func replacement(for scalar: Unicode.Scalar) -> String {
        if let text = known[scalar] { return text }
        let text = closest(to: scalar)
        known[scalar] = text
        made.append(EncodedLines.Replacement(scalar, printed: text))
        return text
    }

    private func closest(to scalar: Unicode.Scalar) -> String {
        let width = scalar.cells
        guard width > 0 else { return "" }
        let found = candidates(for: scalar).first { text in
            text.cells <= width && text.string.unicodeScalars.allSatisfy(repertoire.contains) && text.cells > 0
        }
        guard let found else { return String(repeating: marker, count: width) }
        return found.string + String(repeating: " ", count: width - found.cells)
    }

    private var marker: String {
        ["■", "¤"].first { $0.unicodeScalars.allSatisfy(repertoire.contains) } ?? "#"
    }

    private func candidates(for scalar: Unicode.Scalar) -> [PrintableText] {
        let character = String(Character(scalar))
        let alike = (Self.lookAlikes[scalar] ?? "").map { String($0) }
        let plain = [
            character.decomposedStringWithCanonicalMapping, character.decomposedStringWithCompatibilityMapping,
        ].map(withoutMarks)
        return (alike + plain).map { PrintableText($0) }
    }

    private func withoutMarks(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.cells > 0 }))
    }
}

extension Replacements {
    /// Look-alikes of characters, best first.
    private static let lookAlikes: [Unicode.Scalar: String] = [
        "“": "\"", "”": "\"", "„": "\"", "‟": "\"", "″": "\"", "«": "\"", "»": "\"", "‹": "<", "›": ">", "‘": "'",
        "’": "'", "‚": "'", "‛": "'", "′": "'", "´": "'", "¸": ",", "‐": "-", "‑": "-", "‒": "-", "–": "-", "—": "-",
        "―": "-", "−": "-", "⁄": "/", "∕": "/", "×": "x", "·": ".", "•": "·*", "●": "·*", "▪": "·*", "→": ">",
        "←": "<", "✓": "√v", "✔": "√v", "✗": "x", "✘": "x", "€": "E", "ẞ": "ßS", "ſ": "s", "Ł": "L", "ł": "l",
        "Đ": "D", "đ": "d", "Ø": "O", "ø": "o", "ı": "i", "Ș": "ŞS", "ș": "şs", "Ț": "ŢT", "ț": "ţt", "ƒ": "f",
    ]
}
