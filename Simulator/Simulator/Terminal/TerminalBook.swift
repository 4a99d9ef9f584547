/// The terminal's own clock, to the second; a real one knows no more either.
public struct TerminalTime: Hashable, Sendable {
    public var year: Int
    public var month: Int
    public var day: Int
    public var hour: Int
    public var minute: Int
    public var second: Int

    public init(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
    }

    var text: String {
        let date = [year, month, day].map(Self.padded).joined(separator: "-")
        return date + "T" + [hour, minute, second].map(Self.padded).joined(separator: ":")
    }

    init?(_ text: String) {
        let parts = text.split { "-T:".contains($0) }.compactMap { Int($0) }
        guard parts.count == 6 else { return nil }
        self.init(year: parts[0], month: parts[1], day: parts[2], hour: parts[3], minute: parts[4], second: parts[5])
    }

    static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

/// The terminal's memory: its counters and what it has stored, replayed from its journal.
struct TerminalBook: Sendable {
    /// Receipt numbers have four digits, traces and turnover records six; 0 is never given.
    static let lastReceipt = 9999
    static let lastTrace = 999_999

    private(set) var entries: [TerminalJournal.Entry]
    private let identity: TerminalScenario.Identity

    init(_ journal: TerminalJournal, identity: TerminalScenario.Identity) {
        entries = journal.entries
        self.identity = identity
    }

    /// The booking that the till has not acknowledged and the terminal not settled by itself.
    var unsettled: TerminalJournal.Entry? {
        guard let last = entries.last, last.event == .booked else { return nil }
        return last
    }

    /// Enters a transaction with fresh numbers.
    mutating func enter(
        _ event: TerminalJournal.Event, amount: Int64, currency: String, code: UInt8? = nil, reversing: Int? = nil,
        at time: TerminalTime
    ) -> TerminalJournal.Entry {
        add(
            .init(
                number: entries.count + 1, event: event, at: time.text, amountMinor: amount, currency: currency,
                receipt: next(\.receipt, first: identity.firstReceipt, last: Self.lastReceipt),
                trace: next(\.trace, first: identity.firstTrace, last: Self.lastTrace),
                turnover: next(\.turnover, first: identity.firstTurnover, last: Self.lastTrace),
                originalTrace: reversing, code: code))
    }

    /// Enters something that takes no numbers of its own.
    mutating func note(
        _ event: TerminalJournal.Event, amount: Int64, currency: String, code: UInt8? = nil, of trace: Int? = nil,
        at time: TerminalTime
    ) -> TerminalJournal.Entry {
        add(
            .init(
                number: entries.count + 1, event: event, at: time.text, amountMinor: amount, currency: currency,
                originalTrace: trace, code: code))
    }

    private mutating func add(_ entry: TerminalJournal.Entry) -> TerminalJournal.Entry {
        entries.append(entry)
        return entry
    }

    private func next(_ number: KeyPath<TerminalJournal.Entry, Int?>, first: Int, last: Int) -> Int {
        guard let former = entries.last(where: { $0[keyPath: number] != nil })?[keyPath: number] else { return first }
        return former >= last ? 1 : former + 1
    }

    /// What "repeat receipt" shows: the last stored transaction.
    func lastStored(_ shown: TerminalScenario.RepeatReceipt) -> TerminalJournal.Entry? {
        let voided = Set(entries.filter { $0.event == .voided }.compactMap(\.originalTrace))
        let reversed = Set(entries.filter { $0.event == .reversed }.compactMap(\.originalTrace))
        for entry in entries.reversed() {
            switch entry.event {
            case .requested, .confirmed, .kept, .voided, .cancelled: continue
            case .declined where shown.showsDeclines: return entry
            case .declined: continue
            case .reversed where shown.showsReversals: return entry
            case .reversed: continue
            case .booked:
                guard let trace = entry.trace, !reversed.contains(trace) || shown.showsReversals else { continue }
                guard voided.contains(trace) else { return entry }
                guard shown.showsDeclines else { continue }
                var declined = entry
                declined.event = .declined
                declined.code = TerminalCode.timeout
                return declined
            }
        }
        return nil
    }
}
