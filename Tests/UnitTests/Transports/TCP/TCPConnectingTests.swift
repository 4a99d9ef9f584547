import Flow
import Glibc
import Hardware
import Model
import Synchronization
import Testing

@testable import Transports

/// How a connection is established, and why it may not be.
@Suite struct TCPConnectingTests {
    /// A clock that the test can move forward.
    private final class Clock: Sendable {
        private let ahead = Mutex(Duration.zero)
        var uptime: @Sendable () -> Uptime { { steadyClock() + self.ahead.withLock { $0 } } }
        func jump(_ span: Duration) { ahead.withLock { $0 += span } }
    }

    private func port(
        _ path: String, _ uptime: @escaping @Sendable () -> Uptime = steadyClock,
        resolver: HostResolver = HostResolver()
    ) throws -> TCPPort {
        try TCPPort(DeviceAddress(scheme: "tcp", path: path), uptime: uptime, resolver: resolver)
    }

    private static func addresses(_ hosts: (String, UInt16)...) -> [SocketAddress] {
        hosts.flatMap { SocketAddress.numeric(TCPSettings(host: $0.0, port: $0.1, use: .kept)) ?? [] }
    }

    /// A port on which nobody listens.
    private static func unusedPort() throws -> UInt16 { try TCPPeer().port }

    @Test func nobodyListeningIsToldWithWhatToDo() throws {
        let handler = RecordingLineHandler()
        let port = try port("127.0.0.1:\(Self.unusedPort())")
        try port.open(handler)
        defer { port.close() }
        #expect(handler.wait { $0.calls.count == 1 })
        #expect(handler.losses.map(\.code) == ["line.refused"])
        guard case .disconnected(let failure) = handler.losses.first else { return }
        #expect(failure.remedy?.contains("20007") == true)
    }

    @Test func aNameWithoutAddressIsTold() throws {
        let resolver = HostResolver { .failure(.unknownHost($0, reason: "Name or service not known")) }
        let handler = RecordingLineHandler()
        let port = try port("first.terminal.shop", resolver: resolver)
        try port.open(handler)
        defer { port.close() }
        #expect(handler.wait { $0.losses.map(\.code) == ["line.unknownHost"] })
    }

    @Test func aNameIsLookedUpAndItsAddressesAreTriedInTurn() throws {
        let peer = try TCPPeer()
        let (dead, live) = (try Self.unusedPort(), peer.port)
        let resolver = HostResolver { _ in .success(Self.addresses(("127.0.0.1", dead), ("127.0.0.1", live))) }
        let port = try port("second.terminal.shop", resolver: resolver)
        try port.open(echo())
        defer { port.close() }
        try peer.accept()
        try peer.send([3])
        #expect(try peer.take(1) == [3])
    }

    @Test func aLookUpThatHangsHoldsUpNobodyAndEndsWithTheLimit() throws {
        let blocked = BlockedOpening()
        defer { blocked.release() }
        let resolver = HostResolver { _ in
            blocked.waitUntilReleased()
            return .success([])
        }
        let clock = Clock()
        let handler = RecordingLineHandler()
        let port = try port("hanging.terminal.shop", clock.uptime, resolver: resolver)
        try port.open(handler)
        clock.jump(TCPConnector.longest)
        port.perform { _ in LineCommands() }  // Any posted work wakes the queue.
        #expect(handler.wait { $0.losses.map(\.code) == ["line.timeout"] })
        try port.open(handler)
        port.close()
        #expect(handler.losses.count == 1)
    }

    @Test func aListenerThatAnswersNobodyEndsWithTheLimit() throws {
        let peer = try TCPPeer(queue: 0)
        // The first connections fill the queue, and the kernel does not answer further ones.
        let first = try TCPPort(peer.address(), uptime: steadyClock)
        let firstHandler = RecordingLineHandler()
        try first.open(firstHandler)
        defer { first.close() }
        #expect(firstHandler.wait { $0.calls == [.opened] })
        let full = peer.port
        let resolver = HostResolver { _ in .success(Self.addresses(("127.0.0.1", full))) }
        let clock = Clock()
        let handler = RecordingLineHandler()
        let port = try port("full.terminal.shop", clock.uptime, resolver: resolver)
        try port.open(handler)
        defer { port.close() }
        clock.jump(TCPConnector.longest)
        port.perform { _ in LineCommands() }
        #expect(handler.wait { $0.losses.map(\.code) == ["line.timeout"] })
    }

    @Test func closingWhileConnectingReturnsAndTellsNothing() throws {
        let blocked = BlockedOpening()
        defer { blocked.release() }
        let resolver = HostResolver { _ in
            blocked.waitUntilReleased()
            return .success([])
        }
        let handler = RecordingLineHandler()
        let port = try port("closing.terminal.shop", resolver: resolver)
        try port.open(handler)
        port.close()
        #expect(handler.calls.isEmpty)
    }

    @Test(arguments: [
        (ECONNREFUSED, "line.refused"), (EHOSTUNREACH, "line.unreachable"), (ENETUNREACH, "line.unreachable"),
        (ETIMEDOUT, "line.timeout"), (EMFILE, "line.system"),
    ])
    func whatStandsInTheWayOfAConnectionHasItsCode(_ code: Int32, _ name: String) throws {
        let settings = TCPSettings(host: "192.168.1.20", port: 20_007, use: .kept)
        let failure = TCPError(connecting: code, settings).failure
        #expect(failure.code == name)
        #expect(failure.sentence.contains("192.168.1.20:20007"))
    }
}
