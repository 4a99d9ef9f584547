import Flow
import Hardware
import Model

/// What the terminal told.
package struct TerminalServiceReport: Hashable, Sendable {
    package var terminalID: String?
    /// Its state, where it was asked for; 00 is ready.
    package var status: DeviceCode?
    package var softwareVersion: String?
    /// The receipt numbers of reservations that it holds, where it was asked for them. Some terminals name one at a time.
    package var openReservations: [Int] = []
    /// What it would have printed.
    package var lines: [String] = []
}
