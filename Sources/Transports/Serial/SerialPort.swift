import Flow
import Hardware
import Model

/// A tty as a `Transport`: raw, non-blocking, for this process alone, with its loop on a queue of its own.
///
/// The loop waits in `poll` with the wire's deadline as its limit; it needs neither the Swift thread pool nor any other
/// queue, so an acknowledgement leaves in time however busy the rest of the process is. Bytes that waited in the kernel
/// when the line was opened are received like any other. A port may be opened again after it was closed or lost; the
/// path, which may be a link such as those in /dev/serial/by-id, is then resolved anew.
package final class SerialPort: Transport {
    package let address: DeviceAddress
    package let settings: SerialSettings

    private let lines: LineQueue

    /// A port on `serial:PATH[?baud=…&stop=…]`, a printer's with `handshake=…` too; nothing is opened yet. `uptime` is the clock
    /// of the wire's deadlines.
    ///
    /// Throws `line.badOption`, with what would be right.
    package init(
        _ address: DeviceAddress, defaults: SerialSettings = .reader, isPrinter: Bool = false,
        uptime: @escaping @Sendable () -> Uptime
    ) throws(Failure) {
        self.settings = try SerialSettings(of: address, defaults: defaults, isPrinter: isPrinter)
        self.address = address
        lines = LineQueue(address, uptime: uptime)
    }

    /// Throws `line.notFound`, `line.permission`, `line.busy` (also when this port is open already), `line.notATerminal`,
    /// `line.badOption` or `line.system`.
    package func open(_ wire: any LineHandler) throws(Failure) {
        let line: OpenTTY
        do throws(LineError) {
            line = try OpenTTY(address.path, settings)
        } catch {
            throw error.failure
        }
        lines.run(line, wire)
    }

    package func perform(_ work: @escaping @Sendable (_ now: Uptime) -> LineCommands) { lines.post(work) }

    /// Also drops what was ordered and not yet taken by the kernel. What the kernel took still leaves, and on a real
    /// line the call may wait for that; with a handshake, only what is settled does.
    package func close() { lines.end() }
}
