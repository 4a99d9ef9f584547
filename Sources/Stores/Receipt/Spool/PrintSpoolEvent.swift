import Flow
import Model

/// Events about the print spool.
package enum PrintSpoolEvent: Hashable, Codable, Sendable {
    /// A printer is to be served.
    case served(DeviceAddress)
    /// Every printer with waiting prints is to be served, because this process stays.
    case servedAll
    /// Printers with waiting prints were found.
    case found([DeviceAddress])
    /// The search for waiting prints failed.
    case notFound(Failure)
    /// A printer is not to be served any more.
    case dismissed(DeviceAddress)
    case began(DeviceAddress)
    case printed(DeviceAddress, PrintReport)
    /// A print was found cut off: the process that had begun it was stopped.
    case cutOff(CutOffPrint)
    /// All prints that were requested so far have been made.
    case rested(DeviceAddress, asked: Int)
    /// Printing on this printer cannot go on.
    case halted(DeviceAddress, Failure)
}
