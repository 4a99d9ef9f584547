import Flow
import Model

/// Events about the print spool.
package enum PrintSpoolEvent: Hashable, Codable, Sendable {
    /// This printer is to be served.
    case served(DeviceAddress)
    /// This process stays: it serves every printer with waiting prints.
    case servedAll
    /// These printers have waiting prints.
    case found([DeviceAddress])
    /// The search for waiting prints failed.
    case notFound(Failure)
    /// This printer is not to be served any more.
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
