import Payments

extension OutboxMessageTypes {
    /// Everything that this till tells shops.
    package static let ofTill = OutboxMessageTypes([
        OrderPaid.self, OrderRefunded.self, OrderReopened.self, OrderCreated.self, OrderChanged.self,
        NoteAdded.self,
    ])
}
