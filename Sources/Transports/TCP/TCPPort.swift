import Dispatch
import Flow
import Glibc
import Hardware
import Model
import Synchronization

/// A network device as a `Transport`: a non-blocking socket with its loop on a queue of its own, like a `SerialPort`.
///
/// The connection is made on that queue within `TCPConnector.longest`, and names are resolved elsewhere; `open` waits for
/// neither. From the first `open` until `close`, also between two connections, no other till on this machine can use the
/// same terminal.
package final class TCPPort: Transport {
    package let address: DeviceAddress
    package let settings: TCPSettings

    private let uptime: @Sendable () -> Uptime
    private let queue: DispatchQueue
    private let resolver: HostResolver
    private let state = Mutex(State())

    private struct State {
        var lock: ListenerLock?
        /// The mailbox of the connection or of the attempt; nil while there is none.
        var mailbox: LineMailbox?
    }

    /// Creates a port for `tcp:HOST[:PORT][?connection=…]` without opening it. `uptime` is the clock of the handler's
    /// deadlines.
    ///
    /// Throws `line.badAddress` or `line.badOption` with a remedy.
    package convenience init(
        _ address: DeviceAddress, usualPort: UInt16 = TCPSettings.usualPort, uptime: @escaping @Sendable () -> Uptime
    ) throws(Failure) {
        try self.init(address, usualPort: usualPort, uptime: uptime, resolver: HostResolver())
    }

    init(
        _ address: DeviceAddress, usualPort: UInt16 = TCPSettings.usualPort,
        uptime: @escaping @Sendable () -> Uptime, resolver: HostResolver
    ) throws(Failure) {
        settings = try TCPSettings(of: address, usualPort: usualPort)
        self.address = address
        self.uptime = uptime
        self.resolver = resolver
        queue = DispatchQueue(label: "till.\(address)", qos: .userInteractive.ifPermitted)
    }

    package var kind: LineKind { .stream(settings.use) }

    /// Throws `line.busy` (also when this port is already open) or `line.system`. Later errors are reported to the handler
    /// as `lost`: `line.unknownHost`, `line.refused`, `line.unreachable` or `line.timeout`.
    package func open(_ handler: any LineHandler) throws(Failure) {
        let mailbox: LineMailbox
        do throws(LineError) { mailbox = try LineMailbox() } catch { throw error.failure }
        let obstacle = state.withLock { state -> TCPError? in
            guard state.mailbox == nil else { return .busy(settings) }
            do throws(TCPError) {
                if state.lock == nil { state.lock = try ListenerLock(settings) }
            } catch { return error }
            state.mailbox = mailbox
            return nil
        }
        if let obstacle { throw obstacle.failure }
        queue.async { self.run(mailbox, handler) }
    }

    package func perform(_ work: @escaping @Sendable (_ now: Uptime) -> LineCommands) {
        state.withLock { $0.mailbox }?.post(work)
    }

    /// Closes the port and drops bytes that the kernel has not accepted.
    package func close() {
        dispatchPrecondition(condition: .notOnQueue(queue))
        state.withLock { $0.mailbox }?.end()
        queue.sync {}
        state.withLock { $0.lock = nil }
    }

    private func run(_ mailbox: LineMailbox, _ handler: any LineHandler) {
        let ending = converse(mailbox, handler)
        state.withLock { if $0.mailbox === mailbox { $0.mailbox = nil } }
        ending.tell(handler, at: uptime())
    }

    private func converse(_ mailbox: LineMailbox, _ handler: any LineHandler) -> LineEnding {
        let connector = TCPConnector(settings: settings, mailbox: mailbox, resolver: resolver, uptime: uptime)
        do throws(LineEnding) {
            let connection = try connector.connect()
            defer { connection.close() }
            var loop = LineLoop(connection, handler: handler, uptime: uptime, on: queue)
            return loop.run()
        } catch { return error }
    }
}

/// The lock of a terminal on the network: an abstract socket of its name, which only one process can bind (unix(7)) and
/// which the kernel releases when the process ends. Nothing is ever received on it.
private final class ListenerLock: Sendable {
    /// The most bytes that fit into `sun_path` behind its leading zero. A longer name is cut at its beginning.
    private static let longestName = 107

    private let descriptor: Int32

    init(_ settings: TCPSettings) throws(TCPError) {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw .system(settings, errno: errno, during: .taking) }
        let name = Array("till \(settings)".utf8.suffix(Self.longestName))
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0[1...].copyBytes(from: name) }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + 1 + name.count)
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
        }
        guard bound == 0 else {
            throw errno == EADDRINUSE ? .busy(settings) : .system(settings, errno: errno, during: .taking)
        }
    }

    deinit {
        if descriptor >= 0 { _ = Glibc.close(descriptor) }
    }
}
