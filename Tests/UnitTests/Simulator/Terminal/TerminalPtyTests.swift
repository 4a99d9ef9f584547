import Flow
import Glibc
import Synchronization
import Testing

@testable import Simulator

@Suite struct PacerTests {
    /// 1 ms per byte.
    var pacer = Pacer(baud: 11_000)

    @Test mutating func aByteIsDueWhenItHasBeenOnTheWireWhole() {
        pacer.add(3, at: at(0))
        #expect(pacer.due(at: at(999)) == 0)
        #expect(pacer.due(at: at(1000)) == 1)
        #expect(pacer.due(at: at(9000)) == 3)
    }

    @Test mutating func aLateWakeUpIsCaughtUpAndNotAddedUp() {
        pacer.add(100, at: at(0))
        for late in stride(from: 7_300, through: 95_000, by: 7_300) { pacer.release(pacer.due(at: at(late))) }
        #expect(pacer.time(of: 100) == at(100_000))
    }

    @Test mutating func bytesThatComeWhileTheLineIsBusyFollowTheOnesBefore() {
        pacer.add(5, at: at(0))
        pacer.release(pacer.due(at: at(5000)))
        pacer.add(1, at: at(4000))
        #expect(pacer.time(of: 1) == at(6000))
    }

    @Test mutating func anIdleLineStartsANewBurst() {
        pacer.add(1, at: at(0))
        pacer.release(pacer.due(at: at(1000)))
        pacer.add(1, at: at(50_000))
        #expect(pacer.time(of: 1) == at(51_000))
    }

    private func at(_ microseconds: Int) -> Uptime { Uptime(nanoseconds: Int64(microseconds) * 1000) }
}

@Suite struct PtyHostTests {
    @Test func bytesGoBothWaysAtTheSpeedOfTheLine() throws {
        let scratch = try Scratch()
        let host = PtyHost(Echo(), link: scratch.file("line"), baud: 9600, environment: .live)
        try host.start()
        defer { host.stop() }
        let peer = try Peer(scratch.file("line"))
        let text = [UInt8](repeating: 0x55, count: 192)
        let clock = ContinuousClock()
        let took = clock.measure {
            peer.write(text)
            #expect(peer.read(text.count) == text)
        }
        // There and back, the answer beginning with the first batch: 192 bytes of 11 bits take 220 ms.
        #expect(took > .milliseconds(219))
        #expect(took < .milliseconds(700))
    }

    @Test func aPulledCableHangsUpAndTakesItsLinkAwayUntilItIsBack() throws {
        let scratch = try Scratch()
        let link = scratch.file("line")
        let host = PtyHost(Echo(), link: link, baud: 115_200, environment: .live)
        try host.start()
        defer { host.stop() }
        let peer = try Peer(link)
        host.perform { _ in PtyOrders(unplug: .back(after: .milliseconds(100))) }
        #expect(peer.sawHangUp())
        #expect(access(link, F_OK) != 0)
        #expect(eventually { access(link, F_OK) == 0 })
        let again = try Peer(link)
        again.write([0x42])
        #expect(again.read(1) == [0x42])
    }

    @Test func stoppingRemovesTheLinkAndAForeignFileIsNeverReplaced() throws {
        let scratch = try Scratch()
        let link = scratch.file("line")
        let host = PtyHost(Echo(), link: link, baud: 9600, environment: .live)
        try host.start()
        host.stop()
        var status = stat()
        #expect(lstat(link, &status) != 0)

        let file = open(link, O_CREAT | O_WRONLY, 0o600)
        close(file)
        let refused = PtyHost(Echo(), link: link, baud: 9600, environment: .live)
        #expect(throws: Failure.self) { try refused.start() }
        #expect(access(link, F_OK) == 0)
    }

    @Test func aDeviceThatDoesNotReadLetsTheWriterWait() throws {
        let scratch = try Scratch()
        let host = PtyHost(Deaf(), link: scratch.file("line"), baud: 115_200, environment: .live)
        try host.start()
        defer { host.stop() }
        let peer = try Peer(scratch.file("line"))
        var taken = 0
        while true {
            let count = write(peer.descriptor, [UInt8](repeating: 0, count: 4096), 4096)
            guard count > 0 else { break }
            taken += count
            try #require(taken < 1_000_000, "the line never filled up")
        }
        #expect(errno == EAGAIN)
    }
}

private final class Echo: PtyDevice {
    func attached(at now: Uptime) -> PtyOrders { PtyOrders() }
    func received(_ bytes: [UInt8], at now: Uptime) -> PtyOrders { PtyOrders(write: bytes) }
    func deadlineReached(at now: Uptime) -> PtyOrders { PtyOrders() }
}

private final class Deaf: PtyDevice {
    func attached(at now: Uptime) -> PtyOrders { PtyOrders(reads: false) }
    func received(_ bytes: [UInt8], at now: Uptime) -> PtyOrders { PtyOrders(reads: false) }
    func deadlineReached(at now: Uptime) -> PtyOrders { PtyOrders(reads: false) }
}
