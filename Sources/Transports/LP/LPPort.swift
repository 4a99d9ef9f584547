import Flow
import Hardware
import Model
import Synchronization

/// A printer behind the kernel's own driver as a `Transport`: `usblp:/dev/usb/lp0`. Only one program can open it.
///
/// For non-blocking writes the driver does not tell whether the printer received the bytes. So the printer itself is asked
/// when everything was written, and only what it answers for counts as received.
package final class LPPort: PrinterLine {
    static let scheme = "usblp"

    package let address: DeviceAddress
    private let ask: OpenLP.Ask
    private let lines: LineQueue
    private let line = Mutex<OpenLP?>(nil)

    /// Creates a port for `usblp:PATH` without opening it. `uptime` is the clock of the handler's deadlines.
    ///
    /// Throws `line.badAddress` or `line.badOption` with a remedy.
    package convenience init(_ address: DeviceAddress, uptime: @escaping @Sendable () -> Uptime) throws(Failure) {
        try self.init(address, asking: OpenLP.askDriver, uptime: uptime)
    }

    /// Creates a port for a node with a simulated driver: `portStatus` is the printer's answer to GET_PORT_STATUS, nil when
    /// the printer is gone.
    package convenience init(
        _ address: DeviceAddress, portStatus: @escaping @Sendable () -> UInt8?,
        uptime: @escaping @Sendable () -> Uptime
    ) throws(Failure) {
        try self.init(
            address, asking: { _ in portStatus().map(OpenLP.Answer.told) ?? .gone }, uptime: uptime)
    }

    private init(
        _ address: DeviceAddress, asking ask: @escaping OpenLP.Ask, uptime: @escaping @Sendable () -> Uptime
    ) throws(Failure) {
        try Self.check(address)
        self.address = address
        self.ask = ask
        lines = LineQueue(address, uptime: uptime)
    }

    /// Throws what `init` would throw.
    package static func check(_ address: DeviceAddress) throws(Failure) {
        guard address.scheme == scheme, address.path.hasPrefix("/") else { throw LPError.address(address).failure }
        if let unknown = address.options.keys.sorted().first { throw LPError.option(unknown).failure }
    }

    /// Throws `line.notFound`, `line.permission`, `line.busy` (also when this port is already open), `line.notThat` or
    /// `line.system`.
    package func open(_ handler: any LineHandler) throws(Failure) {
        let opened: OpenLP
        do throws(LPError) { opened = try OpenLP(address.path, asking: ask) } catch { throw error.failure }
        line.withLock { $0 = opened }
        lines.run(opened, handler)
    }

    package func perform(_ work: @escaping @Sendable (_ now: Uptime) -> LineCommands) { lines.post(work) }

    /// Closes the port and drops everything that the printer has not received.
    package func close() { lines.end() }

    /// The printer's status; all unknown when the printer does not report it.
    package func printerStatus() async throws(Failure) -> PrinterStatus {
        guard let line = line.withLock({ $0 }) else { throw LPError.notOpen(address).failure }
        let answer = await withCheckedContinuation { continuation in
            line.ask { continuation.resume(returning: $0) }
        }
        switch answer {
        case .told(let byte): return PrinterStatus(portStatus: byte) ?? PrinterStatus()
        case .silent: return PrinterStatus()
        case .gone: throw LPError.gone(address.path).failure
        }
    }
}
