import Model

/// A language that receipts are written in: its words, its dates and its amounts.
///
/// A class, so that a page holds it and does not copy a hundred words.
package final class ReceiptLanguage: Sendable {
    /// `de`, `en-US`.
    package let tag: String
    let words: Words
    let dates: DateFormat
    let amountFormat: AmountFormat

    private init(
        _ tag: String, _ words: Words, _ dates: DateFormat, _ amounts: CurrencyFormat,
        own: (code: String, symbol: PrintableText)? = nil
    ) {
        self.tag = tag
        self.words = words
        self.dates = dates
        amountFormat = AmountFormat(amounts, own: own)
    }

    private init(_ language: ReceiptLanguage, saying own: [String: String]) {
        tag = language.tag
        words = language.words.saying(own)
        dates = language.dates
        amountFormat = language.amountFormat
    }

    /// This language with a template's words in place of its own.
    package func saying(_ own: [String: String]) -> ReceiptLanguage {
        own.isEmpty ? self : ReceiptLanguage(self, saying: own)
    }

    /// The tags of all there are: a language alone first, then those that differ in a country.
    package static let tags = spoken.map(\.tag)

    /// The language of a tag such as `de` or `de-AT`; English for one we do not speak.
    package static func of(_ tag: String) -> ReceiptLanguage {
        byTag[tag]?() ?? nearest(to: tag.lowercased())
    }

    /// The closing line of a receipt that nobody has given another.
    package var thanks: String { words.thanks.string }

    /// What a receipt is called.
    package var receipt: String { words.receipt.string }

    private static func nearest(to tag: String) -> ReceiptLanguage {
        let parts = tag.split { $0 == "-" || $0 == "_" }
        let withCountry = parts.prefix(2).joined(separator: "-")
        let one = spoken.first { $0.tag.lowercased() == withCountry } ?? spoken.first { $0.tag == parts.first ?? "" }
        return one?.language() ?? english
    }

    private static let english = ReceiptLanguage("en", .english, .yearFirst, .letters(.leftSpace, ",", "."))
    private static let german = ReceiptLanguage("de", .german, .points, .letters(.leftSpace, ".", ","))
    private static let french = ReceiptLanguage("fr", .french, .slashes, .letters(.rightSpace, " ", ","))
    private static let spanish = ReceiptLanguage("es", .spanish, .slashes, .letters(.rightSpace, ".", ","))
    private static let italian = ReceiptLanguage("it", .italian, .slashes, .letters(.rightSpace, ".", ","))
    private static let dutch = ReceiptLanguage("nl", .dutch, .dashes, .letters(.leftSpace, ".", ","))
    private static let polish = ReceiptLanguage("pl", .polish, .points, .letters(.leftSpace, " ", ","))
    private static let czech = ReceiptLanguage(
        "cs", .czech, .points, .letters(.rightSpace, " ", ","), own: ("CZK", "Kč"))
    private static let turkish = ReceiptLanguage(
        "tr", .turkish, .points, .letters(.rightSpace, ".", ","), own: ("TRY", "TL"))
    private static let greek = ReceiptLanguage("el", .greek, .slashes, .letters(.rightSpace, ".", ","))
    private static let japanese = ReceiptLanguage(
        "ja", .japanese, .kanji, .letters(.left, ",", "."), own: ("JPY", "¥"))
    private static let british = ReceiptLanguage("en-GB", .english, .slashes, .letters(.leftSpace, ",", "."))
    private static let american = ReceiptLanguage("en-US", .english, .monthFirst, .letters(.leftSpace, ",", "."))
    private static let swiss = ReceiptLanguage("de-CH", .german, .points, .letters(.leftSpace, "'", "."))

    /// A till speaks one of them, as a rule: each is made when it is first spoken.
    private static let spoken: [(tag: String, language: @Sendable () -> ReceiptLanguage)] = [
        ("en", { english }),
        ("de", { german }),
        ("fr", { french }),
        ("es", { spanish }),
        ("it", { italian }),
        ("nl", { dutch }),
        ("pl", { polish }),
        ("cs", { czech }),
        ("tr", { turkish }),
        ("el", { greek }),
        ("ja", { japanese }),
        ("en-GB", { british }),
        ("en-US", { american }),
        ("de-CH", { swiss }),
    ]

    private static let byTag = Dictionary(uniqueKeysWithValues: spoken.map { ($0.tag, $0.language) })
}

extension CurrencyFormat {
    /// With a currency's letters: every printer has them, and they name one currency only.
    fileprivate static func letters(_ position: Position, _ thousands: String, _ decimals: String) -> CurrencyFormat {
        CurrencyFormat(position: position, thousandSeparator: thousands, decimalSeparator: decimals)
    }
}
