import Flow
import Foundation
import Hardware
import Model
import Storage

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
