import Testing

@testable import Simulator

/// Each fault of a scenario has its effect and no other.
@Suite struct TerminalFaultTests {
    private var faults = TerminalScenario.Faults()
    private let status = hex("06 0F 01 00")

    @Test mutating func aDamagedBlockHasABadChecksumOnceAndIsRepeatedAfterANAK() {
        faults.damagedBlocks = [1]
        var bench = bench()
        bench.send(TerminalBench.enquiry)
        #expect(bench.next(10) == [0x06] + hex("10 02 80 00 00 10 03 F5 1E"))
        bench.receive([0x15])
        #expect(bench.next(9) == hex("10 02 80 00 00 10 03 F5 1F"))
    }

    @Test mutating func aBlockIsRefusedSoManyTimes() {
        (faults.refusedBlock, faults.refusals) = (1, 2)
        var bench = bench()
        for _ in 1...2 {
            bench.send(TerminalBench.enquiry)
            #expect(bench.next(1) == [0x15])
        }
        bench.send(TerminalBench.enquiry)
        #expect(bench.next(1) == [0x06])
    }

    @Test mutating func aLostAcknowledgementMakesTheTillRepeatAndTheRepetitionIsNotActedUpon() {
        faults.lostAcknowledgements = [1]
        var bench = bench()
        bench.send(TerminalBench.enquiry)
        #expect(bench.next(9) == TerminalFraming.block(TerminalBench.accepted))
        bench.send(TerminalBench.enquiry)
        #expect(bench.next(1) == [0x06])
        bench.receive(TerminalBench.ack)
        #expect(bench.nextTelegram() == status)
        bench.receive(TerminalBench.ack)
        bench.send(TerminalBench.accepted)
        _ = bench.next(1)
        #expect(bench.machine.isAtRest)
    }

    @Test mutating func anInterruptedBlockPausesInTheMiddle() {
        faults.interruptedBlocks = [1]
        var bench = bench()
        bench.send(TerminalBench.enquiry)
        #expect(bench.sent == [0x06] + hex("10 02 80 00"))
        bench.pass(.milliseconds(399))
        #expect(bench.sent.count == 5)
        bench.pass(.milliseconds(1))
        #expect(bench.sent.count == 10)
    }

    @Test mutating func aDuplicatedBlockComesTwiceAndCountsOnce() {
        faults.duplicatedBlocks = [2]
        var bench = bench()
        bench.send(TerminalBench.enquiry)
        #expect(bench.nextTelegram() == TerminalBench.accepted)
        bench.receive(TerminalBench.ack)
        #expect(bench.nextTelegram() == status)
        bench.receive(TerminalBench.ack)
        #expect(bench.nextTelegram() == status)
        bench.receive(TerminalBench.ack)
        bench.send(TerminalBench.accepted)
        _ = bench.next(1)
        #expect(bench.machine.isAtRest)
    }

    @Test mutating func theAmountInTheResultIsOff() {
        faults.amountError = 1
        #expect(result()[5...11] == hex("04 00 00 00 00 12 51")[...])
    }

    @Test mutating func theResultEndsWithAFieldNobodyKnows() {
        faults.unknownBMP = true
        #expect(result().suffix(3) == hex("C5 01 02")[...])
    }

    @Test mutating func theResultHasTagsNobodyKnows() {
        faults.unknownTags = true
        let result = result()
        #expect((0..<result.count - 5).contains { result[$0..<$0 + 5] == hex("1F 5A 02 AA BB")[...] })
    }

    @Test mutating func theResultNeedsTheLongLength() {
        faults.extendedLength = true
        let result = result()
        #expect(result[2] == 0xFF)
        #expect(Int(result[3]) | Int(result[4]) << 8 == result.count - 5)
    }

    @Test mutating func textsAreLatin1AndSaySo() throws {
        faults.latin1Text = true
        var bench = bench()
        let block = try #require(bench.converse(TerminalBench.pay1250).telegrams(0x06D3).first)
        #expect((0..<block.count - 3).contains { block[$0..<$0 + 3] == [0x14, 0x01, 0x01] })
        #expect(block.contains(0xE4), "ä")
    }

    @Test mutating func thePANIsNotMasked() {
        faults.unmaskedPAN = true
        let result = result()
        #expect((0..<result.count - 8).contains { result[$0..<$0 + 8] == hex("54 13 33 00 89 60 11 09")[...] })
    }

    @Test mutating func anotherProtocolAnswersEverythingInItsOwnWay() {
        faults.foreignBytes = [0x15, 0x03, 0x69]
        var bench = TerminalBench(scenario())
        bench.send(TerminalBench.enquiry)
        #expect(bench.sent == [0x15, 0x03, 0x69])
    }

    @Test func aSecondResultFollowsTheFirst() {
        var scenario = TerminalScenario()
        scenario.resultTwice = true
        var bench = TerminalBench.registered(scenario)
        let results = bench.converse(TerminalBench.pay1250).telegrams(0x040F)
        #expect(results.count == 2 && results.first == results.last)
        #expect(bench.events == [.requested, .booked, .confirmed])
    }

    @Test func aRepeatedResponseIsNoAnswerToTheNextTelegram() {
        var bench = TerminalBench.registered(TerminalScenario())
        bench.converseUntil(TerminalBench.pay1250) { $0 == hex("04 FF 01 0B") }
        bench.send(TerminalBench.accepted)
        #expect(bench.nextTelegram()?.prefix(2) == [0x04, 0x0F])
        // The acknowledgement of our response was lost, so the response comes again before the result is acknowledged.
        bench.send(TerminalBench.accepted)
        bench.receive(TerminalBench.ack)
        #expect(bench.events == [.requested, .booked])
        bench.send(TerminalBench.accepted)
        #expect(bench.events == [.requested, .booked, .confirmed])
    }

    @Test func anAbortThatCrossesADisplayAndComesTwiceIsTakenOnce() {
        var bench = TerminalBench.registered(TerminalScenario())
        bench.converseUntil(TerminalBench.pay1250, acknowledged: false) { $0 == hex("04 FF 01 0A") }
        bench.send(hex("06 B0 00"))
        bench.receive(TerminalBench.ack)
        #expect(bench.nextTelegram() == TerminalBench.accepted)
        bench.send(hex("06 B0 00"))
        bench.receive(TerminalBench.ack)
        #expect(bench.sent == [0x06])
        bench.send(TerminalBench.accepted)
        #expect(bench.nextTelegram() == hex("04 0F 02 27 6C"))
    }

    @Test func aBlockWithAStrayEscapeIsRefusedThoughItsChecksumFits() {
        var bench = TerminalBench(TerminalScenario())
        bench.receive(hex("10 02 05 10 41 01 00 10 03 10 06"))
        #expect(bench.sent == [0x15])
    }

    @Test func aGapInACommandIsAnsweredByNAK() {
        var bench = TerminalBench(TerminalScenario())
        bench.receive(hex("10 02 05 01"))
        bench.pass(.milliseconds(199))
        #expect(bench.sent.isEmpty)
        bench.pass(.milliseconds(1))
        #expect(bench.sent == [0x15])
    }

    @Test func aBlockNobodyAcknowledgesIsSentThreeTimes() {
        var bench = TerminalBench(TerminalScenario())
        bench.send(TerminalBench.enquiry)
        bench.pass(.seconds(60))
        #expect(
            bench.sent == [0x06] + Array(repeating: TerminalFraming.block(TerminalBench.accepted), count: 3).joined())
        #expect(bench.machine.isAtRest)
    }

    private func scenario() -> TerminalScenario {
        var scenario = TerminalScenario()
        scenario.faults = faults
        return scenario
    }

    /// A terminal that is registered only where the fault needs it, because a registration changes the count of blocks.
    private func bench() -> TerminalBench {
        faults.latin1Text ? .registered(scenario()) : TerminalBench(scenario())
    }

    private func result() -> [UInt8] {
        var bench = TerminalBench.registered(scenario())
        return bench.converse(TerminalBench.pay1250).telegrams(0x040F).first ?? []
    }
}
