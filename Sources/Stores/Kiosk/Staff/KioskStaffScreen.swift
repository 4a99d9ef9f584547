/// A screen for the people who look after the kiosk.
package enum KioskStaffScreen: Hashable, Codable, Sendable {
    case pin(KioskPINEntry)
    case page(KioskStaffPage)

    package var name: String {
        switch self {
        case .pin: "operator_pin"
        case .page(let page): "operator_" + page.place.name
        }
    }
}
