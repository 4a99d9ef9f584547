/// The screen on which a member of the staff enters name and PIN.
package struct KioskPINEntry: Hashable, Codable, Sendable {
    package enum Stage: Hashable, Codable, Sendable {
        case loading(round: Int)
        case typing
        case checking(round: Int)
        case wrong
        case locked(until: KioskTime)
        /// Nobody has a PIN at this till.
        case none
    }

    package var names: [String] = []
    package var chosen = ""
    package var digits = KioskPINDigits()
    package var stage: Stage
}
