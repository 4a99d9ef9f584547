import Glibc

/// The status of a request at the host controller; the kernel has an error number for each.
package enum USBStatus: Hashable, Sendable {
    case done, stalled, unlinked, gone, overflow

    /// The error number as in a URB, without its sign.
    package var error: Int32 {
        switch self {
        case .done: 0
        case .stalled: EPIPE
        case .unlinked: ENOENT
        case .gone: ESHUTDOWN
        case .overflow: EOVERFLOW
        }
    }
}
