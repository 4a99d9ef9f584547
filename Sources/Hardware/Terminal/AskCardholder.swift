import Flow

extension Failure.Recovery {
    /// The person at the kiosk must act.
    package static let askCardholder = Failure.Recovery(rawValue: "askCardholder")
}
