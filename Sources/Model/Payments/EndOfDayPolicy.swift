/// What is done if a terminal demands its end of day before it takes a payment (ZVT code F0).
package enum EndOfDayPolicy: String, Hashable, Codable, Sendable, CaseIterable {
    /// The payment is refused, and a person is told.
    case manual
    /// The day is ended and the payment goes on, for a kiosk without staff.
    case whenDemanded = "when-demanded"
}
