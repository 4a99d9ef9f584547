import Flow
import Hardware
import Model

/// How a device answered the service just now.
package enum DeviceAnswer: Sendable {
    /// A payment or a print uses it, so it was left alone.
    case inUse
    case failed(Failure)
    /// A terminal that could take a payment.
    case terminal
    case printer(PrinterStatus)
}
