/// A screen for the people who look after the kiosk.
package enum KioskStaffScreen: Hashable, Codable, Sendable {
    /// Nobody of the staff can identify themselves at this kiosk yet.
    case noPIN

    package var name: String { "operator_pin" }
}

/// An act on such a screen.
package enum KioskStaffAct: Hashable, Codable, Sendable {
    case back

    init?(_ name: String, _ value: KioskValue) {
        guard name == "back", value == .nothing else { return nil }
        self = .back
    }
}
