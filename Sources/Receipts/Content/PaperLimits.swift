import Model

/// Bounds the text that an order of the shop puts on paper, since customers write some of it and nobody reads it before it is
/// printed. No real order comes near these limits. Every amount stays, so that the receipt adds up.
struct PaperLimits {
    /// The most letters (Unicode scalars) of a text. What is cut off ends with `…`.
    static let longestText = 500
    /// The letters that the names of all goods share. Each name has 40 of them in any case.
    private static let lettersOfNames = 50_000
    private static let shortestName = 40
    /// The most lines of goods. The others become one line with the sum of their amounts.
    static let mostLines = 500
    /// The most details of all goods together, and their letters. A line below the goods says how many are left out there.
    static let mostDetails = 300
    static let lettersOfDetails = 20_000

    private let words: ReceiptLanguage
    private var details = Self.mostDetails
    private var letters = Self.lettersOfDetails

    init(_ words: ReceiptLanguage) { self.words = words }

    /// The lines of a receipt for an order's goods.
    func lines(_ goods: [OrderLine]) -> [OrderLine] {
        var limits = self
        let goods = joined(goods)
        let longestName = min(Self.longestText, max(Self.shortestName, Self.lettersOfNames / max(1, goods.count)))
        return goods.map { limits.limited($0, longestName) }
    }

    static func shortened(_ adjustment: Adjustment) -> Adjustment {
        Adjustment(kind: adjustment.kind, label: shortened(adjustment.label), amount: adjustment.amount)
    }

    static func shortened(_ tax: TaxLine) -> TaxLine {
        TaxLine(label: shortened(tax.label), rate: tax.rate, net: tax.net, amount: tax.amount)
    }

    private static func shortened(_ text: String, to longest: Int = longestText) -> String {
        // A text has at least as many bytes as letters.
        guard text.utf8.count > longest, text.unicodeScalars.count > longest else { return text }
        return String(text.unicodeScalars.prefix(longest - 1)) + "…"
    }

    /// The goods with one line for all beyond the most lines; all of them if their amounts cannot be added.
    private func joined(_ goods: [OrderLine]) -> [OrderLine] {
        guard goods.count > Self.mostLines else { return goods }
        let further = goods.dropFirst(Self.mostLines - 1)
        let none = Money.zero(goods[0].total.currency)
        guard let sum = try? further.reduce(none, { try $0.adding($1.total) }) else { return goods }
        return goods.prefix(Self.mostLines - 1)
            + [OrderLine(name: words.furtherGoods(further.count), quantity: 1, total: sum)]
    }

    private mutating func limited(_ line: OrderLine, _ longestName: Int) -> OrderLine {
        var kept: [String] = []
        for detail in line.details.prefix(details).lazy.map({ Self.shortened($0) }) {
            let count = detail.unicodeScalars.count
            guard count <= letters else { break }
            letters -= count
            kept.append(detail)
        }
        details -= kept.count
        let leftOut = line.details.count - kept.count
        return OrderLine(
            name: Self.shortened(line.name, to: longestName), quantity: line.quantity, unitPrice: line.unitPrice,
            total: line.total, details: kept + (leftOut > 0 ? [words.detailsLeftOut(leftOut)] : []))
    }
}
