import Flow
import Hardware
import Model

/// A tty as a `Transport`: raw, non-blocking, exclusive, with its loop on a queue of its own.
///
/// The loop waits in `poll` until the handler's deadline. It needs neither the Swift thread pool nor any other queue, so an
/// acknowledgement leaves in time however busy the process is. Bytes that waited in the kernel when the line was opened are
/// received like any others. A port may be opened again after it was closed or lost; its path, which may be a link such as
/// those in /dev/serial/by-id, is then resolved anew.
package final class SerialPort: Transport {
    package let address: DeviceAddress
    package let settings: SerialSettings

    private let lines: LineQueue

    /// Creates a port for `serial:PATH[?baud=…&stop=…]`, for a printer also `handshake=…`, without opening it. `uptime` is
    /// the clock of the handler's deadlines.
    ///
    /// Throws `line.badOption` with a remedy.
    package init(
        _ address: DeviceAddress, defaults: SerialSettings = .terminal, isPrinter: Bool = false,
        uptime: @escaping @Sendable () -> Uptime
    ) throws(Failure) {
        self.settings = try SerialSettings(of: address, defaults: defaults, isPrinter: isPrinter)
        self.address = address
        lines = LineQueue(address, uptime: uptime)
    }

    /// Throws `line.notFound`, `line.permission`, `line.busy` (also when this port is already open), `line.notATerminal`,
    /// `line.badOption` or `line.system`.
    package func open(_ handler: any LineHandler) throws(Failure) {
        let line: OpenTTY
        do throws(LineError) {
            line = try OpenTTY(address.path, settings)
        } catch {
            throw error.failure
        }
        lines.run(line, handler)
    }

    package func perform(_ work: @escaping @Sendable (_ now: Uptime) -> LineCommands) { lines.post(work) }

    /// Closes the port and drops bytes that the kernel has not accepted. Accepted bytes are still sent, and the call may
    /// wait for that; with a handshake, only settled bytes are.
    package func close() { lines.end() }
}
