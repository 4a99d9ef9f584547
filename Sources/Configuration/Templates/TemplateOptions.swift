import Model
import Receipts

/// The options of a template file.
package enum TemplateOptions {
    static let mostBlocks = 40
    /// The prefix of a text's name in a list of blocks.
    static let textPrefix = "text:"

    static let blocks = Option(
        "blocks", Takes<[String]>.list(Sentence("config.takes.blocks"), of: .text(upTo: 60), upTo: mostBlocks),
        unset: "the built-in order",
        "What stands on the sheet, from the top: "
            + ReceiptTemplate.Part.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
            + ", and `\(textPrefix)NAME` for lines of `[texts]`.")
    static let references = Option(
        "references",
        Takes<[ReceiptTemplate.Row]>.list(
            Sentence(
                "config.takes.of", ["words": ReceiptTemplate.Row.allCases.map(\.rawValue).joined(separator: ", ")]),
            of: Takes<String>.oneOf(ReceiptTemplate.Row.allCases.map(\.rawValue)).mapped(
                Sentence("config.takes.row"), to: { ReceiptTemplate.Row(rawValue: $0) }, from: { $0.rawValue }),
            upTo: ReceiptTemplate.Row.allCases.count), fallback: ReceiptTemplate.Row.allCases,
        "The rows of the block `references`.")
    static let logo = Option(
        "logo", Takes<String>.file, unset: "no logo",
        "A PNG or JPEG file for the block `logo`. A receipt that names one of `[logos]` has that.")
    static let unitPrices = Option(
        "unit_prices", Takes<Bool>.flag, fallback: true,
        "Whether the price of one stands below goods of which there are several.")
    static let details = Option(
        "details", Takes<Bool>.flag, fallback: true, "Whether what was chosen of goods stands below them.")
    static let taxTable = Option(
        "tax_table", Takes<Bool>.flag, fallback: true,
        "Whether taxes are a table of net, tax and gross where the shop told the net and the paper is wide enough.")

    static let symbols = Option(
        "symbols", Takes<ReceiptTemplate.Symbols>.oneOf(ReceiptTemplate.Symbols.allCases), fallback: .alone,
        "Whether symbols of the blocks `fiscal` and `codes` stand alone in the middle, or at the left with their text beside "
            + "them.")
    static let logoDithering = Option(
        "logo_dithering", Takes<Dithering>.oneOf(Dithering.allCases), fallback: .floydSteinberg,
        "How the shades of the logo become dots: by its error, as a photograph (`floyd_steinberg`), with more contrast "
            + "(`atkinson`), in a pattern, or black where it is dark (`threshold`), as a drawing.")
    static let font = Option(
        "font", Takes<ReceiptTemplate.Font>.oneOf(ReceiptTemplate.Font.allCases), fallback: .a,
        "The printer's font. B is smaller: more columns stand on the same paper.")

    /// The options of `[order_receipt]`, `[card_slip]`, `[merchant_copy]` and `[end_of_day]`.
    package static let sheet = [
        blocks.description, references.description, logo.description, logoDithering.description, font.description,
        unitPrices.description, details.description, taxTable.description, symbols.description,
    ]

    static let position = Option(
        "position", Takes<CurrencyFormat.Position>.oneOf(CurrencyFormat.Position.allCases), fallback: .leftSpace,
        "Where the currency stands, as WooCommerce names it.")
    static let thousandSeparator = Option(
        "thousand_separator", Takes<String>.sign(Sentence("config.takes.oneSignAtMost"), 0...1), fallback: "",
        "What stands between groups of three digits.")
    static let decimalSeparator = Option(
        "decimal_separator", Takes<String>.sign(Sentence("config.takes.oneSign"), 1...1), fallback: ".",
        "What stands before the decimals.")
    static let decimals = Option(
        "decimals", Takes<Int>.number(0...CurrencyFormat.mostDecimals), unset: "as many as the currency has",
        "Decimals of an amount. Fewer than the currency has leave out zeros only: nothing is rounded.")
    static let symbol = Option(
        "symbol", Takes<String>.currencySymbol(upTo: CurrencyFormat.longestSymbol), unset: "the currency's letters",
        "What stands for `shop.currency`; others keep their letters.")

    /// The options of `[amounts]`.
    package static let amounts = [
        position.description, thousandSeparator.description, decimalSeparator.description, decimals.description,
        symbol.description,
    ]

    /// The option for one file of `[logos]`.
    static func namedLogo(_ name: String) -> Option<String?> {
        Option(
            ConfiguredValue.shown(name), .file, unset: "no logo", "The logo of receipts that name it so.")
    }

    /// The option for the lines of one text of `[texts]`.
    static func text(_ name: String) -> Option<[String]> {
        Option(
            ConfiguredValue.shown(name), .list(Sentence("config.takes.lines"), of: .text(upTo: 100), upTo: 20),
            fallback: [],
            "Lines in the middle of the paper, where the block `\(textPrefix)NAME` stands.")
    }
}

extension TemplateOptions {
    /// The option for one replaced phrase of `[words]`.
    static func word(_ key: String) -> Option<String?> {
        Option(key, .word(upTo: 60), unset: "the word of the language", "What stands for it.")
    }
}

extension ReceiptTemplate.Part {
    /// Whether this kind of sheet must have the block. A terminal's end-of-day report has no amount of its own.
    func isRequired(on kind: ReceiptTemplates.Kind) -> Bool {
        isRequired && !(kind == .endOfDay && self == .totals)
    }
}

extension Takes where Value: RawRepresentable<String> {
    /// One word out of a fixed list.
    fileprivate static func oneOf(_ values: [Value]) -> Takes {
        let words = Takes<String>.oneOf(values.map(\.rawValue))
        return words.mapped(words.what, to: { Value(rawValue: $0) }, from: { $0.rawValue })
    }
}

extension Takes<Bool> {
    static let flag = Takes(
        what: Sentence("config.takes.flag"),
        read: { value in
            guard case .flag(let flag) = value else { return nil }
            return flag
        }, show: { "\($0)" }, parse: { .flag($0 == "true") })
}

extension Takes<String> {
    /// The path of a file.
    fileprivate static let file = Takes(
        what: Sentence("config.takes.templatePath"),
        read: { value in
            guard case .text(let path) = value, !path.isEmpty, path.isPlain else { return nil }
            return path
        }, show: ConfiguredValue.quoted, parse: ConfiguredValue.text)

    /// Text with at least one visible character.
    fileprivate static func word(upTo most: Int) -> Takes {
        let text = text(upTo: most)
        return Takes(
            what: text.what,
            read: { value in
                guard let word = text.read(value), !PrintableText(word).string.allSatisfy({ $0 == " " }) else {
                    return nil
                }
                return word
            }, show: text.show, parse: text.parse)
    }

    /// A currency symbol without characters that could make an amount misread.
    fileprivate static func currencySymbol(upTo most: Int) -> Takes {
        let word = word(upTo: most)
        return Takes(
            what: Sentence("config.takes.symbol", ["most": most]),
            read: { word.read($0).flatMap { CurrencyFormat.isSymbol($0) ? $0 : nil } }, show: word.show,
            parse: word.parse)
    }

    /// A separator between digits that cannot make an amount misread.
    fileprivate static func sign(_ what: Sentence, _ characters: ClosedRange<Int>) -> Takes {
        Takes(
            what: what,
            read: { value in
                guard case .text(let text) = value, characters.contains(text.count), text.isPlain,
                    CurrencyFormat.isSeparator(text)
                else { return nil }
                return text
            }, show: ConfiguredValue.quoted, parse: ConfiguredValue.text)
    }
}
