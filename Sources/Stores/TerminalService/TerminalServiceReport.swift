import Flow
import Hardware
import Model

/// What a terminal answered to a service.
package struct TerminalServiceReport: Hashable, Sendable {
    package var terminalID: String?
    /// The terminal's state, if it was asked for; 00 is ready.
    package var status: DeviceCode?
    package var softwareVersion: String?
    /// The receipt numbers of the terminal's open reservations, if they were asked for. Some terminals name one at a
    /// time.
    package var openReservations: [Int] = []
    /// The lines that the terminal would have printed.
    package var lines: [String] = []
}
