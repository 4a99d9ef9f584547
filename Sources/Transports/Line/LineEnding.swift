import CTerminalLine
import Flow
import Glibc
import Hardware

/// How a loop ended.
enum LineEnding: Error {
    /// The port was closed.
    case closed
    /// The handler's commands closed the line.
    case hungUp
    case lost(LineLoss)

    /// Tells the handler, once the line is closed and unlocked.
    func tell(_ handler: any LineHandler, at now: Uptime) {
        switch self {
        case .closed: break
        case .hungUp: handler.hungUp(at: now)
        case .lost(let loss): handler.lost(loss, at: now)
        }
    }
}
