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
        /// Whether the till still has messages for the shop that it could not deliver.
        case shopOwedNews(Bool)
    }
}
