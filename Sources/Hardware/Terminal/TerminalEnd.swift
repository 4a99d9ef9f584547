import Flow
import Model

/// How a request ended. Only `disturbed` leaves its outcome open.
package enum TerminalEnd: Hashable, Sendable {
    /// The terminal completed the request (ZVT `06 0F`).
    indirect case completed(TerminalState)
    /// The terminal ended the request (ZVT `06 1E`) with this code; nil if it sent none.
    case aborted(code: DeviceCode?)
    /// The terminal refused the request (ZVT `84 xx`), so it never started.
    case refused(code: DeviceCode)
    /// The line or the dialogue broke; the outcome of the request is not known here.
    indirect case disturbed(Failure)

    /// Why the terminal did not perform the request; nil if it did, told no reason, or is not known to have ended.
    package var reason: DeviceReason? {
        switch self {
        case .completed, .disturbed: nil
        case .aborted(let code): code?.reason
        case .refused(let code): code.reason
        }
    }
}
