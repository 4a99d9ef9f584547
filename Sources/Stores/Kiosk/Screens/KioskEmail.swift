/// A receipt on its way to an e-mail address.
package struct KioskEmail: Hashable, Codable, Sendable {
    package enum Stage: Hashable, Codable, Sendable {
        case typing
        case sending(round: Int)
        /// The mail system has it.
        case sent
        /// The till has it, and hands it over when it can.
        case queued
        case problem(code: String)
    }

    package let paid: KioskPaid
    package var text = ""
    package var stage = Stage.typing

    init(_ paid: KioskPaid) { self.paid = paid }
}
