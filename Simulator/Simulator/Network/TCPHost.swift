import CTerminalLine
import Dispatch
import Flow
import Glibc
import Synchronization

/// Puts a simulated device on the network: a listener, usually with one connection at a time.
///
/// One poll loop runs on a queue of its own; the device is called on that queue only.
package final class TCPHost: Sendable {
    /// The default address, which only this machine can reach.
    package static let usualHost = "127.0.0.1"

    /// Unusual behaviour of a network.
    package struct Manner: Hashable, Sendable {
        /// Whether further tills may connect while a connection is open. The device receives from all of them and
        /// answers the one that sent last.
        package var isParallel = false
        /// The beginning of packets that arrive late on the first connection: only after a newer connection has ended,
        /// and only if they are still sent then. Empty for none.
        package var late: [UInt8] = []

        package init() {}
    }

    package let host: String
    private let device: any NetworkDevice
    private let wishedPort: UInt16
    private let manner: Manner
    private let environment: Environment
    private let queue = DispatchQueue(label: "till.simulator.network")
    private let ended = DispatchGroup()
    private let mailbox = HostMailbox<NetworkOrders>()
    private let heard = Mutex<UInt16?>(nil)

    /// - Parameter port: 0 takes any free port, which the property `port` returns after `start`.
    package init(
        _ device: any NetworkDevice, host: String, port: UInt16, manner: Manner = Manner(), environment: Environment
    ) {
        self.device = device
        self.host = host
        self.manner = manner
        wishedPort = port
        self.environment = environment
    }

    /// The port; nil before `start`.
    package var port: UInt16? { heard.withLock { $0 } }

    /// The address, such as `127.0.0.1:20007`.
    var place: String { "\(host.contains(":") ? "[\(host)]" : host):\(port ?? 0)" }

    /// Begins to listen. When this returns, a till can connect. Traps when called twice.
    package func start() throws(Failure) {
        let listener = try TCPListener.open(host, wishedPort)
        let wakeUp: Int32
        do throws(Failure) { wakeUp = try mailbox.start() } catch {
            listener.close()
            throw error
        }
        heard.withLock { $0 = listener.port }
        queue.async(group: ended) { [self] in
            let loop = TCPHostLoop(
                device: device, host: host, manner: manner, listener: listener, wakeUp: wakeUp,
                uptime: environment.uptime)
            loop.run(mail: mailbox.take)
        }
    }

    /// Runs `work` on the host's queue and performs its orders; dropped after `stop`.
    package func perform(_ work: @escaping @Sendable (_ now: Uptime) -> NetworkOrders) { mailbox.post(work) }

    /// Closes everything and waits for it. Safe to call twice, but not from the device.
    package func stop() {
        mailbox.stop()
        ended.wait()
        mailbox.end()
    }
}

/// The poll loop of one host, which runs on its queue.
private final class TCPHostLoop {
    private static let longestRead = 4096

    private let device: any NetworkDevice
    private let host: String
    private let manner: TCPHost.Manner
    private let port: UInt16
    private let wakeUp: Int32
    private let uptime: @Sendable () -> Uptime
    private var listener: TCPListener?
    /// The open connections; the device talks to the last one.
    private var connections: [Int32] = []
    /// The connection on which packets are dropped.
    private var lossy: Int32?
    private var hasAccepted = false
    private var outbox: [UInt8] = []
    private var reads = true
    private var deadline: Uptime?
    private var returns: Uptime?

    init(
        device: any NetworkDevice, host: String, manner: TCPHost.Manner, listener: TCPListener, wakeUp: Int32,
        uptime: @escaping @Sendable () -> Uptime
    ) {
        self.device = device
        self.host = host
        self.manner = manner
        self.listener = listener
        port = listener.port
        self.wakeUp = wakeUp
        self.uptime = uptime
    }

    /// Runs until `mail` returns nil.
    func run(mail: () -> [@Sendable (Uptime) -> NetworkOrders]?) {
        obey(device.attached(at: uptime()))
        while true {
            let seen = wait()
            guard let work = mail() else { break }
            for piece in work { obey(piece(uptime())) }
            comeBack()
            for one in seen {
                if one.fd == listener?.descriptor { accept() } else { receive(one) }
            }
            send()
            if let deadline, deadline <= uptime() {
                self.deadline = nil
                obey(device.deadlineReached(at: uptime()))
            }
        }
        for connection in connections { _ = close(connection) }
        listener?.close()
    }

    /// Waits, and returns the descriptors with events.
    private func wait() -> [pollfd] {
        let next = [deadline, returns].compactMap { $0 }.min()
        let span = next.map { max(0, ($0 - uptime()).wholeNanoseconds) } ?? -1
        let takesMore = connections.isEmpty || manner.isParallel
        var watched = ([wakeUp, takesMore ? listener?.descriptor : nil] + connections).compactMap { $0 }
            .map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        // A descriptor that is not read stays readable, so polling it would spin; a reset is still noticed.
        if !reads, !connections.isEmpty {
            watched[watched.count - 1].events = 0
        } else if !outbox.isEmpty {
            watched[watched.count - 1].events |= Int16(POLLOUT)
        }
        _ = till_lines_wait(&watched, watched.count, span)
        till_wake_reset(wakeUp)
        return watched.filter { $0.revents != 0 && $0.fd != wakeUp }
    }

    private func accept() {
        guard let accepted = listener?.accept() else { return }
        if !manner.late.isEmpty, !hasAccepted {
            PacketLoss(beginning: manner.late).begin(on: accepted)
            lossy = accepted
        }
        hasAccepted = true
        talk(to: accepted)
        obey(device.connected(at: uptime()))
    }

    private func receive(_ seen: pollfd) {
        let connection = seen.fd
        guard connections.contains(connection) else { return }
        let wasTalkedTo = connection == connections.last
        if !reads, wasTalkedTo {
            // Unread bytes stay until they are read.
            guard seen.revents & Int16(POLLERR | POLLHUP) != 0 else { return }
        } else {
            var chunk = [UInt8](repeating: 0, count: Self.longestRead)
            let count = read(connection, &chunk, chunk.count)
            if count > 0 {
                talk(to: connection)
                return obey(device.received(Array(chunk.prefix(count)), at: uptime()))
            }
            if count < 0, errno == EAGAIN || errno == EINTR { return }
        }
        end(connection) { _ = close($0) }
        if wasTalkedTo { obey(device.disconnected(at: uptime())) }
    }

    private func talk(to connection: Int32) {
        guard connection != connections.last else { return }
        connections.removeAll { $0 == connection }
        connections.append(connection)
        outbox = []
    }

    private func send() {
        guard let connection = connections.last, !outbox.isEmpty else { return }
        let count = Glibc.send(connection, outbox, outbox.count, Int32(MSG_NOSIGNAL))
        // The end of the other side is noticed by reading, not by writing.
        if count > 0 { outbox.removeFirst(count) } else if errno != EAGAIN { outbox = [] }
    }

    private func obey(_ orders: NetworkOrders) {
        deadline = orders.deadline
        reads = orders.reads
        if !connections.isEmpty { outbox += orders.write }
        send()
        switch orders.end {
        case nil: break
        case .closed: if let last = connections.last { end(last) { _ = close($0) } }
        case .reset: if let last = connections.last { end(last) { TCPListener.reset($0) } }
        case .unplugged(let backAfter):
            for connection in connections { end(connection) { TCPListener.reset($0) } }
            listener?.close()
            listener = nil
            returns = backAfter.map { uptime() + $0 }
        }
    }

    private func end(_ connection: Int32, _ close: (Int32) -> Void) {
        if connection == connections.last { outbox = [] }
        connections.removeAll { $0 == connection }
        if let lossy, lossy != connection { PacketLoss.end(on: lossy) }
        lossy = nil
        close(connection)
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
