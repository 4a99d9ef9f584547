import Flow
import Hardware
import Model

/// What the terminal told.
package struct TerminalServiceReport: Hashable, Sendable {
    package var terminalID: String?
    /// The terminal's state, if it was asked for; 00 is ready.
    package var status: DeviceCode?
    package var softwareVersion: String?
    /// The receipt numbers of its open reservations, if they were asked for. Some terminals name one at a time.
    package var openReservations: [Int] = []
    /// The lines that it would have printed.
    package var lines: [String] = []
}
