/// What a token is for, which decides its rights.
package enum TokenScope: String, CaseIterable, Codable, Sendable {
    /// A page that customers use themselves.
    case kiosk
    /// The person who is responsible for the till.
    case `operator`
    /// A program that takes payments and gives them back, such as a till's own software.
    case integrator
    case readOnly = "read-only"

    package var rights: Set<Right> {
        switch self {
        case .kiosk: [.look, .collect]
        case .operator: Set(Right.allCases)
        case .integrator: [.look, .collect, .giveBack, .print, .audit]
        case .readOnly: [.look, .audit]
        }
    }
}
