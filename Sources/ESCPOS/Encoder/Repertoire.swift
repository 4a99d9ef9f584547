import Foundation
import Receipts

/// Every character a printer has a glyph for on any of its code pages, and what it prints for the others.
///
/// A replacement is exactly as wide as the character, so that no column moves, and is never silent: the encoder reports
/// it. In this order: a character that looks alike (“ as "), the letter without its accents (ệ as e), the plain form
/// (ｍ as m), and else a block ■ (¤ or # where the printer has none).
struct Repertoire {
    /// Best first: pages of Western Europe before others, pages of old printers before those only newer ones have.
    let pages: [CodePage]

    private static let preference: [CodePage] = [
        .cp858, .wpc1252, .cp852, .cp866, .cp737, .cp857, .cp850, .cp437, .wpc1250, .wpc1251, .wpc1253, .wpc1254,
        .iso8859_15, .iso8859_7, .iso8859_2,
    ]

    init(_ map: CodePageMap) {
        pages = Self.preference.filter { map.number(of: $0) != nil }
    }

    func contains(_ scalar: Unicode.Scalar) -> Bool {
        pages.contains { $0.byte(for: scalar) != nil }
    }

    /// What is printed for a character that no page has; as wide as the character.
    func replacement(for scalar: Unicode.Scalar) -> String {
        let width = scalar.cells
        guard width > 0 else { return "" }
        let found = candidates(for: scalar).first { text in
            text.cells <= width && text.string.unicodeScalars.allSatisfy(contains) && text.cells > 0
        }
        guard let found else { return String(repeating: marker, count: width) }
        return found.string + String(repeating: " ", count: width - found.cells)
    }

    private var marker: String {
        ["■", "¤"].first { $0.unicodeScalars.allSatisfy(contains) } ?? "#"
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

extension Repertoire {
    /// Characters that can stand for another, best first.
    private static let lookAlikes: [Unicode.Scalar: String] = [
        "“": "\"", "”": "\"", "„": "\"", "‟": "\"", "″": "\"", "«": "\"", "»": "\"", "‹": "<", "›": ">", "‘": "'",
        "’": "'", "‚": "'", "‛": "'", "′": "'", "´": "'", "¸": ",", "‐": "-", "‑": "-", "‒": "-", "–": "-", "—": "-",
        "―": "-", "−": "-", "⁄": "/", "∕": "/", "×": "x", "·": ".", "•": "·*", "●": "·*", "▪": "·*", "→": ">",
        "←": "<", "✓": "√v", "✔": "√v", "✗": "x", "✘": "x", "€": "E", "ẞ": "ßS", "ſ": "s", "Ł": "L", "ł": "l",
        "Đ": "D", "đ": "d", "Ø": "O", "ø": "o", "ı": "i", "Ș": "ŞS", "ș": "şs", "Ț": "ŢT", "ț": "ţt", "ƒ": "f",
    ]
}
