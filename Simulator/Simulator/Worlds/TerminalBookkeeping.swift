import Model

/// What a terminal has really done, written down as it does it. Nothing is ever taken out: what is undone is marked.
package struct HonestBook: Sendable {
    package enum Kind: String, Hashable, Sendable {
        case payment, refund, reversal, declined
        /// A reservation holds money; a booking charges what was held, a release frees it.
        case reservation, booking, release

        var takesMoney: Bool { self == .payment || self == .booking }
    }

    package struct Entry: Hashable, Sendable {
        /// Unique in the world, whatever the terminal numbers.
        package let serial: Int
        package let kind: Kind
        package var amount: Int64
        /// What is told as its amount where that is another: what was freed of a reservation whose rest is charged.
        package var toldAmount: Int64?
        package let receipt: Int
        package let trace: Int
        package let turnover: Int
        package var at: TerminalTime
        package let terminalID: String
        /// For which transaction of the till; nil for what others asked for.
        package let request: PaymentID?
        /// What it takes back.
        package let original: Int?
        package var code: UInt8 = 0
        /// Taken back by the terminal itself, or turned into a failure.
        package var isUndone = false
        /// Not yet settled between card, host and till: it may still be undone.
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

    /// What stands of it, money taken: neither undone nor reversed since.
    package var charges: [Entry] { entries.filter { $0.kind.takesMoney && !$0.isUndone && !isReversed($0.serial) } }
    package var refunds: [Entry] { entries.filter { $0.kind == .refund && !$0.isUndone } }
    package var reversals: [Entry] { entries.filter { $0.kind == .reversal && !$0.isUndone } }

    /// Held, and neither charged nor freed since.
    package var openReservations: [Entry] {
        entries.filter { $0.kind == .reservation && !$0.isUndone && ends(of: $0.serial).isEmpty }
    }

    /// What charged or freed that reservation, and stands.
    package func ends(of reservation: Int) -> [Entry] {
        entries.filter { ($0.kind == .booking || $0.kind == .release) && $0.original == reservation && !$0.isUndone }
    }

    package func isReversed(_ serial: Int) -> Bool {
        entries.contains { $0.kind == .reversal && $0.original == serial && !$0.isUndone }
    }

    /// What the terminal booked for that transaction of the till and stands.
    package func standing(for payment: PaymentID) -> Entry? {
        entries.last { $0.request == payment && $0.kind != .declined && !$0.isUndone }
    }
}
