import Model

/// An intermediate status: what the device shows, with the device's own text if it sent one.
package struct TerminalProgress: Hashable, Codable, Sendable {
    package let step: ProgressStep
    /// Whether it also asks to remove the card.
    package let asksToRemoveCard: Bool
    /// The device's own number; nil if it has none.
    package let number: UInt8?
    package var text: String?
    /// How long the terminal may take until its next telegram, in minutes, if it told that (ZVT T4).
    package let timeoutMinutes: Int?

    package init(
        _ step: ProgressStep, asksToRemoveCard: Bool = false, number: UInt8? = nil, text: String? = nil,
        timeoutMinutes: Int? = nil
    ) {
        self.step = step
        self.asksToRemoveCard = asksToRemoveCard
        self.number = number
        self.text = text
        self.timeoutMinutes = timeoutMinutes
    }
}
