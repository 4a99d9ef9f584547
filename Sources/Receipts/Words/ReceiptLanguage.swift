import Model
import Synchronization

/// A language that receipts are written in: its words, its dates and its amounts, as its file in `Sources/Model/Languages`
/// has them.
///
/// A class, so that a page holds it and does not copy a hundred words.
package final class ReceiptLanguage: Sendable {
    /// `de`, `en-US`.
    package let tag: String
    let words: Words
    let dates: DateFormat
    let amountFormat: AmountFormat

    /// What the file of a tag has; what it lacks is taken from the file of the language without its country, then from the
    /// English one.
    private init(_ tag: String) {
        let language = String(tag.prefix { $0 != "-" })
        let own = Self.sentences(in: tag)
        let whole = language == tag ? [:] : Self.sentences(in: language)
        lazy var english = Self.sentences(in: "en")
        func text(_ key: String) -> String { own[key] ?? whole[key] ?? english[key] ?? "" }
        self.tag = tag
        words = Words(text)
        dates = DateFormat(date: text("format.date"), dayOfMonth: text("format.dayOfMonth"))
        let format = CurrencyFormat(
            position: CurrencyFormat.Position(pattern: text("format.amount")) ?? .leftSpace,
            thousandSeparator: text("format.thousandsSign"), decimalSeparator: text("format.decimalSign"))
        // Another language's currency is not this one's.
        let symbol = own["format.ownSymbol"] ?? whole["format.ownSymbol"]
        let currency = own["format.ownCurrency"] ?? whole["format.ownCurrency"]
        amountFormat = AmountFormat(format, own: currency.map { ($0, PrintableText(symbol ?? $0)) })
    }

    /// A file may have a thousand sentences besides these.
    private static func sentences(in tag: String) -> [String: String] {
        Catalogue.sentences(in: tag, keeping: ["receipt.", "format."])
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

    /// The tags of all there are, in alphabetical order.
    package static let tags = EmbeddedLanguage.all.map(\.tag)

    /// The keys that the file of a language needs, so that a receipt can be written in it.
    package static let sentenceKeys =
        Words.sentenceKeys
        + ["date", "dayOfMonth", "amount", "thousandsSign", "decimalSign"].map { "format.\($0)" }

    /// The keys of a language that writes a currency by a symbol.
    package static let symbolKeys = ["format.ownCurrency", "format.ownSymbol"]

    /// The language of a tag such as `de` or `de-AT`; English for one without a file.
    package static func of(_ tag: String) -> ReceiptLanguage {
        (known[tag] ?? nearest(to: tag.lowercased()))?.language ?? english
    }

    /// The closing line of a receipt that nobody has given another.
    package var thanks: String { words.thanks.string }

    /// Says on a receipt how many details of goods it leaves out.
    func detailsLeftOut(_ count: Int) -> String { "\(words.detailsLeftOut.string): \(count)" }

    /// The name of a line for that many lines of goods.
    func furtherGoods(_ count: Int) -> String { "\(words.furtherGoods.string): \(count)" }

    /// What a receipt is called.
    package var receipt: String { words.receipt.string }

    private static func nearest(to tag: String) -> Loaded? {
        let parts = tag.split { $0 == "-" || $0 == "_" }
        let withCountry = parts.prefix(2).joined(separator: "-")
        let name = tags.first { $0.lowercased() == withCountry } ?? String(parts.first ?? "")
        return known[name]
    }

    private static let english = ReceiptLanguage("en")

    private static let known = Dictionary(uniqueKeysWithValues: tags.map { ($0, Loaded($0)) })

    /// A till writes receipts in one language, as a rule: each is made when the first receipt is written in it.
    private final class Loaded: Sendable {
        private let tag: String
        private let loaded = Mutex<ReceiptLanguage?>(nil)

        init(_ tag: String) { self.tag = tag }

        var language: ReceiptLanguage {
            loaded.withLock { loaded in
                if let loaded { return loaded }
                let made = ReceiptLanguage(tag)
                loaded = made
                return made
            }
        }
    }
}

extension CurrencyFormat.Position {
    /// Reads where the amount and its currency stand, such as `{currency} {amount}`; nil for any other pattern.
    init?(pattern: String) {
        switch pattern {
        case "{currency}{amount}": self = .left
        case "{amount}{currency}": self = .right
        case "{currency} {amount}": self = .leftSpace
        case "{amount} {currency}": self = .rightSpace
        default: return nil
        }
    }
}
