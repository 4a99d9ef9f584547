import Failures
import Foundation
import Flow
import Glibc
import Hardware

/// The journal of a simulated terminal: the oracle of the tests.
///
/// One JSON object per line, appended and synced before the terminal acts on it, so that it survives a kill. An
/// incomplete last line was being written when the power failed, and is ignored. docs/scenarios.md describes the
/// format.
package struct TerminalJournal: Hashable, Sendable {
    package let entries: [Entry]

    package struct Entry: Hashable, Codable, Sendable {
        /// The number of the entry, from 1 and without gaps.
        package var number: Int
        package var event: Event
        /// The terminal's own clock, `2026-11-21T14:22:10`.
        package var at: String
        package var amountMinor: Int64
        package var currency: String
        /// The receipt number; nil for a request, or for a card that was never read.
        package var receipt: Int?
        package var trace: Int?
        package var turnover: Int?
        /// The trace of the booking that this entry confirms, reverses or voids.
        package var originalTrace: Int?
        /// The result code of a declined or cancelled transaction.
        package var code: UInt8?
        /// The till's command; nil for a payment.
        package var command: Command?
        /// The card's ZVT type (BMP 8A), for transactions.
        package var cardType: UInt8?
        /// The till's reference for the transaction, which only acquirers receive.
        package var reference: String?
        /// The card as reported to an acquirer.
        package var card: MaskedCard?
    }

    /// A command that moves money.
    package enum Command: String, Hashable, Codable, Sendable {
        /// `06 01`: charges a card.
        case payment
        /// `06 22`: reserves an amount on a card.
        case reservation
        /// `06 23`: releases the unused part of a reservation.
        case partialRelease = "partial-release"
        /// `06 24`: books the used part of a reservation.
        case bookTotal = "book-total"
        /// `06 25`: releases a whole reservation.
        case release
        /// `06 30`: reverses a payment.
        case reversal
        /// `06 31`: gives money back without its payment.
        case refund

        /// Whether a card is presented for the command.
        var needsCard: Bool {
            switch self {
            case .payment, .reservation, .refund: true
            case .partialRelease, .bookTotal, .release, .reversal: false
            }
        }
    }

    package enum Event: String, Hashable, Codable, Sendable {
        /// A money command arrived and was accepted.
        case requested
        /// The host approved: the cardholder is charged from here on.
        case booked
        /// An amount is reserved on a card; nothing is charged.
        case reserved
        /// A part of a reservation was freed; the rest, if any, is charged.
        case released
        /// Money was refunded to a card.
        case refunded
        /// A part of the goods was given: the booking is reduced to this amount.
        case reduced
        /// The till acknowledged the result: `80 00 00` to `04 0F`.
        case confirmed
        /// The till did not acknowledge, and the terminal keeps the booking.
        case kept
        /// Reversed with numbers of its own, by the terminal or at the till's request.
        case reversed
        /// The terminal turned the booking into a declined one.
        case voided
        /// The host refused; nothing was charged.
        case declined
        /// Ended by the cardholder, the till or the terminal's timer; nothing was charged.
        case cancelled
        /// The turnover of this amount was delivered to the host; a new day begins.
        case endOfDay = "end-of-day"
        case initialised
        case diagnosed
    }

    package init(entries: [Entry]) { self.entries = entries }

    /// Reads a journal file; a missing file is an empty journal. Throws when a line other than an incomplete last one
    /// is not an entry.
    package init(contentsOf path: String) throws(Failure) {
        guard let data = FileManager.default.contents(atPath: path) else {
            self.init(entries: [])
            return
        }
        let (entries, _) = try Self.read(data, path: path)
        self.init(entries: entries)
    }

    /// The entries, and how many bytes of the file they take.
    static func read(_ data: Data, path: String) throws(Failure) -> ([Entry], length: Int) {
        var entries: [Entry] = []
        var length = 0
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        while let end = data.dropFirst(length).firstIndex(of: UInt8(ascii: "\n")) {
            guard let entry = try? decoder.decode(Entry.self, from: data[length..<end]),
                entry.number == entries.count + 1
            else {
                throw Failure(
                    SimulatorFailure.journal,
                    "Line \(entries.count + 1) of \(path) is no entry of a terminal's journal",
                    remedy: "use another data directory", recovery: .askOperator)
            }
            entries.append(entry)
            length = end + 1
        }
        return (entries, length)
    }
}

// MARK: - Questions of the tests

extension TerminalJournal {
    /// The requested payments.
    package var requests: [Entry] { entries.filter { $0.event == .requested && $0.command == nil } }
    package var reversals: [Entry] { entries.filter { $0.event == .reversed || $0.event == .voided } }
    package var refunds: [Entry] { entries.filter { $0.event == .refunded } }

    /// Everything that charged cardholders, with the charged amounts: bookings, and booked parts of reservations.
    package var charges: [Entry] {
        let reductions = reductions
        return entries.compactMap { charge($0, reductions) }
    }

    /// The charges that were not reversed.
    package var standingCharges: [Entry] { standing(charges) }
    package var standingRefunds: [Entry] { standing(refunds) }

    /// The reservations that are neither booked, released nor reversed. Reversing a booking also ends its reservation;
    /// only a voided booking leaves it open.
    package var openReservations: [Entry] {
        let voided = Set(entries.filter { $0.event == .voided }.compactMap(\.originalTrace))
        let ends = entries.filter { $0.closesReservation && !voided.contains($0.trace ?? 0) }
        let closed = Set(ends.compactMap(\.originalTrace))
        return standing(entries.filter { $0.event == .reserved }).filter { !closed.contains($0.trace ?? 0) }
    }

    /// The sum that cardholders have paid, in minor units of `currency`.
    package func netCharged(in currency: String = "EUR") -> Int64 {
        Self.sum(standingCharges, currency) - Self.sum(standingRefunds, currency)
    }

    /// The entries that nothing has undone.
    func standing(_ entries: [Entry]) -> [Entry] {
        let undone = undone
        return entries.filter { $0.trace.map { !undone.contains($0) } ?? true }
    }

    /// The traces of undone transactions. A voided reversal undoes nothing.
    var undone: Set<Int> {
        let voided = Set(entries.filter { $0.event == .voided }.compactMap(\.originalTrace))
        let reversed = entries.filter { $0.event == .reversed && !voided.contains($0.trace ?? 0) }
        return voided.union(reversed.compactMap(\.originalTrace))
    }

    /// The entry with the charged amount; nil when it charged nothing.
    private func charge(_ entry: Entry, _ reductions: [Int: Int64]) -> Entry? {
        var charged = entry
        switch entry.event {
        case .booked: charged.amountMinor = entry.trace.flatMap { reductions[$0] } ?? entry.amountMinor
        case .released:
            let reserved = entries.last { $0.event == .reserved && $0.trace == entry.originalTrace }
            charged.amountMinor = (reserved?.amountMinor ?? 0) - entry.amountMinor
            charged.event = .booked
            guard charged.amountMinor > 0 else { return nil }
        case .requested, .reserved, .refunded, .reduced, .confirmed, .kept, .reversed, .voided, .declined, .cancelled,
            .endOfDay, .initialised, .diagnosed:
            return nil
        }
        return charged
    }

    /// The reduced amounts of bookings whose goods were given in part, by trace.
    var reductions: [Int: Int64] {
        entries.reduce(into: [:]) { amounts, entry in
            if entry.event == .reduced, let trace = entry.originalTrace { amounts[trace] = entry.amountMinor }
        }
    }

    private static func sum(_ entries: [Entry], _ currency: String) -> Int64 {
        entries.filter { $0.currency == currency }.reduce(0) { $0 + $1.amountMinor }
    }
}

extension TerminalJournal.Event {
    /// The events that a till may reverse by receipt number.
    static let reversible: Set<Self> = [.booked, .refunded, .released]
}

extension TerminalJournal.Command {
    /// The event that follows the host's approval.
    var event: TerminalJournal.Event {
        switch self {
        case .payment, .bookTotal: .booked
        case .reservation: .reserved
        case .release, .partialRelease: .released
        case .reversal: .reversed
        case .refund: .refunded
        }
    }
}

extension TerminalJournal.Entry {
    fileprivate var closesReservation: Bool { event == .released || event == .booked && command == .bookTotal }
}
