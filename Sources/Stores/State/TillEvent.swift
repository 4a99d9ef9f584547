import Flow
import Hardware
import Model
import Payments

/// Facts that reach the root.
package enum TillEvent: Hashable, Codable, Sendable {
    case payment(TerminalDisplayEvent)
    case spool(PrintSpoolEvent)
    case recovery(RecoveryEvent)
    case outbox(OutboxEvent)
    case mail(OutboxEvent)
    case device(DeviceEvent)
    case printer(PrinterEvent)
    case endOfDay(EndOfDayNotice)
    case navigation(NavigationEvent<KioskPage>)
    /// A fact that matters only to the branch it happened in.
    case elsewhere
}
