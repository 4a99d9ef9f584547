import Failures
import Flow
import LogEvents
import Logging
import Model
import Testing

@testable import Logbook

@Suite struct LogbookTests {
    private static let payment = PaymentID(rawValue: "pay-7K3M9Q2FA1")

    @Test func anEntryIsOneLineWithItsFields() {
        let bench = Bench()
        bench.environment.log(
            .paymentDisturbed, .payment(Self.payment), .order("1042"),
            .failure(Failure(LineFailure.unplugged, "The line broke.", recovery: .retry, causes: ["unplugged"])))
        #expect(
            bench.written() == """
                2026-11-21T00:00:00.250Z warning: Payment disturbed: The line broke. because: unplugged \
                [payment.disturbed code=line.unplugged order_id=1042 payment_id=pay-7K3M9Q2FA1]\n
                """)
    }

    @Test func whatIsBelowTheLevelIsNotWritten() {
        let bench = Bench(level: .warning)
        bench.environment.log(.paymentStep, .payment(Self.payment), .step("S5"))
        #expect(bench.written().isEmpty)
        bench.environment.log(.paymentInDoubt, .payment(Self.payment))
        #expect(bench.written().contains("error: A transaction is in doubt"))
    }

    @Test(arguments: [
        ("a\nb", #"a\nb"#), ("\u{1B}[2J", #"\u{1B}[2J"#), ("\u{202E}evil", #"\u{202E}evil"#),
        ("\u{0}\r", #"\u{0}\u{D}"#),
        ("\u{2028}", #"\u{2028}"#), ("\u{9B}31m", #"\u{9B}31m"#), ("Größe €", "Größe €"),
    ])
    func untrustedWordsCannotActOnAScreenOrForgeALine(words: String, shown: String) {
        let bench = Bench()
        bench.environment.log(.paymentProgress, .words(words), .command(words))
        let line = bench.written()
        #expect(line.contains(shown))
        let acting = line.dropLast().unicodeScalars.filter {
            [.control, .format].contains($0.properties.generalCategory)
        }
        #expect(acting.isEmpty && line.hasSuffix("\n"))
    }

    @Test func cardDataInWordsIsMaskedAtTheSource() {
        let bench = Bench()
        bench.environment.log(
            .paymentProgress, .words("Karte 4111 1111 1111 1111 gültig bis 12/27"),
            .device(DeviceAddress(scheme: "serial", path: "/dev/4111111111111111")))
        let line = bench.written()
        #expect(line.contains("Karte **** **** **** 1111 gültig bis **/**"))
        #expect(line.contains("device=serial:/dev/************1111"))
    }

    @Test func whatTheRedactorMissesIsWithheldAndCounted() {
        let bench = Bench()
        // As a program prints the bytes of a telegram. The redactor sees numbers, and the gate finds those of a card.
        let leak = Array("4111111111111111".utf8)
        bench.environment.log(.paymentProgress, .words("\(leak)"))
        bench.environment.log(.paymentProgress, .words("\(leak)"))
        bench.environment.log(.paymentStep, .step("S5"))
        let lines = bench.written().split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines[0].contains("error: A log line was withheld") && lines[0].contains("count=1"))
        #expect(lines[1].contains("count=2"))
        #expect(lines[2].contains("step=S5"))
        #expect(!lines.joined().contains("52, 49"))
    }

    @Test func aLibrarysLineTakesTheSameWay() {
        let bench = Bench(level: .info)
        let logger = bench.logger("http")
        logger.info("GET /?card=4111111111111111\n", metadata: ["request-id": "7", "4": .array(["a", "b"])])
        logger.debug("not wanted")
        #expect(
            bench.written()
                == """
                2026-11-21T00:00:00.250Z info: GET /?card=************1111\\n \
                [field="["a", "b"]" request_id=7]\n
                """.replacing(#""["a", "b"]""#, with: #""[\"a\", \"b\"]""#))
    }

    @Test func linesThatFindNoRoomAreCountedAndTold() {
        let (world, sink) = (VirtualWorld(), CountingSink())
        let environment = world.environment.logging(
            to: Logbook(level: .debug, sink: sink, environment: world.environment))
        for _ in 0..<(Logbook.mostWaiting + 7) { environment.log(.paymentStep, .step("S4")) }
        world.run()
        #expect(sink.records.count == Logbook.mostWaiting + 1)
        #expect(sink.records.first?.fields["EVENT"] == "log.dropped")
        #expect(sink.records.first?.fields["COUNT"] == "7")
    }

    @Test func everyEventHasItsOwnIdAndName() {
        let ids = LoggedEvent.ofTill.map(\.messageID)
        #expect(Set(ids).count == ids.count)
        for id in ids {
            #expect(id.count == 32 && id.allSatisfy { $0.isHexDigit && !$0.isUppercase })
            #expect(CardDataGate.admits(Array("MESSAGE_ID=\(id)\n".utf8)) && !CardData.isIn(id))
        }
    }

    @Test func theIdsAreTheOnesProgramsAlreadyLookFor() {
        #expect(LoggedEvent.paymentInDoubt.messageID == "3aad1613958a3fce1856606cae802d6f")
        #expect(LoggedEvent.paymentEnded.messageID == "3d51559d0ed2b8f5b4d18046bdf92c5b")
    }
}

extension Bench {
    func logger(_ label: String) -> Logger { Logger(label: label) { _ in logbook.handler } }
}
