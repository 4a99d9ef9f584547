import Hardware
import Model

/// A refund or a reversal that was begun on a page for the staff, for as long as that page is open.
package struct KioskRefundProgress: Hashable, Codable, Sendable {
    package let payment: PaymentID
    /// How it stands by the journal.
    package var verdict = KioskLook.Verdict.running
    /// What the terminal shows.
    private var step: ProgressStep?
    private var asksToRemoveCard = false
    /// The terminal's own words, if it has any.
    package private(set) var text: String?
    /// Whether the line was disturbed, and the terminal is asked what happened.
    package private(set) var isChecking = false

    init(_ payment: PaymentID) { self.payment = payment }

    package var isRunning: Bool { verdict == .running }

    /// The picture of what the terminal asks for.
    package var picture: KioskPaying.Picture { asksToRemoveCard ? .remove : step?.picture ?? .wait }

    mutating func follow(_ display: KioskDisplay) {
        switch display {
        case .progress(let step, let asksToRemoveCard, let text):
            self.step = step ?? self.step
            (self.asksToRemoveCard, self.text, isChecking) = (asksToRemoveCard, text, false)
        case .checking: isChecking = true
        case .goods, .over: break
        }
    }
}
