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
    private(set) var doubt: Sentence?
    /// What was asked of it after a disturbance.
    private(set) var questions: [EndOfDayQuestion] = []
    /// When something of the end of day itself was last written, by the wall clock; nil where only its intent was.
    private(set) var lastHeard: Date?
    /// Since when the terminal has only been asked; nil while that was never so.
    private(set) var askedSince: BootTime?
    /// What comes now tells all of it once more.
    private var isAsked = false
    /// Whether the terminal went on after its totals: it has had the answer to them.
    private var wentOn = false

    init(_ intent: EndOfDayIntent, sequence: Int64) {
        self.intent = intent
        self.sequence = sequence
    }

    mutating func apply(_ event: EndOfDayEvent) {
        switch event {
        case .intended, .disturbed: break
        case .onlyAsked(let since): askedSince = since
        case .asking(let question):
            questions.append(question)
            doubt = nil
        case .asked: isAsked = true
        case .unclear(let why): doubt = why
        case .totals(let told): if totals?.isSuccess != true { totals = told }
        case .text(let text):
            if isAsked { texts = [] }
            wentOn = wentOn || hasTotals && questions.isEmpty
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

    /// Whether the terminal said that it ended its day: by the end of the command, or by what it sent once it had the answer to
    /// its totals. Totals alone may not have been answered; then its day may go on.
    var wasTold: Bool { end.map { $0 == .completed } ?? wentOn }

    /// Notes when a fact was written: once the terminal is only asked, what it tells is not of the end of day itself.
    mutating func heard(at moment: Date) { if askedSince == nil { lastHeard = moment } }

    /// How much longer the terminal may be at work on it without saying so; zero once it must have ended. By the wall clock, or
    /// by that of this boot where the wall clock was put back meanwhile.
    func mayStillRun(at now: Date, _ boot: BootTime, _ longest: Duration) -> Duration {
        let since = now.timeIntervalSince(lastHeard ?? intent.startedAt)
        let elapsed = max(.seconds(max(0, since)), askedSince?.elapsed(until: boot) ?? .zero)
        return max(.zero, longest - elapsed)
    }

    var hasTotals: Bool { totals?.isSuccess == true }

    /// Whether all of its receipt came. One that was cut off may have had one still.
    var hasWholeText: Bool { texts.last?.endsReceipt ?? (end != nil) }

    private static func refusal(_ code: DeviceCode?) -> Sentence {
        code?.reason == .endOfDayNotPossible
            ? Sentence("reason.endOfDay.reservationsOpen") : Sentence("reason.endOfDay.refused")
    }
}
