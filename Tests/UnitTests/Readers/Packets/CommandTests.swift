import Failures
import Flow
import Hardware
import Model
import Testing

@testable import Readers

/// What goes over the line for each request, and what becomes of it.
@Suite struct CommandTests {
    private static let reserved = Preauthorisation(receiptNumber: 231, trace: 124, approvalCode: "611804")

    struct Command: Sendable, CustomTestStringConvertible {
        let request: TerminalRequest
        let bytes: String
        var testDescription: String { "\(request)" }
    }

    static let all: [Command] = [
        Command(
            request: .reverse(receipt: 42, Terminal.twelveFifty),
            bytes: "06 30 10 00 00 00 87 00 42 04 00 00 00 00 12 50 49 09 78"),
        Command(
            request: .refund(Terminal.twelveFifty), bytes: "06 31 0D 00 00 00 04 00 00 00 00 12 50 49 09 78"),
        Command(
            request: .preauthorise(Terminal.twelveFifty), bytes: "06 22 0C 04 00 00 00 00 12 50 49 09 78 19 44"),
        Command(
            request: .book(reserved, Terminal.twelveFifty),
            bytes: """
                06 24 1C 87 02 31 04 00 00 00 00 12 50 49 09 78 19 44 0B 00 01 24 3B 36 31 31 38 30 34 00 00
                """),
        Command(
            request: .partialRelease(reserved, unused: Terminal.twelveFifty),
            bytes: """
                06 23 1C 87 02 31 04 00 00 00 00 12 50 49 09 78 19 44 0B 00 01 24 3B 36 31 31 38 30 34 00 00
                """),
        Command(
            request: .release(reserved, Terminal.twelveFifty),
            bytes: "06 25 0F 87 02 31 04 00 00 00 00 12 50 49 09 78 19 44"),
        Command(request: .openPreauthorisations, bytes: "06 23 03 87 FF FF"),
        Command(request: .turnoverTotals, bytes: "06 10 03 00 00 00"),
        Command(request: .endOfDay, bytes: "06 50 03 00 00 00"),
        Command(request: .diagnose(.line), bytes: "06 70 00"),
        Command(request: .diagnose(.emvConfiguration), bytes: "06 70 05 06 03 1B 01 04"),
        Command(request: .initialise, bytes: "06 93 03 00 00 00"),
        Command(request: .logOff, bytes: "06 02 00"),
        Command(request: .setClock(clock), bytes: "06 91 08 AA 26 11 21 0C 23 59 30"),
        Command(request: .repeatReceipt, bytes: "06 20 05 00 00 00 03 03"),
        Command(request: .reprint(.last, withResult: false), bytes: "06 20 05 00 00 00 03 00"),
        Command(request: .reprint(.customer, withResult: true), bytes: "06 20 0B 00 00 00 03 01 06 04 1F 01 01 03"),
    ]

    static let clock: TerminalClock = {
        guard let clock = TerminalClock(year: 2026, month: 11, day: 21, hour: 23, minute: 59, second: 30) else {
            preconditionFailure("a time that exists")
        }
        return clock
    }()

    @Test(arguments: all)
    func aRequestIsSentAsItsCommand(_ command: Command) throws {
        var line = VirtualLine()
        line.start(command.request)
        #expect(line.takeWritten() == SerialBlock.encode([UInt8](hex: command.bytes)))
    }

    @Test(arguments: all)
    func aCommandIsReadAsItWasMeant(_ command: Command) throws {
        let bytes = [UInt8](hex: command.bytes)
        #expect(try Telegram(decoding: bytes) == Sequences.telegram(of: command.request, TerminalSettings()))
    }

    @Test(arguments: all)
    func aRefusedCommandHasNotBegun(_ command: Command) {
        var line = VirtualLine()
        line.start(command.request)
        line.receive(Bytes.ack + SerialBlock.encode([0x84, 0x83, 0x00]))
        #expect(line.events == [.finished(.refused(code: 0x83))])
    }

    /// `84 1E 01 7D`: a refusal may bring data of its own.
    @Test(arguments: all)
    func portalum49_aRefusalWithDataIsOne(_ command: Command) {
        var line = VirtualLine()
        line.start(command.request)
        line.receive(Bytes.ack + SerialBlock.encode([0x84, 0x1E, 0x01, 0x7D]))
        #expect(line.events == [.finished(.refused(code: 0x1E))])
    }

    private func failure(_ bytes: [UInt8], taken: Bool = false) throws -> Failure {
        var line = taken ? VirtualLine.running(.register(try #require(Currency(code: "JPY")))) : VirtualLine()
        if !taken { line.start(.register(try #require(Currency(code: "JPY")))) }
        line.receive(Bytes.ack + SerialBlock.encode(bytes))
        guard case .disturbed(let failure)? = line.events.last?.end else {
            throw Failure(ReaderFailure.abandoned, "\(line.events)", recovery: .giveUp)
        }
        return failure
    }

    /// As the end of the registration, or as its refusal.
    @Test func aTerminalThatNamesItsCurrencyIsQuoted() throws {
        for failure in [
            try failure([0x84, 0x1E, 0x04, 0x6F, 0x49, 0x09, 0x78]),
            try failure([0x06, 0x1E, 0x04, 0x6F, 0x49, 0x09, 0x78], taken: true),
        ] {
            #expect(failure.code == "reader.otherCurrency")
            #expect(failure.sentence == "This terminal takes EUR, not JPY.")
        }
    }

    /// That the terminal takes the currency that was announced is no reason to refuse it.
    @Test func aRefusalInTheSameCurrencyIsOneByItsCode() throws {
        var line = VirtualLine()
        line.start(.register(.eur))
        line.receive(Bytes.ack + SerialBlock.encode([0x84, 0x1E, 0x04, 0x6F, 0x49, 0x09, 0x78]))
        guard case .refused? = line.events.last?.end else {
            Issue.record("\(line.events)")
            return
        }
        var taken = VirtualLine.running(.register(.eur))
        taken.receive(block: [0x06, 0x1E, 0x04, 0x6F, 0x49, 0x09, 0x78])
        #expect(taken.events.last?.end == .aborted(code: 0x6F))
    }

    /// A payment that was refused has not begun, whatever the refusal says.
    @Test(arguments: all.filter { $0.request.movesMoney })
    func aRefusalThatNamesACurrencyIsOne(_ command: Command) {
        var line = VirtualLine()
        line.start(command.request)
        line.receive(Bytes.ack + SerialBlock.encode([0x84, 0x1E, 0x04, 0x6F, 0x49, 0x03, 0x92]))
        #expect(line.events == [.finished(.refused(code: 0x6F))])
    }

    @Test(arguments: all.filter { $0.request != .logOff })
    func anAbortedCommandEndsWithItsCode(_ command: Command) {
        var line = VirtualLine.running(command.request)
        line.receive(Terminal.aborted(0x6C))
        #expect(line.events == [.finished(.aborted(code: 0x6C))])
    }

    @Test(arguments: all.filter { $0.request != .logOff })
    func aTerminalThatFallsSilentDisturbsTheCommand(_ command: Command) {
        var line = VirtualLine.running(command.request)
        line.pass(.seconds(180))
        #expect(line.code == "reader.noAnswer")
    }

    @Test(arguments: all)
    func aLineThatIsLostInTheMiddleDisturbsTheCommand(_ command: Command) {
        var line = VirtualLine()
        line.start(command.request)
        line.receive(Bytes.ack)
        line.lose()
        #expect(line.events.count == 1)
        #expect(line.code == "reader.lineLost")
    }

    @Test(arguments: all.filter { $0.request != .logOff })
    func whatCannotBeReadIsNeitherTakenNorBelieved(_ command: Command) {
        var line = VirtualLine.running(command.request)
        line.receive(block: [0x04, 0x0F, 0x02, 0x99, 0x00])
        #expect(line.takeWritten() == Bytes.ack + SerialBlock.encode([0x84, 0x83, 0x00]))
        #expect(line.code == "reader.malformed")
    }

    @Test(arguments: all.filter { $0.request != .logOff })
    func cancellingIsAWishThatTheTerminalDecidesOn(_ command: Command) {
        var line = VirtualLine.running(command.request)
        line.cancel()
        #expect(line.takeWritten() == SerialBlock.encode([0x06, 0xB0, 0x00]))
        line.receive(Bytes.ack + SerialBlock.encode([0x84, 0x83, 0x00]))
        #expect(line.events.isEmpty)
        line.receive(Terminal.completion)
        #expect(line.events == [.finished(.completed(TerminalState()))])
    }

    @Test(arguments: all.filter(\.request.movesMoney))
    func aCommandAboutMoneyThatMayHaveBeenHeardIsNotSentOnceMore(_ command: Command) {
        var line = VirtualLine()
        line.start(command.request)
        _ = line.takeWritten()
        line.receive(Terminal.insertCard)
        line.receive(Bytes.ack)
        line.receive(Terminal.completion)
        #expect(line.code == "reader.busy")
        #expect(line.takeWritten() == Bytes.ack + Bytes.positive + Bytes.ack + Bytes.positive)
    }

    @Test(
        .enabled(if: Vector.isThere, "zvt-vectors.json is not beside this repository (TILL_SHARED)"),
        arguments: Vector.all.filter { !$0.mustReject && $0.framing == .apdu })
    func aCommandOfOthersIsReadAndWrittenBack(_ vector: Vector) throws {
        let control = vector.bytes.prefix(2).reduce(UInt16(0)) { $0 << 8 | UInt16($1) }
        let isOurs = TransactionCommand.Kind(rawValue: control) != nil
        guard isOurs || AdministrationCommand.Kind(rawValue: control) != nil || control == Control.logOff else {
            return
        }
        let telegram = try Telegram(decoding: vector.bytes)
        #expect(try Telegram(decoding: telegram.bytes) == telegram)
        #expect(telegram.bytes.count == vector.bytes.count)
    }

    /// A till that reads cards itself could send card data with these: none of it outlives the decoder.
    @Test(arguments: ["06 31", "06 30"])
    func cardDataOfACommandIsMasked(_ control: String) throws {
        let card = "22 F0 F8 40 12 00 10 36 14 11 13 23 F0 F4 40 12 D2 81"
        let bytes = [UInt8](hex: "\(control) 15 00 00 00 \(card)")
        let redacted = DecodedTelegram(bytes).redacted
        #expect(redacted.suffix(18) == [UInt8](hex: "22 F0 F8 EE EE EE EE EE EE 11 13 23 F0 F4 00 00 00 00"))
        #expect(redacted[3..<6].allSatisfy { $0 == Redaction.erased })
    }

    @Test func theTerminalIsLoggedOffAsSoonAsItSaysSo() {
        var line = VirtualLine()
        line.start(.logOff)
        line.receive(Bytes.ack + Bytes.positive)
        #expect(line.events == [.accepted, .finished(.completed(TerminalState()))])
    }

    @Test func theTimeOfADiagnosisIsToldWithItsEnd() {
        var line = VirtualLine.running(.diagnose(.line))
        line.receive(.setTillClock(ClockSetting(Self.clock)))
        #expect(line.takeWritten() == Bytes.ack + Bytes.positive)
        line.receive(Bytes.ack)
        line.receive(Terminal.completion)
        #expect(line.events == [.finished(.completed(TerminalState(clock: Self.clock)))])
    }

    /// A refund of 12.50 and 12.51, in euros and francs, and a reversal of receipts 41 and 42.
    @Test(arguments: [
        "06 31 11 00 00 00 04 00 00 00 00 12 50 04 00 00 00 00 12 51",
        "06 31 10 00 00 00 04 00 00 00 00 12 50 49 09 78 49 07 56", "06 30 09 00 00 00 87 00 41 87 00 42",
    ])
    func aCommandThatContradictsItselfIsNotRead(_ bytes: String) throws {
        let bytes = [UInt8](hex: bytes)
        let error = #expect(throws: PacketError.self) { try Telegram(decoding: bytes) }
        guard case .contradiction = error?.reason else { return #expect(Bool(false), "\(error?.reason as Any)") }
    }

    @Test(arguments: ["04 01 08 AA 26 13 21 0C 23 59 30", "04 01 04 AA 26 11 21", "04 01 08 AA 2A 11 21 0C 23 59 30"])
    func aTimeThatNoClockShowsIsNotTaken(_ bytes: String) {
        #expect(throws: PacketError.self) { try Telegram(decoding: [UInt8](hex: bytes)) }
    }

    @Test(arguments: [-1, 10_000])
    func aReceiptThatNoTerminalHasIsNotSent(_ number: Int) {
        var line = VirtualLine()
        line.start(.reverse(receipt: number, Terminal.twelveFifty))
        #expect(line.code == "reader.receiptOutOfRange")
        #expect(line.takeWritten().isEmpty)
    }

    @Test func anAmountThatNoTerminalTakesIsNotSent() {
        var line = VirtualLine()
        line.start(.refund(Money(minorUnits: -1, currency: .eur)))
        #expect(line.code == "reader.amountOutOfRange")
        #expect(line.takeWritten().isEmpty)
    }
}

@Suite struct OpenPreauthorisationTests {
    @Test func aListOfReservationsIsReadWhole() {
        var line = VirtualLine.running(.openPreauthorisations)
        line.receive(block: [UInt8](hex: "06 1E 0D B8 06 0A 23 08 08 02 02 31 08 02 02 32"))
        let both = [231, 232].map { Preauthorisation(receiptNumber: $0) }
        #expect(line.events == [.openPreauthorisations(both), .finished(.completed(TerminalState()))])
    }

    @Test func anErrorThatNamesNoReceiptIsNoAnswer() {
        var line = VirtualLine.running(.openPreauthorisations)
        line.receive(Terminal.aborted(0xB8))
        #expect(line.events == [.finished(.aborted(code: 0xB8))])
    }

    @Test func aReservationIsWhatItsResultSays() {
        var result = TransactionResult(resultCode: 0)
        #expect(Preauthorisation(result) == nil)
        result.receiptNumber = 231
        result.trace = 124
        #expect(Preauthorisation(result) == Preauthorisation(receiptNumber: 231, trace: 124))
        result.resultCode = 5
        #expect(Preauthorisation(result) == nil)
    }
}

@Suite struct TotalsTests {
    private static let bySevenSchemes = [UInt8](repeating: 0, count: 53)

    private static func status(totals: [UInt8]?) -> Telegram {
        var information = StatusInformation(resultCode: 0)
        information.amountMinor = 3_000
        information.totals = totals
        return .statusInformation(information)
    }

    @Test(arguments: [TerminalRequest.endOfDay, .turnoverTotals])
    func totalsAreAnsweredOnceTheyAreStored(_ request: TerminalRequest) throws {
        var line = VirtualLine.running(request, storesAtOnce: false)
        line.receive(Self.status(totals: Self.bySevenSchemes))
        #expect(line.takeWritten() == Bytes.ack)
        guard case .totals(let record, let totals)? = line.takeEvents().first else { return #expect(Bool(false)) }
        #expect(totals.totalMinor == 3_000)
        line.answer(record, .stored)
        #expect(line.takeWritten() == Bytes.positive)
    }

    @Test(arguments: [nil, [UInt8](repeating: 0, count: 52), [UInt8](repeating: 0xAA, count: 53)])
    func totalsThatCannotBeReadBySchemeAreToldWithout(_ totals: [UInt8]?) throws {
        var line = VirtualLine.running(.endOfDay)
        line.receive(Self.status(totals: totals))
        guard case .totals(_, let told)? = line.events.first else { return #expect(Bool(false)) }
        #expect(told.schemes == nil)
        #expect(told.totalMinor == 3_000)
    }

    @Test func aPaymentsResultIsOneWhateverItCarries() throws {
        var line = VirtualLine.running()
        line.receive(Self.status(totals: Self.bySevenSchemes))
        guard case .result? = line.events.first else { return #expect(Bool(false)) }
    }

    @Test func totalsOfAnEarlierLifeAreToldAsSuch() throws {
        var line = VirtualLine(storesAtOnce: false)
        line.receive(Self.status(totals: Self.bySevenSchemes))
        line.start(.enquireStatus)
        guard case .totals? = line.events.first else { return #expect(Bool(false)) }
    }
}

@Suite struct GoodsTests {
    private static func asked() throws -> (line: VirtualLine, record: TerminalRecordID) {
        var line = VirtualLine.running(storesAtOnce: false)
        line.receive(Terminal.approved)
        let record = try #require(line.takeEvents().first?.record)
        #expect(line.takeWritten() == Bytes.ack)
        return (line, record)
    }

    @Test(arguments: [
        (DispenseResult.given, "80 00 00"), (.notGiven, "84 66 00"),
        (.givenInPart(Money(minorUnits: 500, currency: .eur)), "84 9D 07 04 00 00 00 00 05 00"),
        (.givenInPart(Money(minorUnits: -1, currency: .eur)), "84 66 00"),
    ])
    func theTerminalIsToldWhatWasGiven(_ issue: DispenseResult, _ answer: String) throws {
        var (line, record) = try Self.asked()
        line.answer(record, .goods(issue))
        #expect(line.takeWritten() == SerialBlock.encode([UInt8](hex: answer)))
    }

    @Test func goodsThatArePendingKeepTheTerminalWaitingAsLongAsItCan() throws {
        var (line, record) = try Self.asked()
        line.pass(.seconds(10))
        line.answer(record, .goods(.pending))
        line.pass(.milliseconds(14_999))
        #expect(line.takeWritten().isEmpty)
        line.pass(.milliseconds(1))
        #expect(line.takeWritten() == SerialBlock.encode([0x84, 0x9C, 0x00]))
        line.receive(Bytes.ack)
        #expect(!line.takeEvents().contains(.answered(record)), "the storage has not answered yet")
        line.pass(.seconds(2))
        line.receive(Terminal.approved)
        let again = try #require(line.takeEvents().last?.record)
        #expect(again != record)
        _ = line.takeWritten()
        line.answer(record, .goods(.given))
        #expect(line.takeWritten().isEmpty)
        line.answer(again, .goods(.given))
        #expect(line.takeWritten() == Bytes.positive)
    }

    @Test func goodsThatAreGivenMeanwhileAreToldAtOnce() throws {
        var (line, record) = try Self.asked()
        line.answer(record, .goods(.pending))
        line.pass(.seconds(3))
        line.answer(record, .goods(.given))
        #expect(line.takeWritten() == Bytes.positive)
        line.receive(Bytes.ack)
        line.pass(.seconds(30))
        #expect(line.takeWritten().isEmpty)
    }

    @Test func goodsAreNoAnswerToAText() throws {
        var line = VirtualLine.running(storesAtOnce: false)
        line.receive(Terminal.line("text"))
        line.answer(try #require(line.events.last?.record), .goods(.pending))
        #expect(line.takeWritten() == Bytes.ack + Bytes.printerNotReady)
    }
}
