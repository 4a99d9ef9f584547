import Flow
import Glibc
import Hardware
import Model
import Synchronization
import Testing

@testable import Transports

/// The promises of `Transport`, tested over real sockets of the kernel.
@Suite struct TCPPortTests {
    let peer: TCPPeer

    init() throws { peer = try TCPPeer() }

    private func openPort(_ handler: any LineHandler, options: [String: String] = [:]) throws -> TCPPort {
        let port = try TCPPort(peer.address(options), uptime: steadyClock)
        try port.open(handler)
        return port
    }

    @Test func everyByteValueGoesBothWaysUnchanged() throws {
        let handler = echo()
        let port = try openPort(handler)
        defer { port.close() }
        try peer.accept()
        let all = Array(UInt8.min...UInt8.max)
        try peer.send(all)
        #expect(try peer.take(256) == all)
        #expect(handler.received == all)
        #expect(handler.calls.first == .opened)
    }

    @Test func whatTheWireOrdersOnOpeningIsSentFirstAndThenWhatWasPostedMeanwhile() throws {
        let handler = RecordingLineHandler { call, _ in LineCommands(write: call == .opened ? [1, 2, 3] : []) }
        let port = try openPort(handler)
        defer { port.close() }
        port.perform { _ in LineCommands(write: [4]) }
        try peer.accept()
        #expect(try peer.take(4) == [1, 2, 3, 4])
    }

    @Test func aBurstLargerThanTheKernelTakesArrivesWholeAndInOrder() throws {
        let burst = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
        let port = try openPort(RecordingLineHandler())
        defer { port.close() }
        try peer.accept()
        port.perform { _ in LineCommands(write: Array(burst[..<2_000_000])) }
        port.perform { _ in LineCommands(write: Array(burst[2_000_000...])) }
        #expect(try peer.take(burst.count) == burst)
    }

    @Test func aPeerThatClosesIsNamedOnceAndThePortMayBeOpenedAgain() throws {
        let handler = RecordingLineHandler()
        let port = try openPort(handler)
        defer { port.close() }
        try peer.accept()
        peer.hangUp()
        #expect(handler.wait { $0.losses.map(\.code) == ["line.closed"] })
        try port.open(echo())
        try peer.accept()
        try peer.send([9])
        #expect(try peer.take(1) == [9])
    }

    @Test func aResetIsALossAndWritingToItNoSignal() throws {
        let handler = RecordingLineHandler()
        let port = try openPort(handler)
        defer { port.close() }
        try peer.accept()
        // A reset that arrives before the acceptance is noticed counts as a refused connection.
        #expect(handler.wait { $0.calls == [.opened] })
        peer.reset()
        for _ in 0..<100 { port.perform { _ in LineCommands(write: [1]) } }
        #expect(handler.wait { $0.losses.map(\.code) == ["line.closed"] })
    }

    @Test func hangingUpWritesWhatWasOrderedAndTellsTheWire() throws {
        let handler = RecordingLineHandler()
        let port = try openPort(handler)
        try peer.accept()
        port.perform { _ in LineCommands(write: [7, 8], hangsUp: true, isSettled: true) }
        #expect(try peer.take(2) == [7, 8])
        #expect(try peer.seesTheEnd())
        #expect(handler.wait { $0.calls == [.opened, .hungUp] })
        port.close()
        #expect(handler.calls == [.opened, .hungUp])
    }

    enum Way: CaseIterable { case hangUp, close, peerSaysNoMore }

    /// A command that was given up must not arrive while another connection asks for its outcome.
    @Test(arguments: Way.allCases, [false, true])
    func onlyWhatIsSettledArrivesAfterTheClose(_ way: Way, _ isSettled: Bool) throws {
        let handler = RecordingLineHandler()
        let port = try openPort(handler)
        defer { port.close() }
        try peer.accept()
        // More than the peer's kernel accepts unread, and less than our own kernel does.
        port.perform { _ in LineCommands(write: [UInt8](repeating: 6, count: 3_000_000), isSettled: isSettled) }
        _ = try peer.take(1)
        switch way {
        case .hangUp: port.perform { _ in LineCommands(hangsUp: true, isSettled: isSettled) }
        case .close: port.close()
        case .peerSaysNoMore:
            peer.saysNoMore()
            #expect(handler.wait { !$0.losses.isEmpty })
        }
        #expect(try peer.readsToAnEndInOrder() == isSettled)
    }

    @Test func whatNobodyHasSettledDoesNotArriveAfterTheClose() throws {
        let port = try openPort(RecordingLineHandler())
        try peer.accept()
        port.close()
        #expect(try !peer.readsToAnEndInOrder())
    }

    @Test func afterClosingTheWireIsNotCalledAndWorkIsDropped() throws {
        let handler = RecordingLineHandler { _, now in LineCommands(deadline: now + .milliseconds(1)) }
        let port = try openPort(handler)
        #expect(handler.wait { $0.deadlines.count > 3 })
        port.close()
        let calls = handler.calls.count
        port.perform { _ in
            Issue.record("work after the close")
            return LineCommands()
        }
        port.close()
        #expect(handler.calls.count == calls)
        #expect(handler.losses.isEmpty)
    }

    @Test func oneTillOfThisMachineHasATerminalHoweverItsAddressIsWritten() throws {
        let port = try openPort(RecordingLineHandler())
        let other = try TCPPort(peer.address(["connection": "transaction"]), uptime: steadyClock)
        let failure = #expect(throws: Failure.self) { try other.open(RecordingLineHandler()) }
        #expect(failure?.code == "line.busy")
        #expect(throws: Failure.self) { try port.open(RecordingLineHandler()) }
        port.close()
        try other.open(RecordingLineHandler())
        other.close()
    }

    @Test func betweenTwoConnectionsTheTerminalStaysOurs() throws {
        let handler = RecordingLineHandler { call, _ in LineCommands(hangsUp: call == .opened) }
        let port = try openPort(handler)
        #expect(handler.wait { $0.calls.last == .hungUp })
        let other = try TCPPort(peer.address(), uptime: steadyClock)
        #expect(throws: Failure.self) { try other.open(RecordingLineHandler()) }
        port.close()
        try other.open(RecordingLineHandler())
        other.close()
    }

    @Test(.enabled(if: (try? TCPPeer(host: "::1")) != nil, "this machine has no IPv6"))
    func aTerminalMayHaveAnAddressOfIPv6() throws {
        let peer = try TCPPeer(host: "::1")
        let port = try TCPPort(peer.address(host: "[::1]"), uptime: steadyClock)
        try port.open(echo())
        defer { port.close() }
        try peer.accept()
        try peer.send([5])
        #expect(try peer.take(1) == [5])
    }
}

extension LineLoss {
    /// The code of the failure that ended the connection.
    var code: String? { if case .disconnected(let failure) = self { failure.code } else { nil } }
}
