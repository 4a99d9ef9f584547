import Foundation
import Model
import Storage

/// A terminal whose clock is wrong, by its newest payment here that told a time. A payment that is disturbed there may
/// stay in doubt, because it looks older than it is.
package struct ClockDeviation: Hashable, Sendable {
    /// The terminal's address.
    package let terminal: String
    /// The deviation in whole minutes; negative if the clock is slow.
    package let minutes: Int

    package init(terminal: String, minutes: Int) {
        self.terminal = terminal
        self.minutes = minutes
    }

    /// How many payments are searched.
    private static let lookedBack = 100

    /// The deviation of each terminal whose clock is wrong by more than `TransactionTimestamp.clockSkew`.
    package static func all(in reader: any StorageReader) throws -> [ClockDeviation] {
        var seen: Set<String> = []
        return try reader.recentPayments(limit: lookedBack).compactMap { payment in
            guard !seen.contains(payment.terminalAddress), let minutes = try minutes(of: payment, in: reader) else {
                return nil
            }
            seen.insert(payment.terminalAddress)
            return minutes == 0 ? nil : ClockDeviation(terminal: payment.terminalAddress, minutes: minutes)
        }
    }

    /// By how many minutes the terminal's clock was fast when it dated that payment, negative if it was slow; 0 within the clock
    /// skew. Nil if the payment is not approved or has no time.
    static func minutes(of payment: PaymentRecord, in reader: any StorageReader) throws -> Int? {
        guard case .approved(let result)? = payment.outcome, let time = result.timestamp,
            let intent = try StoredLedger.history(payment.id, in: reader)?.intent
        else { return nil }
        let span = intent.startedAt...max(intent.startedAt, payment.updatedAt)
        return time.minutes(outside: span, intent.utcOffset) ?? 0
    }
}
