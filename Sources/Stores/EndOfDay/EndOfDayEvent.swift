import Flow
import Foundation
import Hardware
import Model
import Storage

/// Names one end of day.
package struct EndOfDayID: RawRepresentable, Hashable, Codable, Sendable, CustomStringConvertible {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
    package var description: String { rawValue }
}

/// What is about to be asked of a terminal, durable before it is sent.
package struct EndOfDayIntent: Hashable, Codable, Sendable {
    package let id: EndOfDayID
    package let terminal: TerminalName
    package let language: String
    /// Wall clock when the intent was written.
    package let startedAt: Date

    package init(id: EndOfDayID, terminal: TerminalName, language: String, startedAt: Date) {
        self.id = id
        self.terminal = terminal
        self.language = language
        self.startedAt = startedAt
    }
}

/// One fact about an end of day, as the journal keeps it. Facts are only ever added.
package enum EndOfDayEvent: Hashable, Codable, Sendable {
    /// From here on the command may have left.
    case intended(EndOfDayIntent)
    /// What the terminal told, written before it was answered: it tells it once, and then counts from nothing.
    case totals(TerminalTotals)
    /// Receipt text, complete or in part.
    case text(TerminalText)
    /// The last texts, as many as these, once more: digits at their end that might have been the beginning of a card number were
    /// masked, and what followed shows what they are.
    case textsCompleted([TerminalText])
    /// How the terminal ended it.
    case ended(EndOfDayEnd)
    /// The line or the dialogue broke; what became of it must be asked for.
    case disturbed(Failure)
    /// From here on the question may have left: totals that nobody asks for may be the answer to it.
    case asking(EndOfDayQuestion)
    /// What the terminal told afterwards, when it was asked.
    case asked(TerminalTotals)
    /// What it told does not decide. It is asked once more when somebody wants to know.
    case unclear(String)
    /// A person said what became of it.
    case operatorSettled(EndOfDayEvidence)
    /// Final.
    case settled(EndOfDayReport)

    /// The journal's `kind` column.
    package var kind: String {
        switch self {
        case .intended: Self.intendedKind
        case .totals: "endOfDay.totals"
        case .text: "endOfDay.text"
        case .textsCompleted: "endOfDay.textsCompleted"
        case .ended: "endOfDay.ended"
        case .disturbed: "endOfDay.disturbed"
        case .asking: "endOfDay.asking"
        case .asked: "endOfDay.asked"
        case .unclear: "endOfDay.unclear"
        case .operatorSettled: "endOfDay.operatorSettled"
        case .settled: Self.settledKind
        }
    }

    static let intendedKind = "endOfDay.intended"
    static let settledKind = "endOfDay.settled"
    static let kindPrefix = "endOfDay."
}

/// What a terminal is asked after a disturbance.
package enum EndOfDayQuestion: String, Hashable, Codable, Sendable {
    /// What it counts now.
    case totals
    /// Its last end of day once more.
    case lastEndOfDay
}

/// How a terminal ended its end of day, where it did.
package enum EndOfDayEnd: Hashable, Codable, Sendable {
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
package struct EndOfDayHistory: Hashable, Sendable {
    package let intent: EndOfDayIntent
    /// The number of the intent in the journal: the end of its day.
    let sequence: Int64
    package private(set) var totals: TerminalTotals?
    package private(set) var texts: [TerminalText] = []
    package private(set) var end: EndOfDayEnd?
    package private(set) var report: EndOfDayReport?
    /// Why what the terminal told when it was asked last does not decide.
    private(set) var doubt: String?
    /// What was asked of it after a disturbance.
    private(set) var questions: [EndOfDayQuestion] = []
    /// What comes now tells all of it once more.
    private var isAsked = false

    init(_ intent: EndOfDayIntent, sequence: Int64) {
        self.intent = intent
        self.sequence = sequence
    }

    mutating func apply(_ event: EndOfDayEvent) {
        switch event {
        case .intended, .disturbed: break
        case .asking(let question):
            questions.append(question)
            doubt = nil
        case .asked: isAsked = true
        case .unclear(let why): doubt = why
        case .totals(let told): if totals?.isSuccess != true { totals = told }
        case .text(let text):
            if isAsked { texts = [] }
            isAsked = false
            texts.append(text)
        case .textsCompleted(let completed):
            guard texts.count >= completed.count else { return }
            texts.replaceSubrange((texts.count - completed.count)..., with: completed)
        case .ended(let end): self.end = end
        case .operatorSettled(let evidence): adopt(evidence)
        case .settled(let report): self.report = report
        }
    }

    /// A sum that a person read is all that is known of the totals, where the terminal told none.
    private mutating func adopt(_ evidence: EndOfDayEvidence) {
        guard case .ended(let total?) = evidence.statement, !hasTotals else { return }
        var read = TerminalTotals()
        read.totalMinor = total.minorUnits
        read.currencyNumber = total.currency.number
        totals = read
    }

    /// What the journal tells of how it ended, though nobody has settled it; nil where the terminal must be asked.
    var decided: EndOfDayReport.Outcome? {
        switch end {
        case nil: nil
        case .completed: hasTotals ? .closed : nil
        case .refused(let code): .notClosed(reason: Self.refusal(code))
        case .aborted(let code): hasTotals ? nil : .notClosed(reason: Self.refusal(code ?? totals?.resultCode))
        }
    }

    /// Whether the terminal said that it ended its day: by its totals, or by the end of the command.
    var wasTold: Bool { end.map { $0 == .completed } ?? hasTotals }

    var hasTotals: Bool { totals?.isSuccess == true }

    /// Whether all of its receipt came. One that was cut off may have had one still.
    var hasWholeText: Bool { texts.last?.endsReceipt ?? (end != nil) }

    private static func refusal(_ code: UInt8?) -> String {
        code == 0x77 ? "The terminal cannot end its day now; reservations may be open." : "The terminal refused."
    }
}

/// What came of an end of day, or of asking for the totals.
package struct EndOfDayReport: Hashable, Codable, Sendable {
    package enum Outcome: Hashable, Codable, Sendable {
        /// The terminal was asked only; it counts on.
        case totalsOnly
        case closed
        /// The terminal closed its day, and what it had counted was lost on the way.
        case closedWithoutTotals
        /// Proven: the terminal counts on.
        case notClosed(reason: String)
        /// Nobody knows, and nothing hangs on it: the day came to nothing, so another end of it loses nothing.
        case nothingCounted
        /// Nobody knows yet.
        case inDoubt(reason: String)

        /// Whether a new day has begun at the terminal.
        var isClosed: Bool {
            switch self {
            case .closed, .closedWithoutTotals: true
            case .totalsOnly, .notClosed, .nothingCounted, .inDoubt: false
            }
        }

        /// Whether a new day may have begun at the terminal.
        var mayBeClosed: Bool {
            switch self {
            case .closed, .closedWithoutTotals, .nothingCounted, .inDoubt: true
            case .totalsOnly, .notClosed: false
            }
        }
    }

    package let id: EndOfDayID
    package let terminal: TerminalName
    package let startedAt: Date
    package let outcome: Outcome
    /// What the terminal told, as it told it.
    package let totals: TerminalTotals?
    package let reconciliation: Reconciliation
    /// The last fact of the journal that belongs to the day.
    let through: Int64
    /// The terminal's own words, where it sent any.
    package let texts: [TerminalText]
}
