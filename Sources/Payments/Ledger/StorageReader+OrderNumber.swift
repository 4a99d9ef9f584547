import Model
import Storage

// An order's number is what people know it by. Its id may be the till's own, which is negative and only for the till
// (decision 0064).

extension StorageReader {
    /// The number of the order that a transaction is about, as it was when the transaction began; nil for an amount without
    /// an order. The facts of an archived transaction are elsewhere: its order has the number that the till knows now.
    package func orderNumber(of payment: PaymentRecord) throws(StorageError) -> String? {
        guard let order = payment.order else { return nil }
        if let number = try intent(of: payment.id)?.orderNumber { return number }
        return try number(of: order, at: payment.site)
    }

    /// The number of an order as the till knows it now: the shop's; of an order that is not kept, or whose document cannot
    /// be read, the shop's id of it, else such as `L5`.
    package func number(of order: OrderID, at site: SiteID) throws(StorageError) -> String {
        if let known = try? self.order(id: order, site: site) { return known.order.number }
        return (try shopID(of: order, site: site) ?? order).written
    }

    /// Nil also if the fact cannot be read: a list goes on without it, and `till journal verify` names it.
    private func intent(of payment: PaymentID) throws(StorageError) -> PaymentIntent? {
        for entry in try journalEntries(payment: payment) where entry.kind == "payment.intended" {
            guard let event = try? entry.decoded(as: PaymentEvent.self), case .intended(let intent) = event else {
                continue
            }
            return intent
        }
        return nil
    }
}
