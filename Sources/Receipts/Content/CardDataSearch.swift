import Foundation
import Model

/// Searches all texts of a receipt for card data.
///
/// Receipts that Till makes contain none, because a terminal's and a shop's texts are masked before. Receipts from
/// elsewhere that contain some are refused. Only one text is not searched: an article number with the right check digit
/// in a symbol for article numbers.
struct CardDataSearch {
    private let receipt: Receipt
    private let articleNumbers: Set<String>

    init(_ receipt: Receipt) {
        self.receipt = receipt
        let codes = receipt.codes.enumerated().map { ("codes[\($0.offset)]", $0.element) }
        let fiscal = receipt.fiscal?.code.map { [("fiscal.code", $0)] } ?? []
        articleNumbers = Set((codes + fiscal).filter { $0.1.isArticleNumber }.map { $0.0 + ".content" })
    }

    /// The path of the first text with card data; nil if there is none.
    ///
    /// - Parameter document: the receipt as JSON.
    func place(in document: Any) -> String? { placeInTerminalText ?? place(in: document, "") }

    private var placeInTerminalText: String? {
        let (key, lines): (String, [PrintedLine]) =
            switch receipt.card {
            case .terminalText(let lines, _): ("terminalText", lines)
            case .terminalReport(let lines): ("terminalReport", lines)
            case .composed: ("", [])
            }
        let index = zip(lines, lines.withoutCardData).enumerated().first { $0.element.0 != $0.element.1 }?.offset
        return index.map { "card.\(key).lines[\($0)].text" }
    }

    private func place(in value: Any, _ path: String) -> String? {
        switch value {
        case let object as [String: Any]:
            object.sorted { $0.key < $1.key }.lazy
                .compactMap { place(in: $0.value, path.isEmpty ? $0.key : "\(path).\($0.key)") }.first
        case let lines as [String]:
            zip(lines, CardData.masked(writtenLines: lines)).enumerated().first { $0.element.0 != $0.element.1 }
                .map { "\(path)[\($0.offset)]" }
        case let list as [Any]:
            list.enumerated().lazy.compactMap { place(in: $0.element, "\(path)[\($0.offset)]") }.first
        case let text as String: isClean(text, path) ? nil : path
        default: nil
        }
    }

    /// An expiry date in a terminal's text is a card's.
    private func isClean(_ text: String, _ path: String) -> Bool {
        if path.hasPrefix("card.") { return !CardData.isIn(text) }
        return articleNumbers.contains(path) || !CardData.isIn(written: text)
    }
}

extension Receipt {
    /// The path of the first text with card data; nil if there is none. A receipt with card data is not stored.
    package var placeOfCardData: String? {
        // A receipt that cannot be searched does not count as clean.
        guard let document = try? JSONSerialization.jsonObject(with: JSONEncoder().encode(self)) else {
            return "receipt"
        }
        return CardDataSearch(self).place(in: document)
    }
}

extension Receipt.Code {
    /// Whether it is a symbol for article numbers (GTIN) whose content has the right check digit.
    fileprivate var isArticleNumber: Bool {
        switch symbology {
        case .ean13, .ean8, .upcA, .upcE, .dataBar, .dataBarTruncated, .dataBarLimited:
            (try? Symbol(symbology.kind, content))?.content == content
        case .qr, .pdf417, .maxiCode, .dataMatrix, .aztec, .dataBarExpanded, .code39, .itf, .codabar, .code93, .code128,
            .gs1_128:
            false
        }
    }
}

extension Receipt.Merchant {
    var withoutCardData: Receipt.Merchant {
        Receipt.Merchant(
            name: CardData.masked(written: name), address: CardData.masked(writtenLines: address),
            taxID: taxID.map(CardData.masked(written:)))
    }
}

extension OrderLine {
    var withoutCardData: OrderLine {
        OrderLine(
            name: CardData.masked(written: name), quantity: quantity, unitPrice: unitPrice, total: total,
            details: CardData.masked(writtenLines: details))
    }
}

extension Adjustment {
    var withoutCardData: Adjustment {
        Adjustment(kind: kind, label: CardData.masked(written: label), amount: amount)
    }
}

extension TaxLine {
    var withoutCardData: TaxLine {
        TaxLine(
            label: CardData.masked(written: label), rate: rate.map(CardData.masked(written:)), net: net, amount: amount)
    }
}
