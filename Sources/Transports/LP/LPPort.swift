import Flow
import Hardware
import Model
import Synchronization

/// A printer behind the kernel's own driver as a `Transport`: `usblp:/dev/usb/lp0`. The driver lets one program have it.
///
/// Whoever does not wait for a write is not told by the driver what came of it. So the printer itself is asked when all
/// has gone over, and only what it answers for is called taken.
package final class LPPort: PrinterLine {
    static let scheme = "usblp"

    package let address: DeviceAddress
    private let ask: OpenLP.Ask
    private let lines: LineQueue
    private let line = Mutex<OpenLP?>(nil)

    /// A port on `usblp:PATH`; nothing is opened yet. `uptime` is the clock of the wire's deadlines.
    ///
    /// Throws `line.badAddress` or `line.badOption`, with what would be right.
    package convenience init(_ address: DeviceAddress, uptime: @escaping @Sendable () -> Uptime) throws(Failure) {
        try self.init(address, asking: OpenLP.askDriver, uptime: uptime)
    }

    /// The same on a node whose driver is asked in another way, as one that is simulated: `portStatus` is what the printer
    /// answers to GET_PORT_STATUS, nil where it is gone.
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

    /// What `init` throws.
    package static func check(_ address: DeviceAddress) throws(Failure) {
        guard address.scheme == scheme, address.path.hasPrefix("/") else { throw LPError.address(address).failure }
        if let unknown = address.options.keys.sorted().first { throw LPError.option(unknown).failure }
    }

    /// Throws `line.notFound`, `line.permission`, `line.busy` (also when this port is open already), `line.notThat` or
    /// `line.system`.
    package func open(_ wire: any LineHandler) throws(Failure) {
        let opened: OpenLP
        do throws(LPError) { opened = try OpenLP(address.path, asking: ask) } catch { throw error.failure }
        line.withLock { $0 = opened }
        lines.run(opened, wire)
    }

    package func perform(_ work: @escaping @Sendable (_ now: Uptime) -> LineCommands) { lines.post(work) }

    /// Also drops what the printer has not taken.
    package func close() { lines.end() }

    /// All unknown where the printer tells nothing of itself.
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
