import Flow
import Testing

@testable import Readers

@Suite struct SerialLinkTests {
    @Test func aGapInsideABlockBeyondT1IsRefused() {
        var line = LinkLine()
        line.receive(Array(SerialBlock.encode(Sample.progress).prefix(5)))
        line.pass(.milliseconds(199))
        #expect(line.take().isEmpty)
        line.pass(.milliseconds(1))
        #expect(line.take() == [.nak])
        line.receive(block: Sample.progress)
        #expect(line.take() == [.ack, .received(Sample.progress)])
    }

    @Test func aGapWithinT1IsNoMatter() {
        var line = LinkLine()
        for byte in SerialBlock.encode(Sample.progress) {
            line.receive([byte])
            line.pass(.milliseconds(199))
        }
        #expect(line.take() == [.ack, .received(Sample.progress)])
    }

    @Test func withoutACKABlockIsSentThreeTimesFiveSecondsApart() {
        var line = LinkLine()
        line.send(Sample.command)
        line.pass(.milliseconds(14_999))
        #expect(line.take() == Array(repeating: .block(Sample.command), count: 3))
        line.pass(.milliseconds(1))
        #expect(line.take() == [.failed(.silence)])
    }

    @Test func aNAKMakesUsRepeatAtOnceTwice() {
        var line = LinkLine()
        line.send(Sample.command)
        line.receive(Bytes.nak)
        line.receive(Bytes.nak)
        #expect(line.take() == Array(repeating: .block(Sample.command), count: 3))
        line.receive(Bytes.nak)
        #expect(line.take() == [.failed(.notAccepted)])
    }

    @Test func whatGoesWrongIsCounted() {
        var line = LinkLine()
        line.send(Sample.command)
        line.receive(Bytes.nak)
        #expect(line.link.takeErrors() == [.nakReceived])
        line.pass(.seconds(5))
        #expect(line.link.takeErrors() == [.noAcknowledgement])
        line.receive(Bytes.ack)
        line.receive(block: Sample.progress)
        #expect(line.link.takeErrors() == [], "nothing is wrong with that")
        line.receive(block: Sample.progress)
        #expect(line.link.takeErrors() == [.repeatedBlock])
        line.receive(Array(SerialBlock.encode(Sample.otherProgress).prefix(5)))
        line.pass(.milliseconds(200))
        #expect(line.link.takeErrors() == [.nakSent])
        #expect(line.link.takeErrors() == [])
    }

    @Test func aStormOfNAKsCostsThreeTransmissionsNoMore() {
        var line = LinkLine()
        line.send(Sample.command)
        line.receive([UInt8](repeating: 0x15, count: 10_000))
        #expect(line.take().filter { $0 == .block(Sample.command) }.count == 3)
    }

    @Test func anACKAfterARepeatIsEnough() {
        var line = LinkLine()
        line.send(Sample.command)
        line.receive(Bytes.nak)
        line.receive(Bytes.ack)
        line.pass(.seconds(60))
        #expect(line.take() == [.block(Sample.command), .block(Sample.command), .delivered(Sample.command)])
    }

    @Test func withNothingOfOursOpenAStrayACKMeansNothing() {
        var line = LinkLine()
        line.receive(Bytes.ack + Bytes.nak + Bytes.ack)
        #expect(line.take().isEmpty)
    }

    @Test func aWrongChecksumIsRefused() {
        var line = LinkLine()
        var block = SerialBlock.encode(Sample.progress)
        block[block.count - 1] ^= 0x01
        line.receive(block)
        #expect(line.take() == [.nak])
    }

    @Test func threeDamagedBlocksInARowAreATransmissionError() {
        var line = LinkLine()
        var block = SerialBlock.encode(Sample.progress)
        block[3] ^= 0x01
        for _ in 0..<3 { line.receive(block) }
        #expect(line.take() == [.nak, .nak, .nak, .failed(.damagedBlocks)])
    }
}

/// A lost ACK, and both sides sending at once.
@Suite struct RepetitionTests {
    @Test func aRepetitionBeforeOurResponseIsAcknowledgedAndNotProcessedTwice() {
        var line = LinkLine()
        line.receive(block: Sample.progress)
        line.receive(block: Sample.progress)
        #expect(line.take() == [.ack, .received(Sample.progress), .ack])
    }

    @Test func aRepetitionAfterOurResponseGetsTheResponseAgain() {
        var line = LinkLine()
        line.receive(block: Sample.progress)
        line.send(Sample.positive)
        _ = line.take()
        line.receive(block: Sample.progress)
        #expect(line.take() == [.ack, .block(Sample.positive)])
    }

    @Test func theSameBlockAfterOurResponseWasAcknowledgedIsNew() {
        var line = LinkLine()
        for _ in 0..<2 {
            line.receive(block: Sample.progress)
            line.send(Sample.positive)
            line.receive(Bytes.ack)
            #expect(
                line.take() == [
                    .ack, .received(Sample.progress), .block(Sample.positive), .delivered(Sample.positive),
                ])
        }
    }

    @Test func repetitionsNeverMakeMoreThanThreeTransmissionsOfAResponse() {
        var line = LinkLine()
        line.receive(block: Sample.progress)
        line.send(Sample.positive)
        for _ in 0..<20 { line.receive(block: Sample.progress) }
        #expect(line.take().filter { $0 == .block(Sample.positive) }.count == 3)
    }

    @Test func aNewTelegramTakesBackOurOpenResponse() {
        var line = LinkLine()
        line.receive(block: Sample.progress)
        line.send(Sample.positive)
        _ = line.take()
        line.receive(block: Sample.otherProgress)
        #expect(line.take() == [.ack, .withdrawn(Sample.positive), .received(Sample.otherProgress)])
        line.pass(.seconds(60))
        #expect(line.take().isEmpty)
    }

    @Test func aResponseAcknowledgesOurCommandWhoseACKWasLost() {
        var line = LinkLine()
        line.send(Sample.command)
        _ = line.take()
        line.receive(block: Sample.positive)
        line.pass(.seconds(60))
        #expect(line.take() == [.ack, .delivered(Sample.command), .received(Sample.positive)])
    }

    @Test func inACollisionTheirBlockIsTakenAndOursRepeatedInItsTime() {
        var line = LinkLine()
        line.send(Sample.command)
        line.receive(block: Sample.progress)
        #expect(line.take() == [.block(Sample.command), .ack, .received(Sample.progress)])
        line.pass(.seconds(5))
        #expect(line.take() == [.block(Sample.command)])
        line.receive(Bytes.ack)
        #expect(line.take() == [.delivered(Sample.command)])
    }

    @Test func whileABlockComesInOursIsNotRepeatedIntoIt() {
        var line = LinkLine()
        line.send(Sample.command)
        line.pass(.milliseconds(4_900))
        _ = line.take()
        let block = SerialBlock.encode(Sample.progress)
        line.receive(Array(block.prefix(4)))
        line.pass(.milliseconds(150))
        #expect(line.take().isEmpty)
        line.receive(Array(block.dropFirst(4)))
        line.pass(.milliseconds(1))
        #expect(line.take() == [.ack, .received(Sample.progress), .block(Sample.command)])
    }

    @Test func aCommandTakenBackIsNotRepeated() {
        var line = LinkLine()
        line.send(Sample.abort)
        _ = line.take()
        line.withdraw()
        line.pass(.seconds(60))
        #expect(line.take() == [.withdrawn(Sample.abort)])
    }

    @Test func aResponseIsNotTakenBack() {
        var line = LinkLine()
        line.receive(block: Sample.progress)
        line.send(Sample.positive)
        _ = line.take()
        line.withdraw()
        #expect(line.take().isEmpty)
    }
}

/// Silence, noise and other protocols on the line.
@Suite struct FlushTests {
    @Test func whatLiesOnTheLineBeforeSilenceIsThrownAway() {
        var line = LinkLine(isFlushed: false)
        line.receive(block: Sample.progress)
        line.pass(.milliseconds(200))
        #expect(line.take().isEmpty)
        line.receive(block: Sample.progress)
        #expect(line.take() == [.ack, .received(Sample.progress)])
    }

    @Test func sendingWaitsForTwoHundredMillisecondsOfSilence() {
        var line = LinkLine(isFlushed: false)
        line.send(Sample.command)
        line.pass(.milliseconds(150))
        line.receive([0x00])
        line.pass(.milliseconds(199))
        #expect(line.take().isEmpty)
        line.pass(.milliseconds(1))
        #expect(line.take() == [.block(Sample.command)])
    }

    @Test func afterATransmissionErrorTheLineIsFlushedAgain() {
        var line = LinkLine()
        line.send(Sample.command)
        line.receive(Bytes.nak + Bytes.nak + Bytes.nak)
        _ = line.take()
        line.send(Sample.command)
        line.receive([0x41])
        #expect(line.take().isEmpty)
        line.pass(.milliseconds(200))
        #expect(line.take() == [.block(Sample.command)])
    }

    @Test func aLineThatNeverFallsSilentIsCalledNoisy() {
        var line = LinkLine(isFlushed: false)
        line.send(Sample.command)
        for _ in 0..<60 {
            line.receive([0xFF])
            line.pass(.milliseconds(100))
        }
        #expect(line.take().contains(.failed(.foreign(.noise))))
    }

    @Test func portalum42_anECR17TerminalIsNamed() {
        var line = LinkLine()
        line.send(Sample.command)
        line.receive([0x15, 0x03, 0x69])
        #expect(line.take().last == .failed(.foreign(.ecr17)))
    }

    @Test func aTerminalOfPipesIsNamed() {
        var line = LinkLine()
        line.send(Sample.command)
        line.receive([0x00, 0x00, 0x00, 0x3E] + Array("VER|APP|1.0".utf8))
        #expect(line.take().last == .failed(.foreign(.pipeSeparated)))
    }

    @Test func manyBytesWithoutABlockAreNoise() {
        var line = LinkLine()
        line.send(Sample.command)
        line.receive([UInt8](repeating: 0xF8, count: 300))
        #expect(line.take().last == .failed(.foreign(.noise)))
    }

    @Test func strangeBytesInPlaceOfAnACKAreNoSilence() {
        var line = LinkLine()
        line.send(Sample.command)
        line.receive([0xF8, 0x00])
        line.pass(.seconds(15))
        #expect(line.take().last == .failed(.foreign(.noise)))
    }

    @Test func whoOnceSpokeZVTIsNotCalledForeign() {
        var line = LinkLine()
        line.receive(block: Sample.progress)
        line.receive([UInt8](repeating: 0xF8, count: 300) + [0x15, 0x03, 0x69])
        #expect(line.take() == [.ack, .received(Sample.progress)])
    }
}
