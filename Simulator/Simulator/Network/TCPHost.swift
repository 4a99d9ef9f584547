import CTerminalLine
import Dispatch
import Flow
import Glibc
import Synchronization

/// Puts a simulated device on the network: a listener, and one connection at a time.
///
/// One poll loop on a queue of its own; the device is called on that queue only.
public final class TCPHost: Sendable {
    /// Nobody but this machine can connect.
    public static let usualHost = "127.0.0.1"

    public let host: String
    private let device: any NetworkDevice
    private let wishedPort: UInt16
    private let environment: Environment
    private let queue = DispatchQueue(label: "till.simulator.network")
    private let ended = DispatchGroup()
    private let mailbox = HostMailbox<NetworkOrders>()
    private let heard = Mutex<UInt16?>(nil)

    /// Port 0 takes any that is free; `port` tells which.
    public init(_ device: any NetworkDevice, host: String, port: UInt16, environment: Environment) {
        self.device = device
        self.host = host
        wishedPort = port
        self.environment = environment
    }

    /// Nil before `start`.
    public var port: UInt16? { heard.withLock { $0 } }

    /// `127.0.0.1:20007`.
    var place: String { "\(host.contains(":") ? "[\(host)]" : host):\(port ?? 0)" }

    /// Begins to listen; when this returns, a till can connect. Starting twice is a programmer's error.
    public func start() throws(Failure) {
        let listener = try TCPListener.open(host, wishedPort)
        let wakeUp: Int32
        do throws(Failure) { wakeUp = try mailbox.start() } catch {
            listener.close()
            throw error
        }
        heard.withLock { $0 = listener.port }
        queue.async(group: ended) { [self] in
            let loop = TCPHostLoop(
                device: device, host: host, listener: listener, wakeUp: wakeUp, uptime: environment.uptime)
            loop.run(mail: mailbox.take)
        }
    }

    /// Runs `work` on the host's queue and performs its orders; dropped after `stop`.
    public func perform(_ work: @escaping @Sendable (_ now: Uptime) -> NetworkOrders) { mailbox.post(work) }

    /// Closes everything, and waits until that is done. Safe to call twice, not from the device.
    public func stop() {
        mailbox.stop()
        ended.wait()
        mailbox.end()
    }
}

/// The poll loop of one host. Lives on its queue.
private final class TCPHostLoop {
    private static let longestRead = 4096

    private let device: any NetworkDevice
    private let host: String
    private let port: UInt16
    private let wakeUp: Int32
    private let uptime: @Sendable () -> Uptime
    private var listener: TCPListener?
    private var connection: Int32?
    private var outbox: [UInt8] = []
    private var reads = true
    private var deadline: Uptime?
    private var returns: Uptime?

    init(
        device: any NetworkDevice, host: String, listener: TCPListener, wakeUp: Int32,
        uptime: @escaping @Sendable () -> Uptime
    ) {
        self.device = device
        self.host = host
        self.listener = listener
        port = listener.port
        self.wakeUp = wakeUp
        self.uptime = uptime
    }

    /// Until `mail` says nil.
    func run(mail: () -> [@Sendable (Uptime) -> NetworkOrders]?) {
        obey(device.attached(at: uptime()))
        while true {
            let seen = wait()
            guard let work = mail() else { break }
            for piece in work { obey(piece(uptime())) }
            comeBack()
            if seen & TILL_LINE_READABLE != 0 { connection == nil ? accept() : receive() }
            if seen & TILL_LINE_WRITABLE != 0 { send() }
            if let deadline, deadline <= uptime() {
                self.deadline = nil
                obey(device.deadlineReached(at: uptime()))
            }
        }
        if let connection { _ = close(connection) }
        listener?.close()
    }

    private func wait() -> Int {
        let next = [deadline, returns].compactMap { $0 }.min()
        let span = next.map { max(0, ($0 - uptime()).wholeNanoseconds) } ?? -1
        // What is not read stays readable: waiting for it would spin.
        let watched = connection.map { reads ? $0 : -1 } ?? listener?.descriptor ?? -1
        let seen = till_line_wait(watched, wakeUp, outbox.isEmpty ? 0 : 1, span)
        till_wake_reset(wakeUp)
        return max(0, Int(seen))
    }

    private func accept() {
        guard let accepted = listener?.accept() else { return }
        connection = accepted
        obey(device.connected(at: uptime()))
    }

    private func receive() {
        guard let connection else { return }
        var chunk = [UInt8](repeating: 0, count: Self.longestRead)
        let count = read(connection, &chunk, chunk.count)
        if count > 0 { return obey(device.received(Array(chunk.prefix(count)), at: uptime())) }
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        hangUp { _ = close($0) }
        obey(device.disconnected(at: uptime()))
    }

    private func send() {
        guard let connection, !outbox.isEmpty else { return }
        let count = Glibc.send(connection, outbox, outbox.count, Int32(MSG_NOSIGNAL))
        // That the other side is gone is read, not written.
        if count > 0 { outbox.removeFirst(count) } else if errno != EAGAIN { outbox = [] }
    }

    private func obey(_ orders: NetworkOrders) {
        deadline = orders.deadline
        reads = orders.reads
        if connection != nil { outbox += orders.write }
        send()
        switch orders.end {
        case nil: break
        case .closed: hangUp { _ = close($0) }
        case .reset: hangUp { TCPListener.reset($0) }
        case .unplugged(let backAfter):
            hangUp { TCPListener.reset($0) }
            listener?.close()
            listener = nil
            returns = backAfter.map { uptime() + $0 }
        }
    }

    private func hangUp(_ close: (Int32) -> Void) {
        if let connection { close(connection) }
        connection = nil
        outbox = []
    }

    private func comeBack() {
        guard let due = returns, due <= uptime() else { return }
        do throws(Failure) {
            listener = try TCPListener.open(host, port)
            returns = nil
            obey(device.attached(at: uptime()))
        } catch {
            returns = uptime() + .seconds(1)
        }
    }
}
