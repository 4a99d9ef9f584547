/// A receipt on its way to the printer.
package struct KioskPrinting: Hashable, Codable, Sendable {
    package enum Stage: Hashable, Codable, Sendable {
        case printing
        case printed
        /// The printer did not say whether it is printed.
        case unconfirmed
        /// The receipt is printed once the printer can.
        case waiting(code: String)
        case failed(code: String)
    }

    package let paid: KioskPaid
    package var round: Int
    package var stage = Stage.printing

    /// Whether the printer still has it, or waits with it.
    var isUnderWay: Bool {
        switch stage {
        case .printing, .waiting: true
        case .printed, .unconfirmed, .failed: false
        }
    }
}
