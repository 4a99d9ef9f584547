import CTerminalLine
import Flow
import Glibc
import Hardware

/// A connected socket.
struct TCPConnection: OpenLine {
    /// After how many idle seconds the kernel begins to probe a silent peer.
    private static let idleSeconds: Int32 = 15
    private static let probeSeconds: Int32 = 5
    private static let probes: Int32 = 3
    /// How long sent bytes may stay unacknowledged: half of what a terminal waits for an answer.
    private static let unacknowledgedMilliseconds: Int32 = 15_000

    let descriptor: Int32
    let mailbox: LineMailbox
    let settings: TCPSettings

    func write(_ bytes: UnsafeRawBufferPointer) -> Int {
        Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Without this, closing resets the connection, and the kernel drops what was not acknowledged.
    func sendsOnWhenClosed(_ sendsOn: Bool) { Self.sendsOnWhenClosed(sendsOn, descriptor) }

    var ended: LineLoss? { .disconnected(TCPError.closed(settings).failure) }

    func loss(_ code: Int32, during call: LineCall) -> LineLoss {
        .disconnected(TCPError(code, during: call, settings).failure)
    }

    /// Sets the socket's options. Telegrams are short and each waits for the next, so none is delayed to fill a packet.
    ///
    /// When a till gives up or is killed, the kernel must not go on sending its command: the command would arrive while the
    /// terminal is asked for its outcome on another connection, or later.
    static func prepare(_ descriptor: Int32) {
        sendsOnWhenClosed(false, descriptor)
        set(descriptor, IPPROTO_TCP, TCP_NODELAY, 1)
        set(descriptor, SOL_SOCKET, SO_KEEPALIVE, 1)
        set(descriptor, IPPROTO_TCP, TCP_KEEPIDLE, idleSeconds)
        set(descriptor, IPPROTO_TCP, TCP_KEEPINTVL, probeSeconds)
        set(descriptor, IPPROTO_TCP, TCP_KEEPCNT, probes)
        set(descriptor, IPPROTO_TCP, TCP_USER_TIMEOUT, unacknowledgedMilliseconds)
    }

    private static func sendsOnWhenClosed(_ sendsOn: Bool, _ descriptor: Int32) {
        var lingering = linger(l_onoff: sendsOn ? 0 : 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &lingering, socklen_t(MemoryLayout<linger>.size))
    }

    /// Sets an option. A system without this option notices some errors later, but works.
    private static func set(_ descriptor: Int32, _ level: some BinaryInteger, _ option: Int32, _ value: Int32) {
        var value = value
        setsockopt(descriptor, Int32(level), option, &value, socklen_t(MemoryLayout<Int32>.size))
    }
}

/// Connects on the port's queue: it waits for the name's addresses, then tries each in turn. All of it ends within
/// `longest`.
struct TCPConnector {
    /// The limit for connecting: as long as a terminal may take to answer a command (T3).
    static let longest = Duration.seconds(5)

    let settings: TCPSettings
    let mailbox: LineMailbox
    let resolver: HostResolver
    let uptime: @Sendable () -> Uptime

    func connect() throws(LineEnding) -> TCPConnection {
        let end = uptime() + Self.longest
        var addresses = try addresses(until: end)[...]
        var obstacle = LineEnding(TCPError.timedOut(settings))
        while let address = addresses.popFirst() {
            // The remaining addresses share the remaining time, so that one that leads nowhere does not use it all.
            let limit = uptime() + (end - uptime()) / (addresses.count + 1)
            do throws(LineEnding) { return try connect(address, until: limit) } catch {
                if case .closed = error { throw error }
                obstacle = error
            }
        }
        throw obstacle
    }

    private func addresses(until limit: Uptime) throws(LineEnding) -> [SocketAddress] {
        if let known = SocketAddress.numeric(settings) { return known }
        let pending = resolver.begin(settings, for: mailbox)
        while true {
            switch pending.answer {
            case .success(let addresses): return addresses
            case .failure(let error): throw LineEnding(error)
            case nil: _ = try wait(for: nil, until: limit)
            }
        }
    }

    private func connect(_ address: SocketAddress, until limit: Uptime) throws(LineEnding) -> TCPConnection {
        let flags = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(address.family, flags, 0)
        guard descriptor >= 0 else { throw LineEnding(TCPError(connecting: errno, settings)) }
        TCPConnection.prepare(descriptor)
        let connection = TCPConnection(descriptor: descriptor, mailbox: mailbox, settings: settings)
        do throws(LineEnding) {
            try begin(connection, address)
            while try !wait(for: connection, until: limit) {}
            try finish(connection)
            return connection
        } catch {
            connection.close()
            throw error
        }
    }

    private func begin(_ connection: TCPConnection, _ address: SocketAddress) throws(LineEnding) {
        let result = address.withPointer { Glibc.connect(connection.descriptor, $0, $1) }
        guard result != 0, errno != EINPROGRESS else { return }
        throw LineEnding(TCPError(connecting: errno, settings))
    }

    private func finish(_ connection: TCPConnection) throws(LineEnding) {
        var code: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        getsockopt(connection.descriptor, SOL_SOCKET, SO_ERROR, &code, &size)
        guard code == 0 else { throw LineEnding(TCPError(connecting: code, settings)) }
    }

    /// Returns false when only the mailbox was signalled.
    private func wait(for connection: TCPConnection?, until limit: Uptime) throws(LineEnding) -> Bool {
        let rest = (limit - uptime()).wholeNanoseconds
        guard rest > 0 else { throw LineEnding(TCPError.timedOut(settings)) }
        let seen = Int(till_line_wait(connection?.descriptor ?? -1, mailbox.wake, 1, rest))
        if seen < 0 { throw LineEnding(TCPError(connecting: Int32(-seen), settings)) }
        if seen & TILL_LINE_WOKEN != 0 { try mailbox.answerBell() }
        return seen & (TILL_LINE_READABLE | TILL_LINE_WRITABLE) != 0
    }
}

extension LineEnding {
    fileprivate init(_ error: TCPError) { self = .lost(.disconnected(error.failure)) }
}
