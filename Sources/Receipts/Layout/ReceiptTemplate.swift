import Model

/// What stands on a sheet, and in which order.
package struct ReceiptTemplate: Hashable, Sendable {
    package enum Block: Hashable, Sendable {
        case part(Part)
        /// The lines of that name in `texts`.
        case text(String)
    }

    /// What a receipt can have. What it has not is left out, and the rule or blank line behind it with it.
    package enum Part: String, Hashable, Sendable, CaseIterable {
        case logo, merchant, copy, title, references, goods, totals, taxes, card, fiscal, codes, footer
        case rule, blank

        /// Without these a sheet would not say whose it is, what became of the payment, or of how much.
        package var isRequired: Bool {
            switch self {
            case .merchant, .copy, .title, .references, .totals, .card: true
            case .logo, .goods, .taxes, .fiscal, .codes, .footer, .rule, .blank: false
            }
        }

        /// Whether it may stand more than once.
        package var isSeparator: Bool { self == .rule || self == .blank }
    }

    /// Where the text of a symbol stands.
    package enum Symbols: String, Hashable, Sendable, CaseIterable {
        /// Above or below: the symbol has lines of its own.
        case alone
        /// At the symbol's right, where there is room.
        case beside
    }

    /// The printer's: B is smaller, and has more columns on the same paper.
    package enum Font: String, Hashable, Sendable, CaseIterable {
        case a = "A"
        case b = "B"

        /// Dots of a character's width, as most printers have it.
        var cellWidth: Int { self == .a ? DrawnPaper.cellWidth : 9 }
    }

    package enum Row: String, Hashable, Sendable, CaseIterable { case order, receipt, payment, time }

    package var blocks: [Block]
    package var texts: [String: [String]]
    /// The name of the sheet's logo, where the receipt names none.
    package var logo: String?
    /// What the logos are called elsewhere that receipts name.
    package var logos: [String: String] = [:]
    package var logoDithering = Dithering.floydSteinberg
    package var references: [Row]
    /// Below goods of which there are several.
    package var showsUnitPrices: Bool
    /// Below goods of which there are kinds.
    package var showsDetails: Bool
    /// A table of net, tax and gross, where the paper is wide enough and the shop told the net; else one line for each rate.
    package var showsTaxTable: Bool
    package var symbols = Symbols.alone
    /// Nil: as the shop or the language writes amounts.
    package var currencyFormat: CurrencyFormat?
    /// What the symbol of that format stands for: the shop's. Amounts in another bear their letters.
    package var currency = Currency.eur
    /// Words in place of those of the language, by their `wordKeys`.
    package var words: [String: String] = [:]
    package var font = Font.a

    package init(
        _ blocks: [Block], texts: [String: [String]] = [:], logo: String? = nil, references: [Row] = Row.allCases,
        showsUnitPrices: Bool = true, showsDetails: Bool = true, showsTaxTable: Bool = true,
        currencyFormat: CurrencyFormat? = nil
    ) {
        self.blocks = blocks
        self.texts = texts
        self.logo = logo
        self.references = references
        self.showsUnitPrices = showsUnitPrices
        self.showsDetails = showsDetails
        self.showsTaxTable = showsTaxTable
        self.currencyFormat = currencyFormat
    }

    init(_ parts: Part...) { self.init(parts.map(Block.part)) }

    /// The logo that a receipt names, then the sheet's own.
    func logoNames(of receipt: Receipt) -> [LogoName] {
        [receipt.logo.map { logos[$0] ?? $0 }, logo].compactMap { $0.map { LogoName($0, logoDithering) } }
    }
}

extension Receipt {
    /// Which kind of sheet it is.
    package var sheetKind: ReceiptTemplates.Kind { sheetKind(of: copy) }

    /// Which kind that copy of it is.
    package func sheetKind(of copy: ReceiptCopy) -> ReceiptTemplates.Kind {
        if case .terminalReport = card { return .endOfDay }
        if copy == .merchant { return .merchantCopy }
        return lines.isEmpty ? .cardSlip : .orderReceipt
    }
}
