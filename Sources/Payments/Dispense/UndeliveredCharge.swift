import Model
import Storage

/// An amount that was charged for goods that were not given, and that has not been given back.
package struct UndeliveredCharge: Hashable, Sendable {
    package let payment: PaymentID
    package let amount: Money
    private let isAll: Bool

    /// Nil if nothing is to be given back.
    init?(_ history: PaymentHistory, givenBack: Money) {
        guard case .settled(.approved) = history.stage else { return nil }
        let charged = history.amount.minorUnits - givenBack.minorUnits
        let left = Money(minorUnits: charged, currency: history.amount.currency)
        guard let owed = (history.goods ?? history.lateGoods)?.owed(of: left) else { return nil }
        payment = history.intent.payment
        amount = owed
        isAll = owed == history.amount
    }

    /// The command that gives it back.
    package var command: String {
        isAll ? "till reverse \(payment)" : "till refund \(payment) --amount \(amount.formatted())"
    }
}

extension UndeliveredCharge {
    /// How many of the newest facts about goods are searched.
    private static let lookedBack = 1_000

    /// The undelivered charges of all payments, newest first.
    package static func all(in reader: any StorageReader) throws -> [UndeliveredCharge] {
        let said = try ["payment.goods", "payment.goodsTooLate"].flatMap {
            try reader.journalEntries(kind: $0, limit: lookedBack)
        }
        return try said.sorted { $0.sequence > $1.sequence }.compactMap(\.payment).compactMap { payment in
            guard let record = try reader.payment(id: payment),
                let history = try StoredLedger.history(payment, in: reader)
            else { return nil }
            let givenBack = record.amount.minorUnits - (try reader.refundable(record)).minorUnits
            return UndeliveredCharge(history, givenBack: Money(minorUnits: givenBack, currency: record.amount.currency))
        }
    }
}
