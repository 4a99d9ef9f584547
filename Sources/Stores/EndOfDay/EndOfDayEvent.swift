import Flow
import Foundation
import Hardware
import Model
import Storage

/// Names one end of day.
public struct EndOfDayID: RawRepresentable, Hashable, Codable, Sendable, CustomStringConvertible {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public var description: String { rawValue }
}

/// What is about to be asked of a terminal, durable before it is sent.
public struct EndOfDayIntent: Hashable, Codable, Sendable {
    public let id: EndOfDayID
    public let terminal: TerminalName
    public let language: String
    /// Wall clock when the intent was written.
    public let startedAt: Date

    public init(id: EndOfDayID, terminal: TerminalName, language: String, startedAt: Date) {
        self.id = id
        self.terminal = terminal
        self.language = language
        self.startedAt = startedAt
    }
}

/// One fact about an end of day, as the journal keeps it. Facts are only ever added.
public enum EndOfDayEvent: Hashable, Codable, Sendable {
    /// From here on the command may have left.
    case intended(EndOfDayIntent)
    /// What the terminal told, written before it was answered: it tells it once, and then counts from nothing.
    case totals(TerminalTotals)
    /// Receipt text, complete or in part.
    case text(TerminalText)
    /// How the terminal ended it.
    case ended(EndOfDayEnd)
    /// The line or the dialogue broke; what became of it must be asked for.
    case disturbed(Failure)
    /// The terminal was asked afterwards for what it counts now.
    case asked(TerminalTotals)
    /// Final.
    case settled(EndOfDayReport)

    /// The journal's `kind` column.
    public var kind: String {
        switch self {
        case .intended: Self.intendedKind
        case .totals: "endOfDay.totals"
        case .text: "endOfDay.text"
        case .ended: "endOfDay.ended"
        case .disturbed: "endOfDay.disturbed"
        case .asked: "endOfDay.asked"
        case .settled: Self.settledKind
        }
    }

    static let intendedKind = "endOfDay.intended"
    static let settledKind = "endOfDay.settled"
    static let kindPrefix = "endOfDay."
}

/// How a terminal ended its end of day, where it did.
public enum EndOfDayEnd: Hashable, Codable, Sendable {
    case completed
    case aborted(code: UInt8?)
    /// It never started.
    case refused(code: UInt8)
}

/// A fact as it is stored: which end of day it belongs to.
struct EndOfDayFact: Hashable, Codable, Sendable {
    let id: EndOfDayID
    let event: EndOfDayEvent
}

/// An end of day as its facts tell it.
public struct EndOfDayHistory: Hashable, Sendable {
    public let intent: EndOfDayIntent
    /// The number of the intent in the journal: the end of its day.
    let sequence: Int64
    public private(set) var totals: TerminalTotals?
    public private(set) var texts: [TerminalText] = []
    public private(set) var end: EndOfDayEnd?
    public private(set) var report: EndOfDayReport?
    /// What comes now tells all of it once more.
    private var isAsked = false

    init(_ intent: EndOfDayIntent, sequence: Int64) {
        self.intent = intent
        self.sequence = sequence
    }

    mutating func apply(_ event: EndOfDayEvent) {
        switch event {
        case .intended, .disturbed: break
        case .asked: isAsked = true
        case .totals(let told): totals = told
        case .text(let text):
            if isAsked { texts = [] }
            isAsked = false
            texts.append(text)
        case .ended(let end): self.end = end
        case .settled(let report): self.report = report
        }
    }

    /// What the journal tells of how it ended, though nobody has settled it; nil where the terminal must be asked.
    var decided: EndOfDayReport.Outcome? {
        switch end {
        case nil: nil
        case .completed: totals == nil ? nil : .closed
        case .refused(let code): .notClosed(reason: Self.refusal(code))
        case .aborted(let code):
            totals?.resultCode == 0 ? nil : .notClosed(reason: Self.refusal(code ?? totals?.resultCode))
        }
    }

    /// Whether all of its receipt came.
    var hasWholeText: Bool { texts.last?.endsReceipt ?? true }

    private static func refusal(_ code: UInt8?) -> String {
        code == 0x77 ? "The terminal cannot end its day now; reservations may be open." : "The terminal refused."
    }
}

/// What came of an end of day, or of asking for the totals.
public struct EndOfDayReport: Hashable, Codable, Sendable {
    public enum Outcome: Hashable, Codable, Sendable {
        /// The terminal was asked only; it counts on.
        case totalsOnly
        case closed
        /// The terminal closed its day, and what it had counted was lost on the way.
        case closedWithoutTotals
        /// Proven: the terminal counts on.
        case notClosed(reason: String)
        /// Nobody knows yet.
        case inDoubt(reason: String)

        /// Whether a new day has begun at the terminal.
        var isClosed: Bool {
            switch self {
            case .closed, .closedWithoutTotals: true
            case .totalsOnly, .notClosed, .inDoubt: false
            }
        }
    }

    public let id: EndOfDayID
    public let terminal: TerminalName
    public let startedAt: Date
    public let outcome: Outcome
    /// What the terminal told, as it told it.
    public let totals: TerminalTotals?
    public let reconciliation: Reconciliation
    /// The last fact of the journal that belongs to the day.
    let through: Int64
    /// The terminal's own words, where it sent any.
    public let texts: [TerminalText]
}
