import Model

/// What a terminal has really done, recorded as it acts. Entries are never removed; undone ones are marked.
package struct HonestBook: Sendable {
    package enum Kind: String, Hashable, Sendable {
        case payment, refund, reversal, declined
        /// A reservation holds money; a booking charges what was held, a release frees it.
        case reservation, booking, release

        var takesMoney: Bool { self == .payment || self == .booking }
    }

    package struct Entry: Hashable, Sendable {
        /// The entry's number, unique in the world and independent of the terminal's numbers.
        package let serial: Int
        package let kind: Kind
        package var amount: Int64
        /// The reported amount when it differs: the freed part of a reservation whose rest is charged.
        package var toldAmount: Int64?
        package let receipt: Int
        package let trace: Int
        package let turnover: Int
        package var at: TerminalTime
        package let terminalID: String
        /// The till's payment that requested it; nil when somebody else requested it.
        package let request: PaymentID?
        /// The serial of the entry that this one reverses, charges or frees.
        package let original: Int?
        package var code: UInt8 = 0
        /// Whether the terminal has undone the entry or turned it into a failure.
        package var isUndone = false
        /// Whether card, host and till agree on the entry; otherwise it may still be undone.
        package var isSettled = true
        package var shownAsFailed = false
    }

    package private(set) var entries: [Entry] = []

    package init() {}

    package mutating func add(_ make: (_ serial: Int) -> Entry) -> Entry {
        let entry = make(entries.count)
        entries.append(entry)
        return entry
    }

    package mutating func change(_ serial: Int, _ change: (inout Entry) -> Void) { change(&entries[serial]) }

    /// The charges that were neither undone nor reversed.
    package var charges: [Entry] { entries.filter { $0.kind.takesMoney && !$0.isUndone && !isReversed($0.serial) } }
    package var refunds: [Entry] { entries.filter { $0.kind == .refund && !$0.isUndone } }
    package var reversals: [Entry] { entries.filter { $0.kind == .reversal && !$0.isUndone } }

    /// The reservations that were neither charged nor freed.
    package var openReservations: [Entry] {
        entries.filter { $0.kind == .reservation && !$0.isUndone && ends(of: $0.serial).isEmpty }
    }

    /// The valid entries that charged or freed a reservation.
    package func ends(of reservation: Int) -> [Entry] {
        entries.filter { ($0.kind == .booking || $0.kind == .release) && $0.original == reservation && !$0.isUndone }
    }

    package func isReversed(_ serial: Int) -> Bool {
        entries.contains { $0.kind == .reversal && $0.original == serial && !$0.isUndone }
    }

    /// The valid booking for a transaction of the till.
    package func standing(for payment: PaymentID) -> Entry? {
        entries.last { $0.request == payment && $0.kind != .declined && !$0.isUndone }
    }
}

/// The one book of all terminals of a world, in which a number names only one entry.
final class SharedBook: @unchecked Sendable {  // guards: touched by the one thread that drives its world
    var book = HonestBook()
}
