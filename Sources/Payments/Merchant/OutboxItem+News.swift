import Flow
import Storage

extension OutboxItem {
    /// The message of the item; throws for a kind that this release does not know.
    package var news: any OutboxMessage {
        get throws(Failure) {
            switch kind {
            case OrderPaid.kind: try OrderPaid(self)
            case OrderRefunded.kind: try OrderRefunded(self)
            case OrderReopened.kind: try OrderReopened(self)
            default: throw .unknownItem(self)
            }
        }
    }
}
