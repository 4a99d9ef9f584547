import Flow
import Model
import Payments
import Storage

/// A request as it came, before the shop and the devices are asked what it means. If it is certainly the one that began a
/// payment, that payment answers it by what this till has written: also when nobody is signed in any more, the shop is away, or
/// a device has another name now.
package struct RepeatedRequest: Hashable, Sendable {
    package enum Subject: Hashable, Sendable {
        case pay(OrderNumber)
        case reserve(OrderNumber)
        /// What is understood without the shop.
        case understood(PaymentRequest.Subject)
    }

    package let key: String
    package let subject: Subject
    package let tip: Money?
    package let currency: Currency?
    package let givesGoods: Bool

    package init(key: String, subject: Subject, tip: Money?, currency: Currency?, givesGoods: Bool) {
        (self.key, self.subject, self.tip) = (key, subject, tip)
        (self.currency, self.givesGoods) = (currency, givesGoods)
    }

    /// The payment that this request began. Nil if its key is not used, and if it may be another request with that key: what
    /// it means must be found out then.
    func payment(in storage: any StorageManagerType) throws(Failure) -> PaymentRecord? {
        guard let record = try storage.reading({ try $0.payment(key: key) }) else { return nil }
        let history = try storage.history(of: record.id)
        // If the archive file of a payment is missing, nothing tells what was to be on its receipts.
        let isPlain = history.map { $0.intent.supplied == nil } ?? (record.archive != nil)
        guard isPlain, currency == nil || currency == record.amount.currency,
            let meant = try meant(by: record, history?.intent, in: storage),
            meant.fingerprint(tip: tip, givesGoods: givesGoods) == record.fingerprint
        else { return nil }
        return record
    }

    private func meant(
        by record: PaymentRecord, _ intent: PaymentIntent?, in storage: any StorageManagerType
    ) throws(Failure) -> PaymentRequest.Subject? {
        switch subject {
        case .pay(let number): try order(number, of: record, intent, in: storage).map { .order($0) }
        case .reserve(let number): try order(number, of: record, intent, in: storage).map { .reserve(.order($0)) }
        case .understood(let subject): subject
        }
    }

    /// The order with that number, as far as this till knows, in the shop of the payment. An order's number means another order in
    /// another shop.
    private func order(
        _ number: OrderNumber, of record: PaymentRecord, _ intent: PaymentIntent?, in storage: any StorageManagerType
    ) throws(Failure) -> OrderID? {
        try storage.reading { reader in
            if let account = try Account.current(in: reader), account.site != record.site { return nil }
            if let order = record.order, intent?.orderNumber == number.text { return order }
            return try number.paid(in: reader, at: record.site)
        }
    }
}
