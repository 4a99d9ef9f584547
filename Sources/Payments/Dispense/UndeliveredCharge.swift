import Model
import Storage

/// What a payment is charged for without goods, and was not given back since.
package struct UndeliveredCharge: Hashable, Sendable {
    package let payment: PaymentID
    package let amount: Money
    private let isAll: Bool

    /// Nil where nothing is owed.
    init?(_ history: PaymentHistory, givenBack: Money) {
        guard case .settled(.approved) = history.stage else { return nil }
        let charged = history.amount.minorUnits - givenBack.minorUnits
        let left = Money(minorUnits: charged, currency: history.amount.currency)
        guard let owed = (history.goods ?? history.lateGoods)?.owed(of: left) else { return nil }
        payment = history.intent.payment
        amount = owed
        isAll = owed == history.amount
    }

    /// What gives it back.
    package var command: String {
        isAll ? "till reverse \(payment)" : "till refund \(payment) --amount \(amount.formatted())"
    }
}

extension UndeliveredCharge {
    /// How many of the newest words about goods are looked through.
    private static let lookedBack = 1_000

    /// Of every payment, the newest first.
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
