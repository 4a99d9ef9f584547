import Flow
import Foundation
import Model
import Networking
import Payments
import Storage

/// The number of an order as somebody typed or scanned it: the one that the shop prints, or `L5` for an order that the shop has not
/// been told of. With plugins that number orders themselves it is not the order's id, and may be another order's id.
package struct OrderNumber: Hashable, Sendable {
    /// The longest that is looked up, in characters.
    private static let longest = 64

    package let text: String

    /// Nil for what is no number: without a digit, with blanks or marks of control, too long, or beginning with another mark than `#`.
    package init?(typed code: String) {
        let isVisible = code.utf8.allSatisfy { (UInt8(ascii: "!")...UInt8(ascii: "~")).contains($0) }
        var text = isVisible ? code : code.trimmingCharacters(in: .whitespacesAndNewlines)
        if text.hasPrefix("#") { text.removeFirst() }
        guard text.count <= Self.longest, let first = text.first, first.isLetter || first.isNumber,
            text.contains(where: \.isNumber), text.allSatisfy({ !$0.isWhitespace }),
            text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }),
            !CardData.isIn(written: text)
        else { return nil }
        self.text = text
    }

    /// Whether it is the number of an order that was made at this till.
    var isLocal: Bool { id?.isLocal ?? false }

    /// The id that the text is, if it is one.
    var id: OrderID? { OrderID(typed: text) }

    /// The order of a shop that has this number on its payments and receipts, as far as this till knows. An order with that id which was
    /// paid under another number is not meant.
    func paid(in reader: any StorageReader, at site: SiteID) throws -> OrderID? {
        if let known = try reader.order(number: text, site: site) { return try reader.ownID(of: known, site: site) }
        for receipt in try reader.receipts(orderNumber: text) {
            if let payment = try reader.payment(id: receipt.payment), payment.site == site, let order = payment.order {
                return order
            }
        }
        guard let id, case let own = try reader.ownID(of: id, site: site) else { return nil }
        let numbers = try reader.payments(order: own, site: site).compactMap {
            try StoredLedger.history($0.id, in: reader)?.intent.orderNumber
        }
        return own.isLocal || numbers.isEmpty || numbers.contains(text) ? own : nil
    }
}
