import Flow
import Hardware
import Model
import Simulator
import Storage
import Synchronization
import Testing

@testable import Payments
@testable import Stores

/// Finding out about payments as effects of the till's state.
@Suite struct RecoveryTests {
    private let counter: Counter
    private var world: VirtualWorld { counter.world }

    init() throws { counter = try Counter() }

    private func settleKnown(_ till: TillStores) throws {
        try counter.ask(till) { RecoveryAction.settleKnown($0) }
        world.run()
    }

    private func recoverAll(_ till: TillStores) throws {
        try counter.ask(till) { RecoveryAction.recoverAll($0) }
        world.run()
    }

    @Test func whatTheJournalTellsIsSettledWithoutAnyTerminal() throws {
        try counter.write([], 1042)
        let till = try counter.start()
        try settleKnown(till)
        #expect(try counter.open.isEmpty)
        #expect(till.doubts.current.isAtRest)
        #expect(counter.readers.connections.withLock { $0 } == 0)
    }

    @Test func whatTheTerminalMustBeAskedIsLeftToThoseWhoMay() throws {
        try counter.write([.sending], 1042)
        let till = try counter.start()
        try settleKnown(till)
        world.advance(by: .seconds(600))
        #expect(try counter.open == ["pay-1042"])
        #expect(counter.readers.connections.withLock { $0 } == 0)
    }

    @Test(arguments: [0, 1, 3, 59, 3600])
    func tenSecondsAfterATerminalIsBackTheTruthIsKnown(gone: Int) throws {
        counter.readers.isPlugged.withLock { $0 = false }
        try counter.write([.sending], 1042)
        let till = try counter.start()
        try recoverAll(till)
        world.advance(by: .seconds(gone))
        #expect(try counter.open == ["pay-1042"])
        counter.readers.isPlugged.withLock { $0 = true }
        world.advance(by: .seconds(10))
        #expect(try counter.open.isEmpty)
    }

    /// The claim of an address says nothing of another name of the same terminal.
    @Test func underASecondNameALivingPaymentIsLeftAlone() throws {
        try counter.write([.sending], 1042, terminalID: "29001234")
        let living = try counter.locks.take(terminal: Counter.terminal)
        let readers = SimulatedReaderService(TerminalScenario(), environment: world.environment)
        let till = try counter.start(readers: readers)
        let request = PaymentRequest(
            subject: .order(OrderID(rawValue: 1043)), terminal: SimulatedReaderService.address, printer: Counter.printer
        )
        let ask = { [counter] () throws(Failure) -> PaymentReport in
            try counter.ask(till) { CardPresentPaymentsAction.collectPayment(request, $0) }
        }
        let failure = #expect(throws: Failure.self) { try ask() }
        #expect(failure?.code == "payment.terminalBusy")
        #expect(try counter.open == ["pay-1042"] && readers.journal.entries.isEmpty)
        living.release()
        let doubt = #expect(throws: Failure.self) { try ask() }
        #expect(doubt?.code == "payment.inDoubt", "the terminal was asked, and has told nothing that decides it")
    }

    @Test func aRestartGoesOnAsking() throws {
        counter.readers.isPlugged.withLock { $0 = false }
        try counter.write([.sending], 1042)
        var till: TillStores? = try counter.start()
        try recoverAll(try #require(till))
        till = nil
        world.advance(by: .seconds(100))
        counter.readers.isPlugged.withLock { $0 = true }
        let next = try counter.start()
        try recoverAll(next)
        world.advance(by: .seconds(10))
        #expect(try counter.open.isEmpty)
    }

    @Test func onlyTheTerminalThatIsBackIsAskedAtOnce() {
        var state = RecoveryState()
        let (one, other) = (PaymentID(rawValue: "pay-1"), PaymentID(rawValue: "pay-2"))
        let place = DeviceAddress(scheme: "test", path: "other")
        for (payment, terminal) in [(one, Counter.terminal), (other, place)] {
            state.reduce(.found(payment, terminal: terminal, mayAsk: true))
            state.reduce(.began(payment))
            state.reduce(.unresolved(payment, .unplugged))
        }
        let before = state.payments
        state.lookAgain(at: Counter.terminal)
        #expect(state.payments[one] != before[one] && state.payments[other] == before[other])
    }

    /// A process that only settles what is known has found it first.
    @Test func aTerminalThatMayBeAskedMayAlwaysBeAsked() {
        var state = RecoveryState()
        for mayAsk in [false, true, false] {
            state.reduce(.found(PaymentID(rawValue: "pay-1"), terminal: Counter.terminal, mayAsk: mayAsk))
        }
        #expect(state.doubts.map(\.mayAsk) == [true])
    }

    /// The payments about which this process finds out.
    private func pursued(_ till: TillStores) -> [String] {
        world.run()
        return till.root.state.recovery.doubts.map(\.payment.rawValue)
    }

    /// Its terminal is needed again once the statement is withdrawn.
    @Test func whatAPersonSettlesIsNotPursuedUntilThatIsWithdrawn() throws {
        let payment = PaymentID(rawValue: "pay-1042")
        counter.readers.isPlugged.withLock { $0 = false }
        try counter.write([.sending], 1042)
        let till = try counter.start()
        try recoverAll(till)
        world.advance(by: .seconds(600))
        #expect(pursued(till) == ["pay-1042"])
        let settled = try counter.ask(till) {
            CardPresentPaymentsAction.settleDoubt(payment, .notBooked(newestReceipt: 41), words: "its journal", $0)
        }
        #expect(settled.outcome.isFinal && pursued(till).isEmpty)
        let withdrawn = try counter.ask(till) {
            CardPresentPaymentsAction.withdrawSettlement(payment, words: "mistyped", $0)
        }
        #expect(!withdrawn.outcome.isFinal && pursued(till) == ["pay-1042"])
    }

    /// A process that stays goes on with what somebody could not find out.
    @Test func whatIsFoundOutOnDemandIsNotPursuedAnyMore() throws {
        let payment = PaymentID(rawValue: "pay-1042")
        let till = try counter.start()
        try recoverAll(till)
        counter.readers.isPlugged.withLock { $0 = false }
        try counter.write([.sending], 1042)
        func resolve() throws -> PaymentReport {
            try counter.ask(till) {
                CardPresentPaymentsAction.resolve(payment, at: nil, giveUpAfter: .seconds(60), $0)
            }
        }
        #expect(pursued(till).isEmpty)
        #expect(try !resolve().outcome.isFinal && pursued(till) == ["pay-1042"])
        // The next try in the background is in five seconds.
        world.advance(by: .milliseconds(2_300))
        counter.readers.isPlugged.withLock { $0 = true }
        #expect(try resolve().outcome.isFinal && pursued(till).isEmpty)
    }

    @Test(arguments: [nil, DeviceAddress(scheme: "test", path: "moved")])
    func aTerminalIsAskedWhereItIsNow(address: DeviceAddress?) throws {
        try counter.write([.sending], 1042)
        let readers = WatchedReaders(counter.readers)
        let till = try counter.start(readers: readers)
        let report = try counter.ask(till) {
            CardPresentPaymentsAction.resolve(
                PaymentID(rawValue: "pay-1042"), at: address, giveUpAfter: .seconds(60), $0)
        }
        #expect(report.outcome.isFinal)
        #expect(readers.addresses.withLock { $0 } == [address ?? Counter.terminal])
    }

    @Test func betweenTwoTriesTheTerminalIsFree() throws {
        counter.readers.isPlugged.withLock { $0 = false }
        try counter.write([.sending], 1042)
        let till = try counter.start()
        try recoverAll(till)
        #expect(try counter.locks.claim(Counter.terminal.description) == nil)
        while !till.doubts.current.isAtRest { world.advance(by: .seconds(1)) }
        #expect(try counter.locks.claim(Counter.terminal.description) != nil)
    }

    @Test func whatALivingProcessIsAtIsItsOwn() throws {
        try counter.write([], 1042)
        let other = try counter.locks.claim(Counter.terminal.description)
        let till = try counter.start()
        try settleKnown(till)
        world.advance(by: .seconds(1))
        #expect(till.doubts.current.isAtRest)
        #expect(try counter.open == ["pay-1042"])
        other?.release()
        world.advance(by: .seconds(10))
        #expect(try counter.open.isEmpty)
    }

    @Test func aPaymentThatIsFoundOutIsPrintedAndToldToTheShop() throws {
        let till = try counter.start()
        try counter.ask(till) { PrintSpoolAction.serve(printer: Counter.printer, $0) }
        try counter.ask(till) { OutboxAction.deliver($0) }
        world.run()
        try counter.write([.sending, .result(TransactionResult(resultCode: 0), answer: .stored), .completed], 1042)
        try settleKnown(till)
        world.advance(by: .seconds(10))
        #expect(counter.printers.sheets == 2)
        #expect(counter.shop.told == ["1042"])
    }

    private func pay(_ till: TillStores) throws -> Failure? {
        let request = PaymentRequest(
            subject: .amount(.sample), terminal: Counter.terminal, printer: Counter.printer, giveUpAfter: .seconds(5))
        do throws(Failure) {
            let report = try counter.ask(till) { CardPresentPaymentsAction.collectPayment(request, $0) }
            #expect(!report.outcome.isFinal)
            return nil
        } catch { return error }
    }

    @Test func aProcessThatStaysFindsOutAboutADoubtThatArises() throws {
        let till = try counter.start()
        try recoverAll(till)
        counter.readers.loseNextPayment()
        #expect(try pay(till) == nil)
        #expect(try counter.open.count == 1)
        counter.readers.isPlugged.withLock { $0 = true }
        world.advance(by: .seconds(80))
        #expect(try counter.open.isEmpty)
    }

    @Test func aDoubtThatARefusedPaymentCameUponIsFoundOutAbout() throws {
        let till = try counter.start()
        try recoverAll(till)
        try counter.write([.sending], 1042)
        counter.readers.isPlugged.withLock { $0 = false }
        #expect(try pay(till)?.code == Failure.inDoubt(PaymentID(rawValue: "pay-1042")).code)
        counter.readers.isPlugged.withLock { $0 = true }
        world.advance(by: .seconds(80))
        #expect(try counter.open.isEmpty)
    }

    @Test func fromAShortProcessTheNextTakesOver() throws {
        let till = try counter.start()
        counter.readers.loseNextPayment()
        #expect(try pay(till) == nil)
        counter.readers.isPlugged.withLock { $0 = true }
        world.advance(by: .seconds(80))
        #expect(try counter.open.count == 1)
    }
}

/// Readers that remember where a terminal was asked.
private final class WatchedReaders: CardReaderService {
    let addresses = Mutex<Set<DeviceAddress>>([])
    private let readers: UnpluggedReaders

    init(_ readers: UnpluggedReaders) { self.readers = readers }

    func discover() -> [DeviceIdentity] { readers.discover() }

    func connect(_ address: DeviceAddress) throws(Failure) -> any PaymentTerminal {
        _ = addresses.withLock { $0.insert(address) }
        return try readers.connect(address)
    }
}
