import Flow
import Hardware
import Model
import Payments

/// Events that reach the root.
package enum TillEvent: Hashable, Codable, Sendable {
    case payment(TerminalDisplayEvent)
    case spool(PrintSpoolEvent)
    case recovery(RecoveryEvent)
    case outbox(OutboxEvent)
    case mail(OutboxEvent)
    case device(DeviceEvent)
    case printer(PrinterEvent)
    case endOfDay(EndOfDayProgress)
    case kiosk(KioskEvent)
    /// An event that matters only to its own branch.
    case elsewhere
}
