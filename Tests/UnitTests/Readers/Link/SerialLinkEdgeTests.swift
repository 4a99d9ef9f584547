import Flow
import Testing

@testable import Readers

/// What a serial link remembers, for how long, and what it forgets when the line is opened again.
@Suite struct SerialLinkEdgeTests {
    /// A link whose other side has acknowledged something.
    private static func proven() -> LinkLine {
        var line = LinkLine()
        line.send(Sample.command)
        line.receive(Bytes.ack)
        _ = line.take()
        return line
    }

    /// A block with one wrong bit.
    private static let damaged: [UInt8] = {
        var block = SerialBlock.encode(Sample.progress)
        block[3] ^= 1
        return block
    }()

    // MARK: Waiting and withdrawing

    @Test func onlyCommandsAreTakenBackInTheOrderInWhichTheyWereSent() {
        var line = LinkLine()
        for telegram in [Sample.command, Sample.positive, Sample.abort] { line.send(telegram) }
        #expect(line.take() == [.block(Sample.command)])
        line.withdraw()
        #expect(line.take() == [.withdrawn(Sample.command), .withdrawn(Sample.abort), .block(Sample.positive)])
        line.receive(Bytes.ack)
        line.pass(.seconds(60))
        #expect(line.take() == [.delivered(Sample.positive)])
    }

    @Test func whatWaitsBehindAResponseIsTakenBackAndTheResponseIsNot() {
        var line = LinkLine()
        line.send(Sample.positive)
        line.send(Sample.command)
        _ = line.take()
        line.withdraw()
        #expect(line.take() == [.withdrawn(Sample.command)])
        line.pass(.seconds(5))
        #expect(line.take() == [.block(Sample.positive)])
    }

    @Test func whatWaitsLeavesWhenTheOneBeforeItIsAcknowledged() {
        var line = LinkLine()
        line.send(Sample.command)
        line.send(Sample.abort)
        line.receive(Bytes.ack)
        #expect(line.take() == [.block(Sample.command), .delivered(Sample.command), .block(Sample.abort)])
    }

    /// A command and a response at the same time: the next telegram of the other side is no answer to our response.
    @Test(arguments: [Sample.positive, Sample.progress]) func anyTelegramTakesBackAResponse(_ next: [UInt8]) {
        var line = LinkLine()
        line.send([0x84, 0x66, 0x00])
        _ = line.take()
        line.receive(block: next)
        #expect(line.take() == [.ack, .withdrawn([0x84, 0x66, 0x00]), .received(next)])
    }

    // MARK: Time

    @Test func itIsToBeWokenForSilenceForTheEndOfABlockAndForAnAcknowledgement() {
        var line = LinkLine(isFlushed: false)
        let start = line.now
        #expect(line.link.deadline == start + .milliseconds(200))
        line.pass(.milliseconds(200))
        #expect(line.link.deadline == nil && !line.link.isReceiving)
        line.send(Sample.command)
        #expect(line.link.deadline == line.now + .seconds(5))
        line.receive([0x10, 0x02])
        #expect(line.link.isReceiving && line.link.deadline == line.now + .milliseconds(200))
        #expect(line.link.timeout(at: line.now + .milliseconds(199)).isEmpty, "it is not time yet")
        #expect(line.link.timeout(at: line.now + .milliseconds(200)) == [.nak])
        #expect(!line.link.isReceiving && line.link.deadline == line.now + .seconds(5))
    }

    @Test func eachRepeatHasFiveSecondsOfItsOwn() {
        var line = LinkLine()
        line.send(Sample.command)
        line.pass(.seconds(3))
        line.receive(Bytes.nak)
        _ = line.take()
        line.pass(.milliseconds(4_999))
        #expect(line.take().isEmpty)
        line.pass(.milliseconds(1))
        #expect(line.take() == [.block(Sample.command)])
    }

    // MARK: Noise

    private static func noise(_ line: inout LinkLine, _ tenths: Int) {
        for _ in 0..<tenths {
            line.receive([0xFF])
            line.pass(.milliseconds(100))
        }
    }

    @Test func aNoisyLineIsWaitedForFiveSeconds() {
        var line = LinkLine(isFlushed: false)
        line.send(Sample.command)
        Self.noise(&line, 50)
        #expect(line.take().isEmpty)
        line.receive([0xFF])
        #expect(line.take() == [.failed(.foreign(.noise))])
        line.pass(.seconds(60))
        #expect(line.take().isEmpty, "what waited is dropped")
    }

    @Test func withNothingToSendANoisyLineIsListenedToWithoutAWord() {
        var line = LinkLine(isFlushed: false)
        Self.noise(&line, 300)
        line.send(Sample.command)
        #expect(line.take().isEmpty)
        line.pass(.milliseconds(100))
        #expect(line.take() == [.block(Sample.command)])
    }

    @Test func twoHundredFiftySixStrangeBytesAreNoNoiseYet() {
        var line = LinkLine()
        line.receive([UInt8](repeating: 0xF8, count: 256))
        #expect(line.take().isEmpty)
        line.receive([0xF8])
        #expect(line.take() == [.failed(.foreign(.noise))])
    }

    @Test func anotherProtocolIsKnownThoughItComesInPieces() {
        var line = LinkLine()
        line.receive([UInt8](repeating: 0x20, count: 100) + Array("VER".utf8))
        line.pass(.seconds(1))
        line.receive(Array("|AP".utf8))
        #expect(line.take().isEmpty)
        line.receive(Array("P".utf8))
        #expect(line.take() == [.failed(.foreign(.pipeSeparated))])
    }

    @Test func silenceAfterAnAcknowledgementIsNoMissingTerminal() {
        var line = Self.proven()
        line.send(Sample.command)
        line.pass(.seconds(15))
        #expect(line.take().last == .failed(.notAccepted))
    }

    @Test func strangeBytesOfOneThatSpeaksZVTAreNoNoise() {
        var line = Self.proven()
        line.send(Sample.command)
        line.receive([0xF8])
        line.pass(.seconds(15))
        #expect(line.take().last == .failed(.notAccepted))
    }

    @Test func onlyDamagedBlocksInARowAreATransmissionError() {
        var line = LinkLine()
        for _ in 0..<3 {
            line.receive(Self.damaged)
            line.receive(Self.damaged)
            line.receive(block: Sample.progress)
            line.send(Sample.positive)
            line.receive(Bytes.ack)
        }
        #expect(!line.take().contains(.failed(.damagedBlocks)))
    }

    // MARK: Opened again

    private static func reopen(_ line: inout LinkLine) {
        line.steps += line.link.open(at: line.now)
        line.pass(.milliseconds(200))
    }

    @Test func whatWasOnTheWayIsForgotten() {
        var line = LinkLine()
        line.send(Sample.command)
        line.send(Sample.abort)
        line.receive([0x10, 0x02, 0x80])
        _ = line.take()
        Self.reopen(&line)
        line.pass(.seconds(60))
        #expect(line.take().isEmpty && line.link.deadline == nil)
    }

    @Test func aBlockFromBeforeIsNoRepetition() {
        var line = LinkLine()
        line.receive(block: Sample.progress)
        _ = line.take()
        Self.reopen(&line)
        line.receive(block: Sample.progress)
        #expect(line.take() == [.ack, .received(Sample.progress)])
    }

    @Test func whoSpokeZVTBeforeIsAskedAnew() {
        var line = Self.proven()
        Self.reopen(&line)
        line.send(Sample.command)
        line.pass(.seconds(15))
        #expect(line.take().last == .failed(.silence))
    }

    @Test func strangeBytesFromBeforeCountNoMore() {
        var line = LinkLine()
        line.receive([UInt8](repeating: 0xF8, count: 200))
        Self.reopen(&line)
        line.receive([UInt8](repeating: 0xF8, count: 200))
        #expect(line.take().isEmpty)
        Self.reopen(&line)
        line.send(Sample.command)
        line.pass(.seconds(15))
        #expect(line.take().last == .failed(.silence))
    }

    @Test func damagedBlocksFromBeforeCountNoMore() {
        var line = LinkLine()
        for _ in 0..<3 {
            line.receive(Self.damaged)
            line.receive(Self.damaged)
            Self.reopen(&line)
        }
        #expect(!line.take().contains(.failed(.damagedBlocks)))
    }
}
