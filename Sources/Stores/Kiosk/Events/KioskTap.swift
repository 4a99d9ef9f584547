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
