import Flow
import Model
import Storage

extension PaymentReading {
    /// The shop of a transaction: that of what it gives back or ends, whichever shop the till is signed in to by now; or
    /// that shop, for a transaction that refers to none.
    func site(of purpose: TransactionPurpose, signedInTo site: SiteID) throws -> SiteID {
        guard let id = purpose.original, let original = try payment(id: id) else { return site }
        return original.site
    }
}

extension PaymentRecord {
    /// Throws if the order of this reservation is another shop's than the one that the till is signed in to: an order with
    /// its number there is another one.
    func checkOrder(isOf site: SiteID) throws(Failure) {
        guard order == nil || self.site == site else { throw .reservationOfOtherShop(id) }
    }
}
