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
    /// One of those that stand of which the terminal said that it was taken back before; nil if it said so of none.
    let refused: RefusedReversal?

    /// A reversal that the terminal refused because the payment was taken back before.
    struct RefusedReversal: Hashable, Sendable {
        let reversal: PaymentID
        let payment: PaymentID
    }

    init(
        payment: PaymentID, standing: [PaymentID], givenBack: PaymentID? = nil, orderNumber: String,
        refused: RefusedReversal? = nil
    ) {
        self.payment = payment
        self.standing = standing
        self.givenBack = givenBack
        self.orderNumber = orderNumber
        self.refused = refused
    }

    /// The payment that stands too much for the order of this transaction; nil if none does. What may be given back
    /// already, by a refund or reversal in doubt, does not count, nor does a tip that was left.
    package static func find(
        besides transaction: PaymentRecord, in reader: any StorageReader
    ) throws(StorageError) -> SurplusPayment? {
        guard let order = transaction.order, let marking = try reader.paidBy(order: order, site: transaction.site)
        else { return nil }
        let approved = try reader.payments(order: order, site: transaction.site)
            .filter { $0.isApproved && $0.kind.takesMoney }
        guard approved.contains(where: { $0.id != marking }) else { return nil }
        var (standing, isMarkingGivenBack): ([PaymentRecord], Bool) = ([], false)
        for payment in approved {
            let balance = try PaymentBalance(payment, in: reader)
            if balance.stands { standing.append(payment) }
            if payment.id == marking { isMarkingGivenBack = balance.isGivenBack }
        }
        let others = standing.filter { $0.id != marking }
        // Nothing can be given back of an archived one.
        guard let surplus = others.last(where: { $0.archive == nil }) ?? others.last else { return nil }
        let isPaid = others.count < standing.count
        guard isPaid || isMarkingGivenBack else { return nil }
        let ordered = [marking].filter { _ in isPaid } + others.map(\.id).filter { $0 != surplus.id } + [surplus.id]
        return SurplusPayment(
            payment: surplus.id, standing: ordered, givenBack: isPaid ? nil : marking,
            orderNumber: try reader.orderNumber(of: surplus) ?? order.written,
            refused: isPaid ? try reader.refusedReversal(ofOneOf: ordered) : nil)
    }

    /// The payment that stands too much for the order of this transaction; nil if none does, or if nobody knows the
    /// transaction.
    package static func find(
        ofOrderOf transaction: PaymentID, in reader: any StorageReader
    ) throws(StorageError) -> SurplusPayment? {
        guard let record = try reader.payment(id: transaction) else { return nil }
        return try find(besides: record, in: reader)
    }

    /// How many times the order is paid, as an adverb.
    private var times: Sentence {
        standing.count == 2 ? Sentence("count.twice") : Sentence("count.times", ["count": standing.count])
    }

    /// The command that gives it back.
    var command: String { "till refund \(payment)" + (refused?.payment == payment ? " --stands" : "") }

    /// What is to be done about it, as advice with a report.
    package var advice: Sentence {
        let names = Sentence(all: standing.map { Sentence(stored: $0.rawValue) })
        guard givenBack == nil else {
            return Sentence(
                "advice.refundSurplusOfRefunded",
                ["order": orderNumber, "marking": givenBack ?? payment, "payments": names, "command": command])
        }
        let named: [String: any CustomStringConvertible] = [
            "order": orderNumber, "times": times, "payments": names, "command": command,
        ]
        guard let refused else { return Sentence("advice.refundSurplus", named) }
        let doubt = ["payment": refused.payment, "reversal": refused.reversal]
        return Sentence("advice.refundSurplusAfterLook", named.merging(doubt) { $1 })
    }
}

extension StorageReader {
    /// The newest reversal of one of these payments that the terminal refused because the payment was taken back before.
    fileprivate func refusedReversal(
        ofOneOf payments: [PaymentID]
    ) throws(StorageError) -> SurplusPayment.RefusedReversal? {
        for payment in payments {
            guard let reversal = try PaymentBalance.reversalRefusedAsDone(of: payment, in: self) else { continue }
            return SurplusPayment.RefusedReversal(reversal: reversal, payment: payment)
        }
        return nil
    }
}

extension SurplusPayment {
    /// Says that the order is paid twice, or that it was given back although a payment stands for it.
    func sentence(in language: OperatorLanguage) -> String {
        let names = Sentence(all: standing.map { Sentence(stored: $0.rawValue) })
        if let givenBack {
            return language.text(
                "why.standsThoughGivenBack", ["order": orderNumber, "payments": names, "marking": givenBack])
        }
        return language.text(
            "why.paidTwice",
            ["order": orderNumber, "times": times, "payments": names])
    }

    /// What is to be done about it.
    func task(in language: OperatorLanguage) -> String {
        if givenBack != nil { return language.text("why.giveBackUnlessSold", ["command": command]) }
        guard let refused else { return language.text("why.giveOneBack", ["command": command]) }
        return language.text(
            "why.lookBeforeGivingBack",
            ["payment": refused.payment, "reversal": refused.reversal, "command": command])
    }
}
