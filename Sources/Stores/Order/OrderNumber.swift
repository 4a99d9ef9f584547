import Flow
import Foundation
import Model
import Storage

/// The number of an order as somebody typed or scanned it.
struct OrderNumber {
    /// The longest that is looked up.
    private static let longest = 64

    let text: String

    init(_ code: String) {
        var text = code.trimmingCharacters(in: .whitespacesAndNewlines)
        if text.hasPrefix("#") { text.removeFirst() }
        self.text = String(text.prefix(Self.longest))
    }

    /// Whether it is the number of an order that was made at this till.
    var isLocal: Bool { id?.isLocal ?? false }

    /// The id that the text is, if it is one.
    var id: OrderID? { OrderID(typed: text) }

    /// The order with this number that the till knows.
    func known(in orders: ShopOrders) throws(Failure) -> OrderID? {
        let (text, site) = (text, orders.site)
        return try orders.storage.reading { try $0.order(number: text, site: site) }
    }
}
