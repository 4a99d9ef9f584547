import Model
import Storage

/// What an approved payment was booked for, and what was given back of it.
///
/// What was booked beyond the request is given back first, then the part that pays the order, and a tip last.
struct PaymentBalance: Sendable {
    let payment: PaymentRecord
    /// The part that pays the order.
    let share: Money
    /// What was booked beyond the request.
    let excess: Money
    /// Whether it was booked with enough for its order.
    let suffices: Bool
    /// The approved transactions that gave it back, and those in doubt, oldest first.
    let givenBack: [PaymentRecord]

    /// - Parameter left: a transaction that does not count as giving it back; nil if all count.
    init(
        _ payment: PaymentRecord, leavingOut left: PaymentID? = nil, in reader: any StorageReader
    ) throws(StorageError) {
        self.payment = payment
        let facts = try StoredLedger.history(payment.id, in: reader)
        // The facts of an archived payment are not here, but its row has the tip.
        share = facts?.share ?? payment.shareByRow
        excess = facts?.excess ?? .zero(payment.amount.currency)
        suffices = facts?.suffices ?? true
        givenBack = try reader.givingBack(payment.id).filter { ($0.isOpen || $0.isApproved) && $0.id != left }
    }

    /// What was given back certainly.
    private var certain: Int64 { givenBack.filter(\.isApproved).map(\.amount.minorUnits).sum }

    /// What was given back, or may have been.
    private var perhaps: Int64 { givenBack.map(\.amount.minorUnits).sum }

    /// What of the share is left after that much was given back, in minor units.
    private func rest(after back: Int64) -> Int64 {
        max(0, share.minorUnits - max(0, back - excess.minorUnits))
    }

    /// The part of the order that it pays still. What may have been given back does not count.
    var shareLeft: Money { Money(minorUnits: rest(after: perhaps), currency: share.currency) }

    /// How much of the share was given back certainly.
    var shareGivenBack: Money {
        Money(minorUnits: share.minorUnits - rest(after: certain), currency: share.currency)
    }

    /// Whether it stands for its order, with all of it or with a part.
    var stands: Bool { suffices && shareLeft.minorUnits > 0 }

    /// Whether certainly nothing is left of what it paid of its order.
    var isGivenBack: Bool { rest(after: certain) == 0 }

    /// Whether it pays its order as a whole: nothing of its share was given back, or may have been.
    var paysWholeShare: Bool { suffices && shareLeft == share }

    /// Whether it stands for an order with no less than this.
    func pays(_ due: Money) -> Bool {
        paysWholeShare && share.currency == due.currency && share.minorUnits >= due.minorUnits
    }

    /// The reversal of it that the terminal refused because the payment was taken back before; nil if there is none.
    static func reversalRefusedAsDone(
        of payment: PaymentID, in reader: any StorageReader
    ) throws(StorageError) -> PaymentID? {
        try reader.givingBack(payment).last { $0.saysReversedBefore }?.id
    }
}

extension PaymentRecord {
    /// The amount without the tip.
    fileprivate var shareByRow: Money {
        guard let tip else { return amount }
        return Money(minorUnits: amount.minorUnits - tip.minorUnits, currency: amount.currency)
    }

    /// Whether it is a reversal that the terminal refused because the payment was reversed before.
    fileprivate var saysReversedBefore: Bool {
        guard kind == .reversal, case .declined(let code, _)? = outcome else { return false }
        return code.reason == .alreadyReversed
    }
}
