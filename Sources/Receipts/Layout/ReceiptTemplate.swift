import Model

/// The blocks of a sheet and their order.
package struct ReceiptTemplate: Hashable, Sendable {
    package enum Block: Hashable, Sendable {
        case part(Part)
        /// The lines with that name in `texts`.
        case text(String)
    }

    /// The blocks of a receipt. A block without content is left out, together with the rule or blank line after it.
    package enum Part: String, Hashable, Sendable, CaseIterable {
        case logo, merchant, copy, title, references, goods, totals, taxes, card, fiscal, codes, footer
        case rule, blank

        /// Whether every sheet must have it. Without these blocks a sheet would not name the merchant, the payment's
        /// result, or the amount.
        package var isRequired: Bool {
            switch self {
            case .merchant, .copy, .title, .references, .totals, .card: true
            case .logo, .goods, .taxes, .fiscal, .codes, .footer, .rule, .blank: false
            }
        }

        /// Whether it may occur more than once.
        package var isSeparator: Bool { self == .rule || self == .blank }
    }

    /// Where the text of a symbol is placed.
    package enum Symbols: String, Hashable, Sendable, CaseIterable {
        /// Above or below the symbol, which has its own lines.
        case alone
        /// To the right of the symbol, if there is room.
        case beside
    }

    /// The printer's font. B is smaller, with more columns on the same paper.
    package enum Font: String, Hashable, Sendable, CaseIterable {
        case a = "A"
        case b = "B"

        /// The width of a character in dots on most printers.
        var cellWidth: Int { self == .a ? DrawnPaper.cellWidth : 9 }
    }

    package enum Row: String, Hashable, Sendable, CaseIterable { case order, receipt, payment, time }

    package var blocks: [Block]
    package var texts: [String: [String]]
    /// The sheet's logo, used if the receipt names none.
    package var logo: String?
    /// The files of the logos that receipts may name.
    package var logos: [String: String] = [:]
    package var logoDithering = Dithering.floydSteinberg
    package var references: [Row]
    /// Whether a unit price is shown below goods with a quantity.
    package var showsUnitPrices: Bool
    /// Whether the variant is shown below goods.
    package var showsDetails: Bool
    /// Whether taxes are a table of net, tax and gross. If the paper is too narrow, or the shop did not tell the net,
    /// there is one line for each rate.
    package var showsTaxTable: Bool
    package var symbols = Symbols.alone
    /// Nil for the shop's or the language's format.
    package var currencyFormat: CurrencyFormat?
    /// The currency that the format's symbol stands for: the shop's. Amounts in another are written with its letters.
    package var currency = Currency.eur
    /// Words that replace those of the language, by their `wordKeys`.
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
    /// The kind of the sheet.
    package var sheetKind: ReceiptTemplates.Kind { sheetKind(of: copy) }

    /// The kind of the sheet of that copy.
    package func sheetKind(of copy: ReceiptCopy) -> ReceiptTemplates.Kind {
        if case .terminalReport = card { return .endOfDay }
        if copy == .merchant { return .merchantCopy }
        return lines.isEmpty ? .cardSlip : .orderReceipt
    }
}
