/// A row of a list of orders or reviews that cannot be read and is left out.
package struct UnreadableRow: Hashable, Sendable {
    package let kind: ShopNotification.Kind
    /// Nil if it has none that can be read.
    package let id: Int64?
    package let error: NetworkError

    package init(kind: ShopNotification.Kind, id: Int64?, error: NetworkError) {
        (self.kind, self.id, self.error) = (kind, id, error)
    }

    /// What it is about, by the name that its notification would have: `storeOrder-1042`.
    package var name: String { kind.rawValue + (id.map { "-\($0)" } ?? "") }
}
