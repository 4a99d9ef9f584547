import Foundation
import Hardware
import Model
import Storage

/// A transaction of a terminal that another payment of this till stands for. One transaction stands for only one
/// payment, even if a terminal is reached by two names.
package struct ClaimedTransaction: Hashable, Sendable {
    package let payment: PaymentID
    package let result: TransactionResult
    /// Whether its terminal accepted the command after ours and told the result in that dialogue, so that ours was over
    /// before if it ran there.
    let cameAfter: Bool
    /// Whether it ran at the place of ours, or on a terminal with the same id.
    let isOnOurTerminal: Bool
    /// Whether no other payment on that terminal began later.
    let isNewest: Bool

    init(
        payment: PaymentID, result: TransactionResult, cameAfter: Bool, isOnOurTerminal: Bool = true,
        isNewest: Bool = false
    ) {
        self.payment = payment
        self.result = result
        self.cameAfter = cameAfter
        self.isOnOurTerminal = isOnOurTerminal
        self.isNewest = isNewest
    }
}

extension ClaimedTransaction {
    /// How many payments are searched: a terminal repeats only its last transaction.
    package static let lookedBack = 100

    /// The transactions that payments other than this one stand for.
    package static func all(besides intent: PaymentIntent, in reader: any StorageReader) throws -> [ClaimedTransaction]
    {
        var sawNewest = false
        return try reader.recentPayments(limit: lookedBack).compactMap { other in
            guard other.id != intent.payment, case .approved(let result)? = other.outcome, !other.isOpen,
                !result.tellsNothing
            else { return nil }
            let isOnOurs = other.isOn(intent.terminalID, intent.terminal)
            let isNewest = !sawNewest && isOnOurs
            sawNewest = sawNewest || isNewest
            let isLater = other.createdAt > intent.startedAt
            return ClaimedTransaction(
                payment: other.id, result: result,
                cameAfter: try isLater && wasToldAtOnce(result, of: other.id, in: reader), isOnOurTerminal: isOnOurs,
                isNewest: isNewest)
        }
    }

    /// Whether the terminal that tells this transaction is the one on which the payment ran. Two terminals that tell no id
    /// may have the same numbers in the same second.
    func ran(where told: TransactionResult) -> Bool {
        isOnOurTerminal || told.terminalID != nil && told.terminalID == result.terminalID
    }

    /// Whether the result was told in the payment's own dialogue, not found out later or typed by a person.
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

extension ClaimedTransaction {
    /// What is known if a terminal tells a transaction with these numbers. A terminal gives numbers again some day, so only the
    /// second, told both times, shows that the two are one.
    package func whyNotOurs(_ told: TransactionResult) -> Sentence {
        guard let time = told.exactTimestamp, time == result.exactTimestamp else {
            return Sentence("reason.hasNumbersOf", ["payment": payment])
        }
        return Sentence("reason.belongsTo", ["payment": payment])
    }
}

extension LastTransactionMatcher {
    private static let underRememberedNumber =
        Sentence("reason.underRememberedNumber")

    /// The verdict if another payment stands for the terminal's last transaction. If that one came after ours and its
    /// receipt number directly follows the watermark's, no number is left under which ours could have been booked.
    func judge(_ result: TransactionResult, claimedBy claimed: [ClaimedTransaction]) -> RecoveryVerdict {
        let finding = judge(.transaction(result))
        let same = claimed.first { $0.result.isSameTransaction(as: result) }
        // A terminal that had told nothing may have restarted its numbers: then they prove nothing, unless the time
        // does.
        if intent.remembersWatermark, finding.restsOnTheWatermark,
            same?.result.exactTimestamp == nil || same?.result.exactTimestamp != result.exactTimestamp
        {
            return .unclear(Self.underRememberedNumber)
        }
        guard let other = same else { return finding }
        // A booking of another terminal says nothing about this payment.
        if let ours = intent.terminalID, let its = result.terminalID, ours != its { return finding }
        // The very payment that is to be reversed is shown as taken back.
        if case .reversal(let booked) = intent.purpose, other.payment == booked.payment, !result.isSuccess {
            return finding
        }
        // The watermark usually belongs to another payment.
        guard !finding.restsOnTheWatermark else { return finding }
        if other.cameAfter, other.ran(where: result), !dayEnded, told?.isSuccess != true,
            case .receipt(let before) = intent.watermark, let receipt = result.receiptNumber,
            receipt == before % Watermark.circle + 1
        {
            return .notBooked
        }
        return .unclear(other.whyNotOurs(result))
    }
}

extension RecoveryVerdict {
    /// Whether it rests on the terminal's last transaction being the watermark's.
    fileprivate var restsOnTheWatermark: Bool {
        [
            .notBooked, .reversed(nil), .unclear(LastTransactionMatcher.beforeTheReversal),
            .unclear(LastTransactionMatcher.beforeTheRefund), .unclear(LastTransactionMatcher.beforeTheReservation),
        ].contains(self)
    }
}

extension TransactionResult {
    /// Whether it names no transaction of any terminal, as for a statement for which no terminal was asked.
    var tellsNothing: Bool { receiptNumber == nil && trace == nil && amountMinor == nil }

    /// Whether both have the same numbers on the same terminal, and the same second if both tell the time: numbers
    /// alone start again some day. Some terminals give no receipt numbers; then the trace counts.
    package func isSameTransaction(as other: TransactionResult) -> Bool {
        guard names(sameTerminalAs: other), trace != nil, receiptNumber == other.receiptNumber, trace == other.trace
        else { return false }
        return zip(time, other.time).allSatisfy { $0 == nil || $1 == nil || $0 == $1 }
    }

    private var time: [Int?] { [month, day, hour, minute, second] }
}
