/// Who of the staff is there, and the PIN.
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
