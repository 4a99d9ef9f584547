import Foundation
import Model
import Storage

/// What is known of a terminal's clock. It may be wrong, and it may be set at any time.
struct TerminalClock: Sendable {
    /// By how much clocks are put forward or back between winter and summer.
    private static let summerTime: TimeInterval = 3600

    /// By how many minutes it was fast when it dated its newest payment here, negative if it was slow; nil if none has a time.
    private let deviation: Int?

    /// - Parameter payments: those of the terminal, the newest first.
    init(of payments: [PaymentRecord], in reader: any StorageReader) throws {
        for payment in payments {
            guard let minutes = try ClockDeviation.minutes(of: payment, in: reader) else { continue }
            deviation = minutes
            return
        }
        deviation = nil
    }

    /// Whether a transaction with that time may have been made by that moment of the till's clock.
    func mayDate(_ time: TransactionTimestamp, by moment: Date, utcOffset: Int) -> Bool {
        guard let deviation else { return true }
        let latest = moment + Self.summerTime + Double(max(0, deviation) * 60)
        return !time.isAfter(latest, utcOffset: utcOffset)
    }

    /// Whether a transaction with that time may have been made after that moment of the till's clock.
    func mayDate(_ time: TransactionTimestamp, after moment: Date, utcOffset: Int) -> Bool {
        guard let deviation else { return true }
        let earliest = moment - Self.summerTime - Double(max(0, -deviation) * 60)
        return !time.isBefore(earliest, utcOffset: utcOffset)
    }
}
