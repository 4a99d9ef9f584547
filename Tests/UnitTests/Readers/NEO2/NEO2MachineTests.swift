import Flow
import Hardware
import Model
import Testing

@testable import Readers

/// The dialogue with a reader, also over a hostile cable and with a hostile reader.
@Suite struct NEO2MachineTests {
    private static let lines: [NEO2Line] = [.serial, .reports]

    @Test(arguments: lines) func aReaderIsFreedAskedAndSetUp(_ line: NEO2Line) {
        var bench = NEO2Bench(line)
        bench.start(.prepare)
        #expect(bench.asked == [.cancel])
        bench.say(.init(0x05, .notAllowed))
        bench.say(.init(0x18, .ok))
        bench.say(.init(0x01, .ok))
        #expect(bench.asked == [.cancel, .ping, .pollOnDemand])
        #expect(bench.end == "ready")
        #expect(bench.machine.deadline == nil)
    }

    @Test(arguments: lines) func aCardIsReadForTheAmount(_ line: NEO2Line) throws {
        var bench = NEO2Bench(line)
        bench.start(.readCard(.fare, .payment, within: .seconds(60)))
        let activation = try #require(bench.asked.first)
        #expect(activation.data.hex == "3C9C01005F2A0209785F3601029F0206000000001250")
        #expect(activation.amountMinor == 1250)
        bench.say(.init(0x02, .userInterfaceEvent, [1]))
        bench.say(.init(0x02, .onlineAuthorisation, .sealedCard))
        #expect(bench.shown == [.presentCard, .wait])
        let card = try #require(bench.card)
        #expect(
            card.masked
                == MaskedCard(
                    lastDigits: "0010", name: "VISA CREDIT", applicationID: "A0000000031010", technology: .contactless))
        #expect(card.data.spend { Array($0) } == [UInt8].sealedCard)
    }

    // MARK: Floods

    /// In an earlier release a reader could report cards for as long as the till waited for one, and each was shown.
    @Test(arguments: lines) func aReaderThatTellsWithoutEndIsLetGo(_ line: NEO2Line) {
        var bench = NEO2Bench(line)
        bench.start(.readCard(.fare, .payment, within: .seconds(60)))
        for _ in 0..<2 * NEO2Machine.mostFrames { bench.say(.init(0x02, .userInterfaceEvent, [1])) }
        #expect(bench.ends == ["reader.endless"])
        #expect(bench.shown.count == NEO2Machine.mostFrames + 1)
        #expect(bench.asked.last == .cancel && !bench.machine.isBusy)
        bench.start(.prepare)
        bench.say(.init(0x05, .ok))
        #expect(bench.asked.last == .ping, "the next request has a budget of its own")
    }

    @Test(arguments: lines) func noiseWithoutEndIsNotListenedTo(_ line: NEO2Line) {
        for request in [ReaderRequest.prepare, .readCard(.fare, .payment, within: .seconds(60))] {
            var bench = NEO2Bench(line)
            bench.start(request)
            let noise = [UInt8](repeating: 0x55, count: 65_536)
            for _ in 0...NEO2Machine.mostBytes / noise.count { bench.hear(noise) }
            #expect(bench.ends == ["reader.endless"])
        }
    }

    @Test func aReaderThatTalksOnWhileItIsCancelledEndsAsItWasToEnd() {
        var bench = NEO2Bench(.serial)
        bench.start(.readCard(.fare, .payment, within: .seconds(60)))
        bench.cancel()
        for _ in 0..<2 * NEO2Machine.mostFrames { bench.say(.init(0x02, .userInterfaceEvent, [1])) }
        #expect(bench.ends == ["no card"])
    }

    @Test func whatComesFromAnEarlierLifeIsPassedOver() {
        var bench = NEO2Bench(.serial)
        bench.say(.init(0x02, .ok, .sealedCard))
        bench.start(.prepare)
        bench.say(.init(0x02, .ok, .sealedCard))
        bench.say(.init(0x18, .ok))
        #expect(bench.asked == [.cancel])
        #expect(bench.end == nil)
        bench.say(.init(0x05, .ok))
        #expect(bench.asked == [.cancel, .ping])
    }

    @Test func whatIsOnlyAskedIsAskedThreeTimes() {
        var bench = NEO2Bench(.serial)
        bench.start(.prepare)
        bench.letTimePass()
        bench.letTimePass()
        #expect(bench.asked == [.cancel, .cancel, .cancel])
        #expect(bench.end == nil)
        bench.letTimePass()
        #expect(bench.end == "reader.noAnswer")
    }

    @Test func anActivationIsNeverSentTwice() {
        var bench = NEO2Bench(.serial)
        bench.start(.readCard(.fare, .payment, within: .seconds(60)))
        bench.letTimePass()
        #expect(bench.now.nanoseconds == 70_000_000_000)
        #expect(bench.asked.map(\.command) == [0x02, 0x05])
        bench.say(.init(0x05, .ok))
        #expect(bench.end == "no card")
    }

    @Test(arguments: [
        (NEO2Response(0x02, .timeout), "no card"), (NEO2Response(0x02, .failed, [1, 2, 3]), "unreadable"),
        (NEO2Response(0x02, .notAllowed), "reader.refused"), (NEO2Response(0x02, .ok), "unreadable"),
        (NEO2Response(0x02, .ok, [0x08, 1, 2, 3]), "unreadable"),
        (NEO2Response(0x02, .ok, .openCard), "reader.notEncrypting"),
        (NEO2Response(0x02, .ok, .unkeyedCard), "reader.notEncrypting"),
        (NEO2Response(0x02, .ok, .cardInAGroup), "reader.notEncrypting"),
        (NEO2Response(0x02, .ok, .unmarkedCard), "reader.notEncrypting"),
        (NEO2Response(0x02, .ok, [0xC1, 0x57, 0xC1]), "unreadable"),
    ])
    func whatIsNoEncryptedCardIsNone(_ response: NEO2Response, _ end: String) {
        var bench = NEO2Bench(.serial)
        bench.start(.readCard(.fare, .payment, within: .seconds(60)))
        bench.say(response)
        #expect(bench.end == end)
    }

    @Test func aCancelledReaderHandsOutNoCard() {
        var bench = NEO2Bench(.serial)
        bench.start(.readCard(.fare, .payment, within: .seconds(60)))
        bench.cancel()
        bench.cancel()
        bench.say(.init(0x02, .ok, .sealedCard))
        #expect(bench.end == nil)
        bench.say(.init(0x05, .ok))
        #expect(bench.end == "no card")
        #expect(bench.asked.map(\.command) == [0x02, 0x05])
        #expect(bench.card == nil)
    }

    @Test func aCancelThatNobodyAnswersEndsAsADisturbance() {
        var bench = NEO2Bench(.serial)
        bench.start(.readCard(.fare, .payment, within: .seconds(60)))
        bench.cancel()
        for _ in 0..<3 { bench.letTimePass() }
        #expect(bench.end == "reader.noAnswer")
    }

    @Test func aDamagedAnswerLetsTheReaderGoAndIsADisturbance() {
        var bench = NEO2Bench(.serial)
        bench.start(.readCard(.fare, .payment, within: .seconds(60)))
        var frame = NEO2Response(0x02, .ok, .sealedCard).frame
        frame[20] ^= 1
        bench.hear(frame)
        #expect(bench.asked.map(\.command) == [0x02, 0x05])
        bench.say(.init(0x05, .ok))
        #expect(bench.end == "reader.transmission")
    }

    @Test(arguments: lines) func noiseBetweenFramesHarmsNothing(_ line: NEO2Line) {
        var bench = NEO2Bench(line)
        bench.start(.readCard(.fare, .payment, within: .seconds(60)))
        bench.hear(Array(repeating: 0x56, count: 640))
        bench.say(.init(0x02, .ok, .sealedCard))
        #expect(bench.end == "card")
    }

    @Test func aLostLineEndsWhatRunsOnce() {
        var bench = NEO2Bench(.serial)
        bench.start(.prepare)
        bench.lose()
        bench.lose()
        #expect(bench.ends == ["line.unplugged"])
    }

    @Test func whatALostLineBrokeOffDoesNotDisturbWhatComesAfterIt() {
        var bench = NEO2Bench(.reports)
        bench.hear(Array(repeating: 0x02, count: 40))
        bench.lose()
        bench.start(.readCard(.fare, .payment, within: .seconds(60)))
        bench.say(.init(0x02, .ok, .sealedCard))
        #expect(bench.end == "card")
    }

    @Test func anAmountOfThirteenDigitsIsNotAskedFor() {
        var bench = NEO2Bench(.serial)
        bench.start(.readCard(Money(minorUnits: 1_000_000_000_000, currency: .eur), .payment, within: .seconds(60)))
        #expect(bench.asked.isEmpty)
        #expect(bench.end == "reader.amountOutOfRange")
    }

    @Test func aNameThatIsACardNumberIsNone() {
        var bench = NEO2Bench(.serial)
        bench.start(.readCard(.fare, .payment, within: .seconds(60)))
        bench.say(.init(0x02, .ok, .card(named: "4761739001010010")))
        #expect(bench.end == "card")
        #expect(bench.card?.masked.name == nil)
    }
}

/// Encrypted card data can be taken once, and no description shows it.
@Suite struct EncryptedCardDataTests {
    @Test func itIsLentOnce() {
        let data = EncryptedCardData([1, 2, 3])
        #expect(data.spend { Array($0) } == [1, 2, 3])
        #expect(data.spend { Array($0) } == nil)
    }

    @Test func nothingShowsIt() {
        let data = EncryptedCardData(Array("canary".utf8))
        let card = PresentedCard(data: data, masked: MaskedCard(lastDigits: "123456"))
        var dumped = ""
        dump(card, to: &dumped)
        for text in [
            "\(data)", String(reflecting: data), "\(card)", String(reflecting: card), dumped, "\(ReaderEnd.card(card))",
        ] {
            #expect(!text.contains("canary") && !text.contains("99, 97, 110"), "\(text)")
        }
        #expect(Mirror(reflecting: data).children.isEmpty)
        #expect(card.masked.lastDigits == "3456")
        #expect(!(data as Any is any Encodable))
    }

    @Test func itIsOverwrittenWhereItWas() {
        var bytes: [UInt8] = [1, 2, 3]
        bytes.wipe()
        #expect(bytes == [0, 0, 0])
    }
}
