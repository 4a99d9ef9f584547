import Model
import Storage

/// A payment that stands for an order beside what has paid it, and is to be given back.
///
/// It is never the payment by which the order is marked as paid: given back as a whole, that one would make a refunded
/// order of one for which money stands.
package struct SurplusPayment: Hashable, Sendable {
    /// The payment to be given back.
    package let payment: PaymentID
    /// All payments that stand for the order, the one that marks it as paid first, and the one to be given back last.
    package let standing: [PaymentID]
    /// The payment that had paid the order and was given back since, so that the order counts as refunded; nil if the
    /// order is paid.
    package let givenBack: PaymentID?
    package let orderNumber: String

    package init(payment: PaymentID, standing: [PaymentID], givenBack: PaymentID? = nil, orderNumber: String) {
        self.payment = payment
        self.standing = standing
        self.givenBack = givenBack
        self.orderNumber = orderNumber
    }

    /// The payment that stands too much for the order of this transaction; nil if none does. What may be given back
    /// already, by a refund or reversal in doubt, does not count.
    package static func find(
        besides transaction: PaymentRecord, in reader: any StorageReader
    ) throws(StorageError) -> SurplusPayment? {
        guard let order = transaction.order, let marking = try reader.paidBy(order: order, site: transaction.site)
        else { return nil }
        let approved = try reader.payments(order: order, site: transaction.site)
            .filter { $0.isApproved && $0.kind.takesMoney }
        guard approved.contains(where: { $0.id != marking }) else { return nil }
        var standing: [PaymentRecord] = []
        for payment in approved {
            guard try reader.refundable(payment).minorUnits > 0, try payment.suffices(in: reader) else { continue }
            standing.append(payment)
        }
        let others = standing.filter { $0.id != marking }
        // Nothing can be given back of an archived one.
        guard let surplus = others.last(where: { $0.archive == nil }) ?? others.last else { return nil }
        let isPaid = others.count < standing.count
        if !isPaid, try !reader.isGivenBack(marking) { return nil }
        let ordered = [marking].filter { _ in isPaid } + others.map(\.id).filter { $0 != surplus.id } + [surplus.id]
        return SurplusPayment(
            payment: surplus.id, standing: ordered, givenBack: isPaid ? nil : marking,
            orderNumber: try reader.orderNumber(of: surplus) ?? order.written)
    }

    /// The payment that stands too much for the order of this transaction; nil if none does, or if nobody knows the
    /// transaction.
    package static func find(
        ofOrderOf transaction: PaymentID, in reader: any StorageReader
    ) throws(StorageError) -> SurplusPayment? {
        guard let record = try reader.payment(id: transaction) else { return nil }
        return try find(besides: record, in: reader)
    }

    /// The command that gives it back.
    var command: String { "till refund \(payment)" }

    /// What is to be done about it, as advice with a report.
    package var advice: Sentence {
        let names = Sentence(listing: standing)
        guard let givenBack else {
            return Sentence("advice.refundSurplus", ["order": orderNumber, "payments": names, "payment": payment])
        }
        return Sentence(
            "advice.refundSurplusOfRefunded",
            ["order": orderNumber, "marking": givenBack, "payments": names, "payment": payment])
    }
}

extension PaymentRecord {
    /// Whether it was booked with enough for its order. The facts of an archived payment are not here; it counts as enough.
    fileprivate func suffices(in reader: any StorageReader) throws(StorageError) -> Bool {
        try StoredLedger.history(id, in: reader)?.suffices ?? true
    }
}

extension StorageReader {
    /// Whether the payment was given back as a whole, and certainly.
    fileprivate func isGivenBack(_ id: PaymentID) throws(StorageError) -> Bool {
        guard let payment = try payment(id: id) else { return false }
        var back: Int64 = 0
        for other in try givingBack(id) where other.isApproved { back += other.amount.minorUnits }
        return back >= payment.amount.minorUnits
    }
}

extension Sentence {
    /// The ids joined as a list.
    init(listing payments: [PaymentID]) {
        let names = payments.map { Sentence(stored: $0.rawValue) }
        self = names.dropFirst().reduce(names.first ?? Sentence(stored: "")) {
            Sentence("list.pair", ["first": $0, "second": $1])
        }
    }
}

extension SurplusPayment {
    /// Says that the order is paid twice, or that it was given back although a payment stands for it.
    func sentence(in language: OperatorLanguage) -> String {
        let names = Sentence(listing: standing)
        guard let givenBack else {
            return language.text("why.paidTwice", ["order": orderNumber, "payments": names])
        }
        return language.text(
            "why.standsThoughGivenBack", ["order": orderNumber, "payments": names, "marking": givenBack])
    }

    /// What is to be done about it.
    func task(in language: OperatorLanguage) -> String {
        guard givenBack != nil else { return language.text("why.giveOneBack", ["command": command]) }
        return language.text("why.giveBackUnlessSold", ["command": command])
    }
}
