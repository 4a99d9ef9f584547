/// What is done where a terminal wants its end of day before it takes a payment (ZVT code F0).
package enum EndOfDayPolicy: String, Hashable, Codable, Sendable, CaseIterable {
    /// The payment is refused, and a person is told.
    case manual
    /// The day is ended, and the payment goes on: for a kiosk at which nobody is.
    case whenDemanded = "when-demanded"
}
