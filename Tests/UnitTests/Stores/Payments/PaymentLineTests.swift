import Flow
import Foundation
import Hardware
import Model
import Storage
import Synchronization
import Testing

@testable import Payments
@testable import Stores

/// What is asked of a terminal around a payment, and that its line is closed whatever comes of it.
@Suite struct PaymentLineTests {
    private let counter: Counter
    private let readers = ScriptedReaders(Self.approves)
    private static let id = "29001234"

    init() throws { counter = try Counter() }

    private static let earlier: TransactionResult = {
        var result = TransactionResult.approved(amount: 990, receipt: 41)
        (result.trace, result.minute) = (122, 10)
        return result
    }()

    private static let approves: ScriptedReaders.Script = { request, _ in
        switch request {
        case .register: .taken(end: .completed(TerminalState(terminalID: id, status: 0)))
        case .repeatReceipt: .taken(.result(TerminalRecordID(1), earlier))
        case .authorise: .taken(.result(TerminalRecordID(2), .approved()))
        case .enquireStatus: .taken(end: .completed(TerminalState(status: 0)))
        case .reverse, .refund, .preauthorise, .book, .partialRelease, .release, .openPreauthorisations,
            .turnoverTotals, .endOfDay, .diagnose, .initialise, .logOff, .setClock, .reprint, .probe:
            .refused(0x83)
        }
    }

    /// The usual terminal, but for its answers to one request.
    private func tells(_ asked: TerminalRequest, _ script: @escaping @Sendable (_ earlier: Int) -> [TerminalEvent]) {
        readers.answer { request, earlier in request == asked ? script(earlier) : Self.approves(request, earlier) }
    }

    private static let order = PaymentRequest(
        subject: .order(OrderID(rawValue: 1042)), terminal: Counter.terminal, printer: Counter.printer,
        giveUpAfter: .seconds(10))

    private func pay(_ request: PaymentRequest = order) throws -> PaymentReport {
        let till = try counter.start(readers: readers)
        return try counter.ask(till) { CardPresentPaymentsAction.collectPayment(request, $0) }
    }

    /// A payment that goes on when this returns; its answer comes into the box.
    private func begin(_ till: TillStores) -> Answer<PaymentReport> {
        let answer = Answer<PaymentReport>()
        till.manager.dispatch(CardPresentPaymentsAction.collectPayment(Self.order, Reply { answer.set($0) }))
        counter.world.run()
        return answer
    }

    // MARK: The order

    /// Whoever typed a tip needs the order's currency, and has loaded the order for that.
    @Test func anOrderThatWasJustToldIsNotAskedForAgain() throws {
        let till = try counter.start(readers: readers)
        func asks() -> Int { counter.shop.requests.count { $0.method == .get && $0.path.hasSuffix("orders/1042") } }
        func pay(_ order: Order, toldAt time: Date) throws(Failure) -> PaymentReport {
            var made = Self.order
            made.toldOrder = PaymentRequest.ToldOrder(order, at: time)
            let request = made
            return try counter.ask(till) { CardPresentPaymentsAction.collectPayment(request, $0) }
        }
        let told = try counter.ask(till) { OrderAction.retrieveOrder(OrderID(rawValue: 1042), $0) }
        counter.world.advance(by: .seconds(60))
        readers.answer { _, _ in .refused(0x83) }
        let earlier = asks()
        #expect(throws: Failure.self) { try pay(told.value, toldAt: told.asOf) }
        #expect(asks() == earlier + 1, "it may have changed within a minute")
        readers.answer(Self.approves)
        let report = try pay(told.value, toldAt: counter.world.now)
        #expect(report.outcome == .approved(.approved()) && asks() == earlier + 1)
    }

    // MARK: One connection

    @Test func aPaymentIsOneCommandOnOneConnection() throws {
        let report = try pay()
        #expect(report.outcome == .approved(.approved()))
        #expect(readers.requests == [.register(.eur), .repeatReceipt, .authorise(.sample)])
        #expect(readers.verdicts == [.stored, .stored])
        #expect(readers.connections == 1 && readers.left == 0)
    }

    @Test func aDeclinedPaymentLeavesNoLineOpen() throws {
        tells(.authorise(.sample)) { _ in .taken(.result(TerminalRecordID(2), .failed(0x05)), end: .aborted(code: 5)) }
        #expect(try pay().outcome == .declined(code: 5, text: nil))
        #expect(readers.left == 0)
    }

    @Test(arguments: [TerminalRequest.register(.eur), .repeatReceipt])
    func aTerminalThatIsBusyIsTriedThreeTimesAndNothingIsSent(_ busy: TerminalRequest) throws {
        tells(busy) { _ in .refused(0x9C) }
        #expect(throws: Failure.terminalBusy) { try pay() }
        #expect(readers.connections == 3 && readers.left == 0)
        #expect(try counter.open.isEmpty && !readers.requests.contains(.authorise(.sample)))
    }

    @Test func aTerminalThatIsNoLongerBusyTakesThePayment() throws {
        tells(.register(.eur)) { earlier in
            earlier < 2 ? .refused(0x9C) : .taken(end: .completed(TerminalState(terminalID: Self.id, status: 0)))
        }
        #expect(try pay().outcome.word == "approved")
        #expect(readers.connections == 3 && readers.left == 0)
    }

    /// The end of something earlier looks like one of the registration.
    @Test func aRegistrationThatIsAbortedIsAskedForOnceMore() throws {
        tells(.register(.eur)) { earlier in
            earlier == 0 ? .taken(end: .aborted(code: 0x6C)) : .taken(end: .completed(TerminalState()))
        }
        // It tells its id with its last transaction.
        #expect(try pay().outcome.word == "approved")
        #expect(readers.connections == 1)
        #expect(try counter.storage.read { try $0.recentPayments(limit: 1) }.first?.terminalID == Self.id)
    }

    @Test(arguments: [TerminalEnd.refused(code: 0xF0), .aborted(code: 0xF0)])
    func aTerminalThatWantsItsEndOfDayTakesNoPayment(_ end: TerminalEnd) throws {
        for asked in [TerminalRequest.register(.eur), .repeatReceipt] {
            tells(asked) { _ in [.accepted, .finished(end)] }
            #expect(throws: Failure.endOfDayDemanded) { try pay() }
        }
        #expect(readers.left == 0 && !readers.requests.contains(.authorise(.sample)))
    }

    /// Whatever key is used: nobody knows yet whether the order is paid.
    @Test(arguments: [nil, "k"]) func anOrderInDoubtOnAnotherTerminalIsNotCharged(_ key: String?) throws {
        try counter.write([.sending], 1042)
        var request = Self.order
        request.terminal = DeviceAddress(scheme: "test", path: "second")
        request.key = key
        #expect(throws: Failure.inDoubt(PaymentID(rawValue: "pay-1042"))) { try pay(request) }
        #expect(readers.requests.isEmpty && readers.connections == 0)
    }

    /// Two terminals are configured, and both tell one id. The payment in doubt ran on the one that repeats what that payment
    /// had told.
    @Test(arguments: [41, 40]) func ofTwoTerminalsWithOneIdTheirLastTransactionsTellThemApart(last: Int) throws {
        try counter.write(
            [.sending, .result(Self.earlier, answer: .refuse)], 1043,
            terminal: DeviceAddress(scheme: "test", path: "second"), terminalID: Self.id)
        var told = Self.earlier
        told.receiptNumber = last
        let repeated = told
        tells(.repeatReceipt) { _ in .taken(.result(TerminalRecordID(1), repeated)) }
        let till = try counter.start(readers: readers, areTwo: { $0 != $1 })
        let pay = { [counter] () throws(Failure) -> PaymentReport in
            try counter.ask(till) { CardPresentPaymentsAction.collectPayment(Self.order, $0) }
        }
        if last == 41 {
            #expect(throws: Failure.inDoubt(PaymentID(rawValue: "pay-1043"))) { try pay() }
        } else {
            #expect(try pay().outcome == .approved(.approved()))
            #expect(try counter.storage.read { try $0.recentPayments(limit: 1) }.first?.terminalID == nil)
        }
        #expect(readers.requests.contains(.authorise(.sample)) == (last != 41))
        #expect(try counter.open == ["pay-1043"] && readers.left == 0)
    }

    /// Only the terminal that booked it can take it back.
    @Test func aReversalOnAnotherTerminalIsNotSent() throws {
        try counter.write(
            [.sending, .settled(.approved(.approved(terminalID: "29009999")))], 1042, terminalID: "29009999")
        let request = PaymentRequest(
            subject: .giveBack(.reversal(of: PaymentID(rawValue: "pay-1042"))), terminal: Counter.terminal,
            printer: Counter.printer)
        let failure = #expect(throws: Failure.self) { try pay(request) }
        #expect(failure?.code == "reversal.otherTerminal")
        #expect(readers.requests == [.register(.eur), .repeatReceipt] && readers.left == 0)
    }

    @Test func aPaymentThatIsDisturbedIsAskedAboutOnANewLine() throws {
        tells(.authorise(.sample)) { _ in .disturbed() }
        let report = try pay()
        #expect(report.outcome.word == "not_charged")
        #expect(readers.requests.count { $0 == .authorise(.sample) } == 1)
        #expect(readers.connections == 2 && readers.left == 0)
    }

    @Test func aPaymentThatNobodyFindsOutAboutLeavesNoLineOpen() throws {
        readers.answer { request, earlier in
            switch request {
            case .authorise: .disturbed()
            case .enquireStatus: .taken(end: .completed(TerminalState(status: 0x9C)))
            default: Self.approves(request, earlier)
            }
        }
        #expect(try pay().outcome.word == "in_doubt")
        #expect(readers.left == 0)
    }

    /// They come faster than they are written.
    @Test func aPaymentMayPrintManyLinesAtOnce() throws {
        tells(.authorise(.sample)) { _ in
            let lines = (3...302).map { number in
                TerminalEvent.text(
                    TerminalRecordID(number), TerminalText(copy: .customer, lines: [], endsReceipt: false))
            }
            return [.accepted, .result(TerminalRecordID(2), .approved())] + lines
                + [.finished(.completed(TerminalState()))]
        }
        #expect(try pay().outcome == .approved(.approved()))
        #expect(readers.connections == 1 && readers.verdicts.count == 302)
    }

    // MARK: Cancelling and leaving

    @Test func whoCancelsWhileTheTerminalIsPreparedIsNotCharged() throws {
        tells(.register(.eur)) { _ in [.accepted] }
        let till = try counter.start(readers: readers)
        let answer = begin(till)
        #expect(answer.value == nil)
        #expect(try counter.ask(till) { CardPresentPaymentsAction.cancelPayment(on: Counter.terminal, $0) })
        counter.world.run()
        #expect(answer.failure == .cancelledInTime)
        #expect(readers.left == 0 && readers.requests == [.register(.eur)])
        #expect(try counter.open.isEmpty)
    }

    @Test func aPaymentThatRunsIsCancelledByTheTerminal() throws {
        tells(.authorise(.sample)) { _ in [.accepted] }
        let till = try counter.start(readers: readers)
        let answer = begin(till)
        #expect(try counter.ask(till) { CardPresentPaymentsAction.cancelPayment(on: Counter.terminal, $0) })
        counter.world.run()
        #expect(readers.cancelled == 1)
        #expect(answer.value?.outcome == .cancelled(code: 0x6C) && readers.left == 0)
    }

    @Test func whereNothingRunsNothingIsCancelled() throws {
        let till = try counter.start(readers: readers)
        #expect(try !counter.ask(till) { CardPresentPaymentsAction.cancelPayment(on: Counter.terminal, $0) })
        #expect(try !counter.ask(till) { CardPresentPaymentsAction.leavePayment(on: Counter.terminal, $0) })
    }

    @Test func aPaymentThatIsLeftIsInDoubtAtOnce() throws {
        tells(.authorise(.sample)) { _ in [.accepted] }
        let till = try counter.start(readers: readers)
        let answer = begin(till)
        #expect(try counter.ask(till) { CardPresentPaymentsAction.leavePayment(on: Counter.terminal, $0) })
        counter.world.run()
        #expect(answer.value?.outcome.word == "in_doubt" && readers.left == 0 && readers.cancelled == 0)
    }

    @Test func aPaymentThatIsLeftBeforeItWasSentIsNone() throws {
        tells(.register(.eur)) { _ in [.accepted] }
        let till = try counter.start(readers: readers)
        let answer = begin(till)
        #expect(try !counter.ask(till) { CardPresentPaymentsAction.leavePayment(on: Counter.terminal, $0) })
        counter.world.advance(by: .seconds(60))
        #expect(answer.failure == .cancelledInTime && readers.requests == [.register(.eur)])
        #expect(readers.left == 0 && readers.connections == 1)
    }

    /// It changes no money, so it is waited for no longer than an answer takes.
    @Test func aServiceThatIsCancelledIsLeftAfterSixSeconds() throws {
        tells(.initialise) { _ in [.accepted] }
        readers.hearNoCancel()
        let till = try counter.start(readers: readers)
        let answer = Answer<TerminalServiceReport>()
        till.manager.dispatch(
            TerminalServiceAction.perform(.initialise, on: Counter.terminal, .eur, Reply { answer.set($0) }))
        counter.world.run()
        counter.world.advance(by: .seconds(100))
        #expect(try counter.ask(till) { CardPresentPaymentsAction.cancelPayment(on: Counter.terminal, $0) })
        #expect(readers.cancelled == 1)
        counter.world.advance(by: .milliseconds(5_999))
        #expect(readers.left == 1 && answer.isOpen)
        counter.world.advance(by: .milliseconds(1))
        #expect(readers.left == 0 && answer.failure?.code == "line.closed")
    }

    @Test func anEndOfDayThatIsCancelledIsEndedByTheTerminalAlone() throws {
        tells(.endOfDay) { _ in [.accepted] }
        let till = try counter.start(readers: readers)
        let answer = Answer<EndOfDayReport>()
        let request = EndOfDayRequest(terminal: Counter.terminal, printer: nil)
        till.manager.dispatch(EndOfDayAction.endDay(request, Reply { answer.set($0) }))
        counter.world.run()
        #expect(try counter.ask(till) { CardPresentPaymentsAction.cancelPayment(on: Counter.terminal, $0) })
        counter.world.run()
        #expect(readers.cancelled == 1)
        #expect(answer.value?.outcome == .notClosed(reason: "The terminal refused.") && readers.left == 0)
    }

    // MARK: While another has it

    @Test func aTerminalThatWorksTakesNoSecondPayment() throws {
        tells(.authorise(.sample)) { _ in [.accepted] }
        let till = try counter.start(readers: readers)
        let answer = begin(till)
        #expect(begin(till).failure == .terminalInUse)
        let day = #expect(throws: Failure.self) {
            try counter.ask(till) {
                EndOfDayAction.endDay(EndOfDayRequest(terminal: Counter.terminal, printer: nil), $0)
            }
        }
        #expect(day == .terminalInUse && answer.isOpen)
        _ = try counter.ask(till) { CardPresentPaymentsAction.cancelPayment(on: Counter.terminal, $0) }
        counter.world.run()
        #expect(begin(till).failure != .terminalInUse, "it is free again")
    }
}

/// An answer that may come later.
private final class Answer<Value: Sendable>: Sendable {
    private let stored = Mutex<Result<Value, Failure>?>(nil)

    func set(_ value: Result<Value, Failure>) { stored.withLock { $0 = value } }
    var isOpen: Bool { stored.withLock { $0 == nil } }
    var value: Value? { try? stored.withLock { $0 }?.get() }
    var failure: Failure? {
        guard case .failure(let failure)? = stored.withLock({ $0 }) else { return nil }
        return failure
    }
}
