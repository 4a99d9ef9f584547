import Flow
import Storage

/// The types of message that this till can deliver, by kind. A concern that tells the shop something new adds its type
/// where the stores are made.
package struct OutboxMessageTypes: Sendable {
    private let types: [String: any OutboxMessage.Type]

    package init(_ types: [any OutboxMessage.Type]) {
        self.types = Dictionary(types.map { ($0.kind, $0) }) { first, _ in first }
    }

    /// What payments tell the shop.
    package static let ofPayments = OutboxMessageTypes([OrderPaid.self, OrderRefunded.self, OrderReopened.self])

    /// The message of the item; throws for a kind that this release does not know.
    package func message(of item: OutboxItem) throws(Failure) -> any OutboxMessage {
        guard let type = types[item.kind] else { throw .unknownItem(item) }
        return try type.init(item)
    }
}

extension OutboxItem {
    /// The message of the item if a payment made it; throws for any other.
    package var message: any OutboxMessage {
        get throws(Failure) { try OutboxMessageTypes.ofPayments.message(of: self) }
    }
}
