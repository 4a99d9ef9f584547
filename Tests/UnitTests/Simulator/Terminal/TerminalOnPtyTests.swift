import Flow
import Glibc
import Testing

@testable import Simulator

@Suite struct TerminalOnPtyTests {
    @Test func aTillRegistersThroughTheLinkAndTheLinkEndsWithTheTerminal() throws {
        let scratch = try Scratch()
        let terminal = try terminal(.approve, in: scratch)
        let link = try terminal.start()
        let peer = try Peer(link)
        peer.write(TerminalFraming.block(TerminalBench.enquiry))
        let answer = [0x06] + TerminalFraming.block(TerminalBench.accepted)
        #expect(peer.read(answer.count) == answer)
        terminal.stop()
        #expect(peer.sawHangUp())
        #expect(access(link, F_OK) != 0)
    }

    @Test func theNumbersGoOnInTheNextLife() throws {
        let scratch = try Scratch()
        let file = try TerminalJournalFile(in: scratch.path)
        for entry in TerminalBench.journalOfAReversal() { try file.append(entry) }
        withExtendedLifetime(file) {}
        _ = consume file
        let terminal = try terminal(.decline, in: scratch)
        let peer = try Peer(terminal.start())
        defer { terminal.stop() }
        peer.write(TerminalFraming.block(TerminalBench.pay1250))
        #expect(eventually { (try? TerminalJournal(contentsOf: terminal.journalPath).entries.count) == 4 })
        for _ in 0..<3 { peer.write([0x06]) }
        #expect(try TerminalJournal(contentsOf: terminal.journalPath).requests.count == 2)
    }

    @Test func twoTerminalsCannotShareAJournal() throws {
        let scratch = try Scratch()
        let first = try terminal(.approve, in: scratch)
        #expect(throws: Failure.self) { try terminal(.approve, in: scratch) }
        withExtendedLifetime(first) {}
    }

    @Test func aSpeedThatNoLineHasIsRefused() throws {
        let scratch = try Scratch()
        let odd = try SimulatedTerminalOnPty(
            scenario: TerminalScenario(), directory: scratch.path, baud: 1234, environment: .live)
        #expect(throws: Failure.self) { try odd.start() }
    }

    private func terminal(_ name: TerminalScenario.Shipped, in scratch: Scratch) throws -> SimulatedTerminalOnPty {
        try SimulatedTerminalOnPty(
            scenario: TerminalScenario(name), directory: scratch.path, baud: 115_200, environment: .live)
    }
}
