import Foundation
import Hardware
import Model
import Storage

/// A transaction of a terminal that another payment of this till stands for. One transaction stands for one payment, also
/// where one terminal is reached by two names.
package struct ClaimedTransaction: Hashable, Sendable {
    package let payment: PaymentID
    package let result: TransactionResult
    /// The terminal took its command after it had taken ours, and told of it there and then: ours was over before.
    let cameAfter: Bool
    /// No other payment on that terminal began later.
    let isNewest: Bool

    init(payment: PaymentID, result: TransactionResult, cameAfter: Bool, isNewest: Bool = false) {
        self.payment = payment
        self.result = result
        self.cameAfter = cameAfter
        self.isNewest = isNewest
    }
}

extension ClaimedTransaction {
    /// How many payments are looked back upon: a terminal repeats its last transaction only.
    package static let lookedBack = 100

    /// What other payments than this one stand for.
    package static func all(besides intent: PaymentIntent, in reader: any StorageReader) throws -> [ClaimedTransaction]
    {
        var sawNewest = false
        return try reader.recentPayments(limit: lookedBack).compactMap { other in
            guard other.id != intent.payment, case .approved(let result)? = other.outcome, !other.isOpen,
                !result.tellsNothing
            else { return nil }
            let isNewest = !sawNewest && other.isOn(intent.terminalID, intent.terminal)
            sawNewest = sawNewest || isNewest
            let isLater = other.createdAt > intent.startedAt
            return ClaimedTransaction(
                payment: other.id, result: result,
                cameAfter: try isLater && wasToldAtOnce(result, of: other.id, in: reader), isNewest: isNewest)
        }
    }

    /// Told in its own dialogue, not found out later or typed by a person.
    private static func wasToldAtOnce(
        _ result: TransactionResult, of payment: PaymentID, in reader: any StorageReader
    ) throws -> Bool {
        for entry in try reader.journalEntries(payment: payment) where entry.kind == "payment.result" {
            guard case .result(let told, let answer) = try entry.decoded(as: PaymentEvent.self), answer != .refuse,
                told.isSuccess, told.isSameTransaction(as: result)
            else { continue }
            return true
        }
        return false
    }
}

extension LastTransactionMatcher {
    private static let underRememberedNumber =
        Sentence("reason.underRememberedNumber")

    /// What follows from the terminal's last transaction where another payment stands for it. Where that one came after
    /// ours, and its receipt number follows the watermark's, there is no number that ours could have been booked under.
    func judge(_ result: TransactionResult, claimedBy claimed: [ClaimedTransaction]) -> RecoveryVerdict {
        let finding = judge(.transaction(result))
        let same = claimed.first { $0.result.isSameTransaction(as: result) }
        // A terminal that had told nothing may have begun its numbers anew: they tell nothing then, unless the time does.
        if intent.remembersWatermark, finding == .notBooked || finding == .reversed(nil),
            same?.result.exactTimestamp == nil || same?.result.exactTimestamp != result.exactTimestamp
        {
            return .unclear(Self.underRememberedNumber)
        }
        guard let other = same else { return finding }
        // What another terminal goes on to book says nothing of this one.
        if let ours = intent.terminalID, let its = result.terminalID, ours != its { return finding }
        // The very payment that is reversed, shown as taken back.
        if case .reversal(let booked) = intent.purpose, other.payment == booked.payment, !result.isSuccess {
            return finding
        }
        switch finding {
        // The watermark is another payment's, as a rule.
        case .notBooked, .reversed(nil), .unclear(LastTransactionMatcher.beforeTheReversal): return finding
        case .approved, .declined, .reversed, .unclear: break
        }
        if other.cameAfter, told?.isSuccess != true, case .receipt(let before) = intent.watermark,
            let receipt = result.receiptNumber, receipt == before % Watermark.circle + 1
        {
            return .notBooked
        }
        return .unclear(Sentence("reason.belongsTo", ["payment": other.payment]))
    }
}

extension TransactionResult {
    /// Whether it names no transaction of any terminal: so what a person said has ended, and no terminal was asked for.
    var tellsNothing: Bool { receiptNumber == nil && trace == nil && amountMinor == nil }

    /// The same numbers on the same terminal, and the same to the second where both tell the time: numbers alone begin
    /// anew some day.
    package func isSameTransaction(as other: TransactionResult) -> Bool {
        guard names(sameTerminalAs: other), receiptNumber != nil, trace != nil, receiptNumber == other.receiptNumber,
            trace == other.trace
        else { return false }
        return zip(time, other.time).allSatisfy { $0 == nil || $1 == nil || $0 == $1 }
    }

    private var time: [Int?] { [month, day, hour, minute, second] }
}
