import Foundation
import Receipts

/// Which characters a printer has on its code pages.
struct Repertoire: Sendable {
    /// The printer's pages as a set: bit n is `CodePage.written[n]`.
    let pages: PageSet

    /// Beside the pages.
    let wideText: WideText?

    init(_ map: CodePageMap, wideText: WideText? = nil) {
        self.wideText = wideText
        var pages: PageSet = 0
        for (index, page) in CodePage.written.enumerated() where map.number(of: page) != nil { pages |= 1 << index }
        self.pages = pages
    }

    /// The printer's pages that have the character; ASCII is on all.
    func pages(with scalar: Unicode.Scalar) -> PageSet {
        if scalar.isASCII { return pages }
        let having = CodePage.pagesOfScalar[scalar] & pages
        return having == 0 && wideText?.contains(scalar) == true ? 1 << PageChoice.wide : having
    }

    func contains(_ scalar: Unicode.Scalar) -> Bool { pages(with: scalar) != 0 }
}

/// Code pages by their place in `CodePage.written`, one bit each.
typealias PageSet = UInt64

extension CodePage {
    /// The pages that are written, best first: those of Western Europe before others, those of old printers before those
    /// only newer ones have. Not among them are pages of scripts that need more than one character beside the other
    /// (Hebrew, Arabic, Thai, Vietnamese by combining): those are drawn.
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

/// What stands on paper for a character where the printer has neither its letter nor graphics.
///
/// A replacement is exactly as wide as the character, so that no column moves, and is never silent: the encoder reports
/// it. In this order: a character that looks alike (“ as "), the letter without its accents (ệ as e), the plain form
/// (ｍ as m), and else a block ■ (¤ or # where the printer has none).
struct Replacements {
    let repertoire: Repertoire
    private(set) var made: [EncodedLines.Replacement] = []
    private var known: [Unicode.Scalar: String] = [:]

    init(repertoire: Repertoire) { self.repertoire = repertoire }

    /// The line with every character replaced that the printer lacks.
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
    /// Characters that can stand for another, best first.
    private static let lookAlikes: [Unicode.Scalar: String] = [
        "“": "\"", "”": "\"", "„": "\"", "‟": "\"", "″": "\"", "«": "\"", "»": "\"", "‹": "<", "›": ">", "‘": "'",
        "’": "'", "‚": "'", "‛": "'", "′": "'", "´": "'", "¸": ",", "‐": "-", "‑": "-", "‒": "-", "–": "-", "—": "-",
        "―": "-", "−": "-", "⁄": "/", "∕": "/", "×": "x", "·": ".", "•": "·*", "●": "·*", "▪": "·*", "→": ">",
        "←": "<", "✓": "√v", "✔": "√v", "✗": "x", "✘": "x", "€": "E", "ẞ": "ßS", "ſ": "s", "Ł": "L", "ł": "l",
        "Đ": "D", "đ": "d", "Ø": "O", "ø": "o", "ı": "i", "Ș": "ŞS", "ș": "şs", "Ț": "ŢT", "ț": "ţt", "ƒ": "f",
    ]
}
