import Flow
import Hardware
import Model
import Testing

@testable import Readers

/// Telegrams of a terminal, for the tests of the dialogue.
enum Terminal {
    static let twelveFifty = Money(minorUnits: 1250, currency: .eur)
    static let completion = Telegram.completion(Completion())
    static let approved = status(0)
    static let insertCard = Telegram.intermediateStatus(IntermediateStatus(code: 0x0A))

    static func status(_ code: UInt8?, amount: Int64 = 1250) -> Telegram {
        var information = StatusInformation(resultCode: code)
        information.amountMinor = amount
        information.receiptNumber = 42
        return .statusInformation(information)
    }

    static func aborted(_ code: UInt8?) -> Telegram { .aborted(Aborted(resultCode: code)) }
    static func line(_ text: String) -> Telegram { .printLine(PrintLine(.normal, Array(text.utf8))) }
}

extension VirtualLine {
    /// Starts a request that the terminal has accepted, and discards the steps so far.
    static func running(
        _ request: TerminalRequest = .authorise(Terminal.twelveFifty), storesAtOnce: Bool = true
    ) -> VirtualLine {
        var line = VirtualLine(storesAtOnce: storesAtOnce)
        line.start(request)
        line.receive(Bytes.ack + Bytes.positive)
        _ = line.takeWritten()
        _ = line.takeEvents()
        return line
    }

    var code: String? {
        if case .disturbed(let failure)? = events.last?.end { failure.code } else { nil }
    }
}

@Suite struct CommitTests {
    @Test func aResultIsNotAnsweredBeforeItIsStored() throws {
        var line = VirtualLine.running(storesAtOnce: false)
        line.receive(Terminal.approved)
        line.pass(.seconds(29))
        #expect(line.takeWritten() == Bytes.ack)
        let record = try #require(line.takeEvents().first?.record)
        line.answer(record, .stored)
        #expect(line.takeWritten() == Bytes.positive)
    }

    @Test func aRefusedResultMakesTheTerminalReverse() throws {
        var line = VirtualLine.running(storesAtOnce: false)
        line.receive(Terminal.approved)
        line.answer(try #require(line.events.last?.record), .refuse)
        #expect(line.takeWritten() == Bytes.ack + Bytes.processingError)
    }

    @Test(arguments: [Terminal.line("text"), .printTextBlock(PrintTextBlock(receiptType: .customer, elements: []))])
    func aTextIsNotAnsweredBeforeItIsStored(_ text: Telegram) throws {
        var line = VirtualLine.running(storesAtOnce: false)
        line.receive(text)
        #expect(line.takeWritten() == Bytes.ack)
        line.answer(try #require(line.events.last?.record), .stored)
        #expect(line.takeWritten() == Bytes.positive)
    }

    @Test func aRefusedTextSaysThePrinterIsNotReady() throws {
        var line = VirtualLine.running(storesAtOnce: false)
        line.receive(Terminal.line("text"))
        line.answer(try #require(line.events.last?.record), .refuse)
        #expect(line.takeWritten() == Bytes.ack + Bytes.printerNotReady)
    }

    @Test func anAnswerIsKnownToHaveArrivedWhenItsBlockWasAcknowledged() throws {
        var line = VirtualLine.running(storesAtOnce: false)
        line.receive(Terminal.approved)
        let record = try #require(line.takeEvents().first?.record)
        line.answer(record, .stored)
        #expect(line.takeEvents().isEmpty)
        line.receive(Bytes.ack)
        #expect(line.takeEvents() == [.answered(record)])
    }

    @Test func anAnswerWhoseACKNeverCameIsNotReportedAsArrived() throws {
        var line = VirtualLine.running()
        line.receive(Terminal.approved)
        line.receive(Terminal.insertCard)
        #expect(!line.events.contains { if case .answered = $0 { true } else { false } })
    }

    @Test func aSecondAnswerIsIgnored() throws {
        var line = VirtualLine.running(storesAtOnce: false)
        line.receive(Terminal.approved)
        let record = try #require(line.events.last?.record)
        line.answer(record, .refuse)
        _ = line.takeWritten()
        line.answer(record, .stored)
        #expect(line.takeWritten().isEmpty)
    }

    @Test func anAnswerThatComesAfterTheTerminalGaveUpIsNotSent() throws {
        var line = VirtualLine.running(storesAtOnce: false)
        line.receive(Terminal.approved)
        let record = try #require(line.takeEvents().first?.record)
        line.receive(Terminal.aborted(0x6C))
        line.receive(Bytes.ack)
        _ = line.takeWritten()
        line.answer(record, .stored)
        #expect(line.takeWritten().isEmpty)
    }

    @Test func aResultIsReportedOnceHoweverOftenItsACKGetsLost() throws {
        var line = VirtualLine.running(storesAtOnce: false)
        line.receive(Terminal.approved)
        line.receive(Terminal.approved)
        line.receive(Terminal.approved)
        #expect(line.events.count == 1)
        #expect(line.takeWritten() == Bytes.ack + Bytes.ack + Bytes.ack)
    }

    @Test func aFailingResultIsNotTheEnd() throws {
        var line = VirtualLine.running()
        for telegram in [Terminal.status(0x37), Terminal.insertCard, Terminal.approved, Terminal.completion] {
            line.receive(telegram)
            line.receive(Bytes.ack)
        }
        let codes = line.events.compactMap { if case .result(_, let result) = $0 { result.resultCode } else { nil } }
        #expect(codes == [0x37, 0])
        #expect(line.events.compactMap(\.end) == [.completed(TerminalState())])
    }
}

@Suite struct MalformedTests {
    @Test func aResultWithAFieldNobodyKnowsIsNeverAnsweredAsTaken() {
        var line = VirtualLine.running()
        line.receive(block: [0x04, 0x0F, 0x04, 0x27, 0x00, 0x99, 0x00])
        #expect(line.takeWritten() == Bytes.ack + Bytes.notPossible)
        #expect(line.code == "reader.malformed")
    }

    @Test func aResultWithoutAResultCodeIsNeverAnsweredAsTaken() {
        var line = VirtualLine.running()
        line.receive(Terminal.status(nil))
        #expect(line.takeWritten() == Bytes.ack + Bytes.notPossible)
        #expect(line.code == "reader.malformed")
    }

    @Test func twoAmountsInOneResultAreNoResult() {
        var line = VirtualLine.running()
        line.receive(
            block: [0x04, 0x0F, 0x10, 0x27, 0x00, 0x04, 0, 0, 0, 0, 0x12, 0x50, 0x04, 0, 0, 0, 0, 0x12, 0x51])
        #expect(line.code == "reader.malformed")
    }

    @Test func anUnknownCommandIsAnsweredSoAndTheRequestGoesOn() {
        var line = VirtualLine.running()
        line.receive(block: [0x06, 0xD8, 0x00])
        #expect(line.takeWritten() == Bytes.ack + Bytes.notPossible)
        #expect(line.takeEvents().isEmpty)
    }

    /// A person must check the picture of a signature, and a terminal that may send one books no card without it. Till
    /// promises no such person: it announces no pictures, and refuses one that comes nevertheless. The paper asks for
    /// the signature.
    @Test func portalum55_noPictureOfASignatureIsAnnouncedOrTaken() throws {
        let registration = try Sequences.telegram(of: .register(.eur), TerminalSettings())
        #expect(!registration.bytes.contains([0x0A, 0x02, 0x06, 0xD0]))
        #expect(registration.bytes.contains([0x0A, 0x02, 0x06, 0xD3]))
        var line = VirtualLine.running()
        line.receive(block: [0x06, 0xD0, 0x00])
        #expect(line.takeWritten() == Bytes.ack + Bytes.notPossible)
        line.receive(Terminal.approved)
        line.receive(Bytes.ack)
        line.receive(Terminal.completion)
        #expect(line.events.last?.end == .completed(TerminalState()))
    }

    @Test func aCompletionIsOneEvenWithAFieldNobodyKnows() {
        var line = VirtualLine.running()
        line.receive(block: [0x06, 0x0F, 0x03, 0x19, 0x00, 0x99])
        #expect(line.takeWritten() == Bytes.ack + Bytes.positive)
        #expect(line.events.last?.end == .completed(TerminalState()))
    }

    @Test func anAbortWithAFieldNobodyKnowsKeepsItsCode() {
        var line = VirtualLine.running()
        line.receive(block: [0x06, 0x1E, 0x03, 0x6C, 0x99, 0x00])
        #expect(line.events.last?.end == .aborted(code: 0x6C))
    }

    @Test func anEmptyAbortIsTolerated() {
        var line = VirtualLine.running()
        line.receive(block: [0x06, 0x1E, 0x00])
        #expect(line.events.last?.end == .aborted(code: nil))
    }

    @Test func progressWithAFieldNobodyKnowsIsStillProgress() {
        var line = VirtualLine.running()
        line.receive(block: [0x04, 0xFF, 0x03, 0x0A, 0x00, 0x99])
        #expect(line.events == [.progress(TerminalProgress(zvt: 0x0A))])
    }

    @Test func aTelegramShorterThanItSaysEndsTheRequest() {
        var line = VirtualLine.running()
        line.receive(block: [0x04, 0x0F, 0x20, 0x27, 0x00])
        #expect(line.code == "reader.malformed")
    }

    @Test func ourOwnCommandEchoedIsNotAnswered() {
        var line = VirtualLine()
        line.start(.enquireStatus)
        line.receive(line.takeWritten())
        #expect(line.takeWritten() == Bytes.ack)
        #expect(line.takeEvents().isEmpty)
    }
}

@Suite struct TimerTests {
    @Test func withoutAResponseTheRequestEndsAfterT3() {
        var line = VirtualLine()
        line.start(.enquireStatus)
        line.receive(Bytes.ack)
        line.pass(.milliseconds(4_999))
        #expect(line.events.isEmpty)
        line.pass(.milliseconds(1))
        #expect(line.code == "reader.noAnswer")
    }

    @Test func aTerminalThatFallsSilentIsGivenUpAfterT4() {
        var line = VirtualLine.running()
        line.pass(.milliseconds(179_999))
        #expect(line.events.isEmpty)
        line.pass(.milliseconds(1))
        #expect(line.code == "reader.noAnswer")
    }

    @Test func portalum14_everyProgressRestartsT4() {
        var line = VirtualLine.running()
        for _ in 0..<3 {
            line.pass(.seconds(179))
            line.receive(Terminal.insertCard)
            line.receive(Bytes.ack)
        }
        #expect(line.code == nil)
    }

    @Test func progressMaySetT4InMinutesFromItselfOn() {
        var line = VirtualLine.running()
        line.receive(.intermediateStatus(IntermediateStatus(code: 0x17, timeoutMinutes: 10)))
        line.receive(Bytes.ack)
        line.pass(.milliseconds(599_999))
        #expect(line.code == nil)
        line.pass(.milliseconds(1))
        #expect(line.code == "reader.noAnswer")
    }

    @Test func aCardNumberThatIsSplitOverWhatIsShownIsMasked() {
        var line = VirtualLine.running()
        for text in ["Karte 41111111", "11111111 ok", "bitte warten"] {
            line.receive(.intermediateStatus(IntermediateStatus(code: 0x0A, lines: [text])))
            line.receive(Bytes.ack)
        }
        let shown = line.takeEvents().compactMap { event in
            if case .progress(let progress) = event { progress.text } else { nil }
        }
        #expect(shown == ["Karte 41111111", "****1111 ok", "bitte warten"])
    }

    @Test func aStatusEnquirySetsT4Back() {
        var line = VirtualLine.running()
        line.receive(.intermediateStatus(IntermediateStatus(code: 0x17, timeoutMinutes: 10)))
        line.receive(Bytes.ack)
        line.receive(Terminal.aborted(0x6C))
        line.receive(Bytes.ack)
        for request in [TerminalRequest.enquireStatus, .authorise(Terminal.twelveFifty)] {
            line.start(request)
            line.receive(Bytes.ack + Bytes.positive)
            if request == .enquireStatus { line.receive(Terminal.completion) }
            line.receive(Bytes.ack)
        }
        _ = line.takeEvents()
        line.pass(.milliseconds(179_999))
        #expect(line.code == nil)
        line.pass(.milliseconds(1))
        #expect(line.code == "reader.noAnswer")
    }

    /// The request involves no cardholder and no host, so nothing could delay the answer.
    @Test(arguments: [TerminalRequest.register(.eur), .enquireStatus, .repeatReceipt])
    func aQuestionThatWasTakenIsAnsweredWithinT3(_ question: TerminalRequest) {
        var line = VirtualLine.running(question)
        line.pass(.milliseconds(4_999))
        #expect(line.events.isEmpty)
        line.pass(.milliseconds(1))
        guard case .disturbed(let failure)? = line.events.last?.end else { return #expect(Bool(false)) }
        #expect(failure.code == "reader.noAnswer")
        #expect(failure.remedy?.contains("answer_within") == true)
    }

    @Test func eachTelegramGivesAQuestionItsTimeAnew() {
        var line = VirtualLine.running(.repeatReceipt)
        for telegram in [Terminal.approved, Terminal.line("Beleg"), Terminal.line("Summe")] {
            line.pass(.milliseconds(4_999))
            line.receive(telegram)
            line.receive(Bytes.ack)
        }
        #expect(line.code == nil)
        line.pass(.seconds(5))
        #expect(line.code == "reader.noAnswer")
    }

    /// A receipt over a slow line takes longer than T3, but its bytes keep coming.
    @Test func aTelegramThatIsComingInIsNoSilence() {
        var line = VirtualLine.running(.repeatReceipt)
        for byte in SerialBlock.encode(Terminal.line(String(repeating: "x", count: 60)).bytes) {
            line.receive([byte])
            line.pass(.milliseconds(150))
        }
        #expect(line.code == nil && line.events.count == 1)
        line.receive(Bytes.ack)
        line.pass(.seconds(5))
        #expect(line.code == "reader.noAnswer")
    }

    @Test func aTerminalThatShowsWhatKeepsItHasTheTimeOfT4() {
        var line = VirtualLine.running(.register(.eur))
        line.receive(.intermediateStatus(IntermediateStatus(code: 0xCA)))
        line.receive(Bytes.ack)
        line.pass(.milliseconds(179_999))
        #expect(line.code == nil)
        line.pass(.milliseconds(1))
        #expect(line.code == "reader.noAnswer")
    }

    @Test func whileAnAnswerIsOursTheTerminalIsNotLate() throws {
        var line = VirtualLine.running(.repeatReceipt, storesAtOnce: false)
        line.receive(Terminal.approved)
        let record = try #require(line.takeEvents().first?.record)
        line.pass(.seconds(29))
        #expect(line.code == nil)
        line.answer(record, .stored)
        line.receive(Bytes.ack)
        line.pass(.milliseconds(4_999))
        #expect(line.code == nil)
    }

    @Test func aTerminalThatWaitsLongForGoodsIsNotTakenForSilent() throws {
        var settings = TerminalSettings()
        settings.answerTimeoutSeconds = 255
        var line = VirtualLine(settings: settings, storesAtOnce: false)
        line.start(.authorise(Terminal.twelveFifty))
        line.receive(Bytes.ack + Bytes.positive)
        line.receive(Terminal.approved)
        line.answer(try #require(line.takeEvents().last?.record), .goods(.pending))
        _ = line.takeWritten()
        line.pass(.seconds(249))
        #expect(line.code == nil && line.takeWritten().isEmpty)
        line.pass(.seconds(1))
        #expect(line.takeWritten() == SerialBlock.encode([0x84, 0x9C, 0x00]))
        line.receive(Bytes.ack)
        line.pass(.seconds(180))
        #expect(line.code == "reader.noAnswer")
    }

    @Test func aDeadTerminalIsNoAnswer() {
        var line = VirtualLine()
        line.start(.enquireStatus)
        line.pass(.seconds(15))
        #expect(line.code == "reader.noAnswer")
    }

    @Test func aTerminalThatRefusesEveryBlockIsATransmissionError() {
        var line = VirtualLine()
        line.start(.enquireStatus)
        line.receive(Bytes.nak + Bytes.nak + Bytes.nak)
        #expect(line.code == "reader.transmission")
    }

    @Test func aForeignProtocolIsNamed() {
        var line = VirtualLine()
        line.start(.enquireStatus)
        line.receive([0x15, 0x03, 0x69])
        #expect(line.code == "reader.foreignProtocol")
    }

    @Test func aLostLineEndsTheRequest() {
        var line = VirtualLine.running()
        line.lose()
        #expect(line.code == "reader.lineLost")
    }
}
