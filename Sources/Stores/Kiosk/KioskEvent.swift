import Hardware
import Model

/// Something that happened at a kiosk.
package struct KioskEvent: Hashable, Codable, Sendable {
    package let at: KioskTime
    /// Random text, for whatever the event makes that needs a name of its own.
    package let fresh: String
    package let what: What

    package init(at time: KioskTime, fresh: String, _ what: What) {
        (at, self.fresh, self.what) = (time, fresh, what)
    }

    package enum What: Hashable, Codable, Sendable {
        /// The service serves a kiosk from now on.
        case began(KioskSettings, boot: String)
        /// A made-up screen of this name is to be shown.
        case sampled(String, KioskSettings)
        /// Somebody did something on a screen.
        case tapped(KioskTap)
        /// A page has drawn the kiosk.
        case pageAnswered
        case timePassed(KioskTask)
        case answered(KioskTask, KioskAnswer)
        /// What the terminal of a payment shows.
        case terminalShows(KioskDisplay)
        /// How a payment stands by the journal.
        case looked(KioskLook)
        /// Whether the till owes the shop news that it could not tell.
        case shopAway(Bool)
    }
}

/// An act of somebody at the page.
package struct KioskTap: Hashable, Codable, Sendable {
    /// Distinguishes it from every other.
    package let number: Int
    /// The screen on which it was done.
    package let screen: Int
    package let act: KioskAct

    package init(number: Int, screen: Int, act: KioskAct) {
        (self.number, self.screen, self.act) = (number, screen, act)
    }

    /// What became of an act.
    package enum Verdict: String, Hashable, Codable, Sendable {
        case done
        /// The screen on which it was done is gone.
        case otherScreen
        /// The screen does not take it.
        case notTaken
    }
}

/// What the terminal of a payment shows.
package enum KioskDisplay: Hashable, Codable, Sendable {
    case progress(ProgressStep?, asksToRemoveCard: Bool, text: String?)
    case goods
    /// The line was disturbed: the terminal is asked what happened.
    case checking
    /// Nothing any more.
    case over
}

/// How a payment stands by the journal.
package struct KioskLook: Hashable, Codable, Sendable {
    package enum Verdict: Hashable, Codable, Sendable {
        case running
        case doubt
        case approved
        case declined(reason: String)
        case cancelled(by: KioskEnd.Canceller)
        /// It is certain that nothing is charged.
        case notCharged(reason: String)
        /// The goods were given, and the payment was taken back.
        case goodsUnpaid
    }

    package let verdict: Verdict
    package let paid: KioskPaid
    /// The payment that was begun in the place of this one.
    package var next: PaymentID?

    package init(_ verdict: Verdict, _ paid: KioskPaid, next: PaymentID? = nil) {
        (self.verdict, self.paid, self.next) = (verdict, paid, next)
    }
}
