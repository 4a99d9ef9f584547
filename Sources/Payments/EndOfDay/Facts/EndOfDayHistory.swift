import Flow
import Foundation
import Hardware
import Model
import Storage

/// An end of day as told by its facts.
package struct EndOfDayHistory: Hashable, Sendable {
    package let intent: EndOfDayIntent
    /// The number of the intent in the journal, where its day ends.
    let sequence: Int64
    package private(set) var totals: TerminalTotals?
    package private(set) var texts: [TerminalText] = []
    /// The texts from before any question. Later ones may be of the end of day before.
    private(set) var ownTexts: [TerminalText] = []
    package private(set) var end: EndOfDayEnd?
    package private(set) var report: EndOfDayReport?
    /// Why the terminal's last answer did not decide; nil if there is no doubt.
    private(set) var doubt: Sentence?
    /// The questions that were asked after a disturbance.
    private(set) var questions: [EndOfDayQuestion] = []
    /// When a fact of the end of day itself was last written, by the wall clock; nil if only its intent was written.
    private(set) var lastHeard: Date?
    /// Since when the terminal has only been asked; nil if it never was.
    private(set) var askedSince: BootTime?
    /// Whether a question was asked, so that text from here on repeats all of it.
    private var isAsked = false
    /// Whether the terminal continued after its totals, which proves that it received the answer to them.
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
            if questions.isEmpty { ownTexts = texts }
        case .textsCompleted(let completed):
            guard texts.count >= completed.count else { return }
            texts.replaceSubrange((texts.count - completed.count)..., with: completed)
            if questions.isEmpty { ownTexts = texts }
        case .ended(let end): self.end = end
        case .operatorSettled(let evidence): adopt(evidence)
        case .settled(let report): self.report = report
        }
    }

    /// Takes over the sum that a person read, if the terminal told no totals.
    private mutating func adopt(_ evidence: EndOfDayEvidence) {
        guard case .ended(let total?) = evidence.statement, !hasTotals else { return }
        var read = TerminalTotals()
        read.totalMinor = total.minorUnits
        read.currencyNumber = total.currency.number
        totals = read
    }

    /// The outcome that the journal proves although nobody has settled it; nil if the terminal must be asked.
    var decided: EndOfDayReport.Outcome? {
        switch end {
        case nil: nil
        case .completed: hasTotals ? .closed : nil
        case .refused(let code): .notClosed(reason: Self.refusal(code))
        case .aborted(let code): hasTotals ? nil : .notClosed(reason: Self.refusal(code ?? totals?.resultCode))
        }
    }

    /// Whether the terminal told that it ended its day: by the end of the command, or by what it sent after the answer
    /// to its totals. Totals alone may not have been answered; then its day may go on.
    var wasTold: Bool { end.map { $0 == .completed } ?? wentOn }

    /// Notes when a fact was written. Once the terminal is only asked, what it tells does not belong to the end of day
    /// itself.
    mutating func heard(at moment: Date) { if askedSince == nil { lastHeard = moment } }

    /// How much longer the terminal may be at work on it without telling; zero once it must have ended. Time is
    /// measured by the wall clock, or by the boot clock if the wall clock was put back meanwhile.
    func mayStillRun(at now: Date, _ boot: BootTime, _ longest: Duration) -> Duration {
        let since = now.timeIntervalSince(lastHeard ?? intent.startedAt)
        let elapsed = max(.seconds(max(0, since)), askedSince?.elapsed(until: boot) ?? .zero)
        return max(.zero, longest - elapsed)
    }

    var hasTotals: Bool { totals?.isSuccess == true }

    /// Whether its receipt is complete. More of the receipt of an interrupted end of day may have been to come.
    var hasWholeText: Bool { texts.last?.endsReceipt ?? (end != nil) }

    private static func refusal(_ code: DeviceCode?) -> Sentence {
        code?.reason == .endOfDayNotPossible
            ? Sentence("reason.endOfDay.reservationsOpen") : Sentence("reason.endOfDay.refused")
    }
}
