import Model
import Storage
import Synchronization

/// What the terminal really did for each payment of the till: the truth against which the till is checked. It is
/// recorded as the terminal acts, independently of the till.
package final class TerminalTruth: Sendable {
    /// A booking, by which a cardholder is charged or refunded, or an amount is reserved or freed.
    package struct Charge: Hashable, Sendable {
        package internal(set) var entry: TerminalJournal.Entry
        /// The payment whose request it answers; nil when the till knows of none.
        package let payment: PaymentID?
        /// Whether the terminal has undone it.
        package internal(set) var isUndone = false
    }

    private struct State {
        var requests: [PaymentID?] = []
        var charges: [Charge] = []
        var givenBack: [Charge] = []
        var holds: [Charge] = []
        var releases: [Charge] = []
        var violations: [String] = []

        func answer(_ entry: TerminalJournal.Entry) -> Charge {
            Charge(entry: entry, payment: requests.last ?? nil)
        }

        mutating func reduce(_ trace: Int?, to amount: Int64) {
            guard let place = charges.lastIndex(where: { $0.entry.trace == trace }) else { return }
            charges[place].entry.amountMinor = amount
        }

        /// Frees the unused part of a reservation; the rest, if any, is charged.
        mutating func release(_ entry: TerminalJournal.Entry) {
            let held = holds.last { $0.entry.trace == entry.originalTrace }?.entry.amountMinor ?? 0
            guard entry.command == .partialRelease else { return releases.append(answer(entry)) }
            var charged = entry
            charged.amountMinor = held - entry.amountMinor
            charges.append(answer(charged))
        }

        mutating func undo(_ trace: Int?) {
            for list in [\State.charges, \State.givenBack, \State.holds, \State.releases] {
                let undone = self[keyPath: list].lastIndex { $0.entry.trace == trace }
                if let undone { self[keyPath: list][undone].isUndone = true }
            }
        }
    }

    private let disk: Disk
    private let state = Mutex(State())

    init(_ disk: Disk) { self.disk = disk }

    /// The till's payment for each money command that the terminal accepted.
    package var requests: [PaymentID?] { state.withLock { $0.requests } }
    package var charges: [Charge] { state.withLock { $0.charges } }
    /// What cardholders have really paid.
    package var standing: [Charge] { charges.filter { !$0.isUndone } }
    /// What cardholders were really given back, by refunds and by reversals that the till requested.
    package var givenBack: [Charge] { state.withLock { $0.givenBack }.filter { !$0.isUndone } }
    /// What was really reserved, whatever happened to it later.
    package var held: [Charge] { state.withLock { $0.holds }.filter { !$0.isUndone } }
    /// The reservations that were really freed as a whole.
    package var released: [Charge] { state.withLock { $0.releases }.filter { !$0.isUndone } }
    /// All bookings that nothing has undone.
    var all: [Charge] { standing + givenBack + held + released }
    /// The violations that were noticed while the terminal was acting.
    package var violations: [String] { state.withLock { $0.violations } }

    func record(_ entry: TerminalJournal.Entry) {
        switch entry.event {
        case .requested:
            let payment = newestPayment()
            state.withLock { $0.requests.append(payment?.id) }
        case .booked: state.withLock { $0.charges.append($0.answer(entry)) }
        case .refunded: state.withLock { $0.givenBack.append($0.answer(entry)) }
        // A requested reversal gives money back; the payment itself stays charged.
        case .reversed where entry.command == .reversal: state.withLock { $0.givenBack.append($0.answer(entry)) }
        case .reserved: state.withLock { $0.holds.append($0.answer(entry)) }
        case .released: state.withLock { $0.release(entry) }
        case .reduced: state.withLock { $0.reduce(entry.originalTrace, to: entry.amountMinor) }
        case .confirmed: confirmed(entry)
        case .reversed, .voided: state.withLock { $0.undo(entry.originalTrace) }
        case .kept, .declined, .cancelled, .endOfDay, .initialised, .diagnosed: break
        }
    }

    /// Checks I5: when the terminal commits, the till must have stored the result.
    private func confirmed(_ entry: TerminalJournal.Entry) {
        guard let payment = newestPayment(), payment.result?.trace == entry.originalTrace else {
            return state.withLock { $0.violations.append("I5: acknowledged, and not written: \(entry)") }
        }
    }

    /// The newest payment of the till, which is the running one: the till performs one payment at a time on a terminal,
    /// and stores it before it asks.
    private func newestPayment() -> PaymentRecord? {
        try? disk.storage.read { try $0.recentPayments(limit: 1).first }
    }
}
