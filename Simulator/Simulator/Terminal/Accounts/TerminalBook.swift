/// The terminal's memory: its counters and stored transactions, replayed from its journal.
struct TerminalBook: Sendable {
    /// Receipt numbers have four digits, traces and turnover records six; 0 is never used.
    static let lastReceipt = 9999
    static let lastTrace = 999_999

    private(set) var entries: [TerminalJournal.Entry]
    private let identity: TerminalScenario.Identity

    init(_ journal: TerminalJournal, identity: TerminalScenario.Identity) {
        entries = journal.entries
        self.identity = identity
    }

    /// The booking that the till has not acknowledged and the terminal has not settled by itself.
    var unsettled: TerminalJournal.Entry? {
        guard let last = entries.last, last.isTransaction, last.event != .declined else { return nil }
        return last.event == .booked || last.command != nil ? last : nil
    }

    /// Records a transaction with new numbers.
    mutating func enter(
        _ event: TerminalJournal.Event, _ posting: TerminalPosting, at time: TerminalTime
    ) -> TerminalJournal.Entry {
        var entry = entry(event, posting, at: time)
        entry.receipt = next(\.receipt, first: identity.firstReceipt, last: Self.lastReceipt)
        entry.trace = next(\.trace, first: identity.firstTrace, last: Self.lastTrace)
        entry.turnover = next(\.turnover, first: identity.firstTurnover, last: Self.lastTrace)
        return add(entry)
    }

    /// Records an event without numbers of its own.
    mutating func note(
        _ event: TerminalJournal.Event, _ posting: TerminalPosting, at time: TerminalTime
    ) -> TerminalJournal.Entry {
        add(entry(event, posting, at: time))
    }

    /// Delivers the turnover and begins a new day. The end of day takes a trace number, but no receipt number.
    mutating func closeDay(currency: String, at time: TerminalTime) -> TerminalJournal.Entry {
        let amount = turnover.totalMinor
        var entry = entry(.endOfDay, TerminalPosting(amount: amount, currency: currency), at: time)
        entry.trace = next(\.trace, first: identity.firstTrace, last: Self.lastTrace)
        return add(entry)
    }

    private func entry(
        _ event: TerminalJournal.Event, _ posting: TerminalPosting, at time: TerminalTime
    ) -> TerminalJournal.Entry {
        TerminalJournal.Entry(
            number: entries.count + 1, event: event, at: time.text, amountMinor: posting.amount,
            currency: posting.currency, originalTrace: posting.originalTrace, code: posting.code,
            command: posting.command == .payment ? nil : posting.command, cardType: posting.cardType)
    }

    private mutating func add(_ entry: TerminalJournal.Entry) -> TerminalJournal.Entry {
        entries.append(entry)
        return entry
    }

    private func next(_ number: KeyPath<TerminalJournal.Entry, Int?>, first: Int, last: Int) -> Int {
        guard let former = entries.last(where: { $0[keyPath: number] != nil })?[keyPath: number] else { return first }
        return former >= last ? 1 : former + 1
    }
}

/// The contents of an entry without its numbers and its time.
struct TerminalPosting: Sendable {
    var command = TerminalJournal.Command.payment
    var amount: Int64
    var currency: String
    var cardType: UInt8?
    /// The trace of the transaction that the entry confirms, reverses or follows.
    var originalTrace: Int?
    var code: UInt8?
}

extension TerminalPosting {
    /// Creates the contents of an entry that refers to `entry`.
    init(of entry: TerminalJournal.Entry, amount: Int64? = nil) {
        self.init(
            command: entry.command ?? .payment, amount: amount ?? entry.amountMinor, currency: entry.currency,
            cardType: entry.cardType, originalTrace: entry.trace)
    }
}

// MARK: - Earlier transactions

extension TerminalBook {
    private var journal: TerminalJournal { TerminalJournal(entries: entries) }

    /// Open reservations, the oldest first.
    var openReservations: [TerminalJournal.Entry] { journal.openReservations }

    /// The turnover since the last end of day.
    var turnover: TerminalTurnover { TerminalTurnover(of: journal, in: entries[day...]) }

    /// The turnover of the last end of day; nil when there was none.
    var lastTurnover: TerminalTurnover? {
        guard let end = entries.lastIndex(where: { $0.event == .endOfDay }) else { return nil }
        let start = entries[..<end].lastIndex { $0.event == .endOfDay }.map { $0 + 1 } ?? 0
        var turnover = TerminalTurnover(of: journal, in: entries[start..<end])
        turnover.closing = entries[end]
        return turnover
    }

    /// The index at which the current day begins.
    private var day: Int { entries.lastIndex { $0.event == .endOfDay }.map { $0 + 1 } ?? 0 }

    /// The number of transactions since the last end of day.
    var countOfDay: Int { entries[day...].count { $0.isTransaction && $0.event != .declined } }

    func has(_ event: TerminalJournal.Event) -> Bool { entries.contains { $0.event == event } }

    /// The transaction of the current day with this receipt number.
    func transaction(_ receipt: Int) -> TerminalJournal.Entry? {
        entries[day...].last { $0.isTransaction && $0.receipt == receipt }
    }

    /// The last transaction that was not declined.
    var lastTransaction: TerminalJournal.Entry? { entries.last { $0.isTransaction && $0.event != .declined } }

    func isUndone(_ entry: TerminalJournal.Entry) -> Bool { entry.trace.map(journal.undone.contains) ?? false }

    /// The last stored transaction, which "repeat receipt" shows.
    func lastStored(_ shown: TerminalScenario.RepeatReceipt) -> TerminalJournal.Entry? {
        let voided = Set(entries.filter { $0.event == .voided }.compactMap(\.originalTrace))
        let reversed = Set(entries.filter { $0.event == .reversed }.compactMap(\.originalTrace))
        for entry in entries.reversed() where entry.isTransaction {
            guard let trace = entry.trace else { continue }
            if voided.contains(trace) {
                guard shown.showsDeclines else { continue }
                var declined = entry
                declined.event = .declined
                declined.code = TerminalCode.timeout
                return declined
            }
            switch entry.event {
            case .declined: if shown.showsDeclines { return entry }
            case .reversed: if shown.showsReversals { return entry }
            default: if shown.showsReversals || !reversed.contains(trace) { return reduced(entry) }
            }
        }
        return nil
    }

    /// The booked amount of an entry, which is reduced when only a part of the goods was given.
    func amount(of entry: TerminalJournal.Entry) -> Int64 { reduced(entry).amountMinor }

    private func reduced(_ entry: TerminalJournal.Entry) -> TerminalJournal.Entry {
        var reduced = entry
        reduced.amountMinor = entry.trace.flatMap { journal.reductions[$0] } ?? entry.amountMinor
        return reduced
    }
}

extension TerminalJournal.Entry {
    /// Whether the entry is a transaction with numbers and a receipt of its own.
    var isTransaction: Bool { receipt != nil }
}
