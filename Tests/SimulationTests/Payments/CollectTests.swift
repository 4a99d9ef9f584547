import Flow
import Hardware
import Model
import Simulator
import Storage
import StorageInMemory
import Payments
import Stores
import Synchronization
import Testing

/// What a caller may rely on when it asks for a payment.
@Suite struct CollectTests {
    private func kiosk(_ scenario: TerminalScenario.Shipped = .approve) throws -> VirtualKiosk {
        try VirtualKiosk(try TerminalScenario(scenario))
    }

    @Test func anApprovedPaymentMakesItsOrderPaid() throws {
        let kiosk = try kiosk()
        let report = try #require(try kiosk.startTill().pay(order: 1042)).get()
        #expect(report.outcome.word == "approved")
        #expect(try kiosk.orderIsPaid(1042))
    }

    @Test func aDeclinedCardLeavesTheOrderUnpaid() throws {
        let kiosk = try kiosk(.decline)
        let report = try #require(try kiosk.startTill().pay(order: 1042)).get()
        #expect(report.outcome.word == "declined")
        #expect(try !kiosk.orderIsPaid(1042))
    }

    @Test func aWrongAmountIsRefusedSoThatTheTerminalTakesItBack() throws {
        var scenario = try TerminalScenario(.approve)
        scenario.faults.amountError = 1
        let kiosk = try VirtualKiosk(scenario)
        let report = try #require(try kiosk.startTill().pay(order: 1042)).get()
        #expect(report.outcome.word == "reversed")
        #expect(kiosk.truth.standing.isEmpty)
        #expect(try !kiosk.orderIsPaid(1042))
    }

    @Test func theSameKeyAsksTheTerminalOnce() throws {
        let kiosk = try kiosk()
        let first = try #require(try kiosk.startTill().pay(order: 1042, key: "k1")).get()
        let second = try #require(try kiosk.startTill().pay(order: 1042, key: "k1")).get()
        #expect(first.payment == second.payment)
        #expect(second.wasKnown)
        #expect(kiosk.requests == 1)
    }

    @Test func theSameKeyForAnotherOrderIsRefused() throws {
        let kiosk = try kiosk()
        let till = try kiosk.startTill()
        _ = till.pay(order: 1042, key: "k1")
        #expect(till.pay(order: 1043, key: "k1")?.failure?.code == "payment.keyConflict")
        #expect(kiosk.requests == 1)
    }

    @Test(arguments: [("USD", "payment.keyConflict"), ("EUR", nil)] as [(String, String?)])
    func theSameKeyIsRefusedIfAnotherCurrencyIsExpected(_ code: String, _ refusal: String?) throws {
        let kiosk = try kiosk()
        let till = try kiosk.startTill()
        _ = till.pay(order: 1042, key: "k1")
        var request = till.request(1042, "k1")
        request.currency = Currency(code: code)
        #expect(till.pay(request)?.failure?.code == refusal)
        #expect(kiosk.requests == 1)
    }

    @Test func sumupAndroidSDK47_aKeyWhoseTillDiedPaysOnceInTheNextLife() throws {
        let kiosk = try kiosk()
        #expect(try kiosk.startTill(dyingAt: .s6).pay(order: 1042, key: "k1") == nil)
        let again = try #require(try kiosk.startTill().pay(order: 1042, key: "k1")).get()
        #expect(again.outcome.word == "approved")
        #expect(kiosk.requests == 1)
    }

    @Test func ers743_aPaidOrderIsNotChargedAgain() throws {
        let kiosk = try kiosk()
        let till = try kiosk.startTill()
        _ = till.pay(order: 1042)
        #expect(till.pay(order: 1042)?.failure?.code == "order.alreadyPaid")
        #expect(kiosk.requests == 1)
    }

    @Test func withoutPaperNothingIsAskedOfTheTerminal() throws {
        let kiosk = try kiosk()
        kiosk.printer.takePaperOut()
        #expect(try kiosk.startTill().pay(order: 1042)?.failure?.code == "printer.paperOut")
        #expect(kiosk.requests == 0)
    }

    /// The fault comes at the registration, at the question for the last payment, or in the middle of its answer. No
    /// card was asked for yet, so nobody has to wait as long as a cardholder may take.
    @Test(arguments: LineKind.every, [2, 4, 5])
    func aTerminalThatFallsSilentBeforeThePaymentIsSaidToSoon(_ line: LineKind, _ telegram: Int) throws {
        var scenario = TerminalScenario()
        scenario.faults.faults = [TerminalScenario.TerminalFault(.silence, at: telegram)]
        let kiosk = try VirtualKiosk(scenario, on: line, journal: .earlierBooking)
        let till = try kiosk.startTill()
        let began = kiosk.world.uptime
        let failure = till.pay(order: 1042)?.failure
        #expect(failure?.code == "reader.noAnswer" && failure?.remedy != nil)
        #expect(kiosk.world.uptime - began < .seconds(25), "asked once more, and given up")
        #expect(kiosk.requests == 0)
        #expect(try kiosk.storage.read { try $0.recentPayments(limit: 1) }.isEmpty, "not begun, so not in doubt")
    }

    @Test func anUnknownOrderIsNotFound() throws {
        #expect(try kiosk().startTill().pay(order: 9_999_999)?.failure?.code == "order.notFound")
    }

    @Test func stripeTerminalAndroid212_aPaymentInDoubtBlocksItsTerminalAndIsNamed() throws {
        let kiosk = try kiosk(.silentAfterCommand)
        let till = try kiosk.startTill()
        let doubtful = try #require(till.pay(order: 1042)).get()
        #expect(doubtful.outcome.word == "in_doubt")
        let next = till.pay(order: 1043)?.failure
        #expect(next?.code == "payment.inDoubt")
        #expect(next?.sentence.contains(doubtful.payment.rawValue) == true)
        #expect(kiosk.requests <= 1)
    }

    @Test func stripeTerminalIOS100_twoPaymentsOnOneTerminalDoNotMeet() throws {
        let kiosk = try kiosk()
        let till = try kiosk.startTill()
        let request = { (order: Int64) in
            PaymentRequest(subject: .order(OrderID(rawValue: order)), terminal: kiosk.terminal.address, printer: .paper)
        }
        till.stores.manager.dispatch(CardPresentPaymentsAction.collectPayment(request(1042), Reply { _ in }))
        kiosk.world.advance(by: .milliseconds(500))
        #expect(till.pay(order: 1043)?.failure?.code == "payment.terminalBusy")
    }

    @Test func nobodyIsSignedOutWhileAPaymentRuns() throws {
        let kiosk = try kiosk()
        let till = try kiosk.startTill()
        let request = PaymentRequest(
            subject: .order(OrderID(rawValue: 1042)), terminal: kiosk.terminal.address, printer: .paper)
        till.stores.manager.dispatch(CardPresentPaymentsAction.collectPayment(request, Reply { _ in }))
        kiosk.world.advance(by: .milliseconds(500))
        let stores = till.stores
        #expect(throws: Failure.self) {
            try kiosk.world.finish { () throws(Failure) in try await stores.logout() }
        }
        let failure = #expect(throws: Failure.self) {
            try kiosk.world.finish { () throws(Failure) in try await stores.signIn(at: SiteID(rawValue: 1)) } as Account
        }
        #expect(failure?.code == "session.paymentUnderWay", "nobody goes to another shop either")
    }

    @Test func nobodyIsSignedOutBetweenTheAskingAndTheBeginning() throws {
        let kiosk = try kiosk()
        let till = try kiosk.startTill()
        let request = PaymentRequest(
            subject: .order(OrderID(rawValue: 1042)), terminal: kiosk.terminal.address, printer: .paper)
        let (stores, box) = (till.stores, Mailbox<PaymentReport>())
        stores.manager.dispatch(CardPresentPaymentsAction.collectPayment(request, Reply { box.put($0) }))
        #expect(throws: Failure.self) {
            try kiosk.world.finish { () throws(Failure) in try await stores.logout() }
        }
        kiosk.world.advance(by: .seconds(60))
        #expect(box.value?.success?.outcome.word == "approved")
    }

    /// No cardholder is involved while a terminal is asked about an earlier payment, so nobody has to wait, and nothing
    /// can be cancelled.
    @Test func aTerminalThatIsAskedAboutADoubtIsNoPaymentThatRuns() throws {
        let kiosk = try kiosk(.silentAfterCommand)
        let doubtful = try #require(try kiosk.startTill().pay(order: 1042, giveUpAfter: .seconds(5))).get()
        let till = try kiosk.startTill()
        #expect(till.ask { RecoveryAction.recoverAll($0) }?.success != nil)
        let next = till.pay(order: 1043)?.failure
        #expect(next?.code == "payment.inDoubt")
        #expect(next?.sentence.contains(doubtful.payment.rawValue) == true)
        #expect(till.ask { CardPresentPaymentsAction.cancelPayment(on: kiosk.terminal.address, $0) }?.success == false)
        let stores = till.stores
        try kiosk.world.finish { () throws(Failure) in try await stores.logout() }
    }

    @Test func whoeverOnlyLooksWhetherTheTerminalIsThereIsWaitedFor() throws {
        let kiosk = try kiosk()
        let locks = ProcessDeviceLocks()
        let till = try kiosk.startTill(locks: locks)
        let looking = try #require(try locks.claim(kiosk.terminal.address.description))
        let box = Mailbox<PaymentReport>()
        till.stores.manager.dispatch(
            CardPresentPaymentsAction.collectPayment(till.request(1042), Reply { box.put($0) }))
        kiosk.world.advance(by: .milliseconds(120))
        looking.release()
        kiosk.world.advance(by: .seconds(60))
        #expect(box.value?.success?.outcome.word == "approved")
    }

    @Test func whatIsCancelledWhileItIsPreparedIsNotBegun() throws {
        let kiosk = try kiosk()
        let till = try kiosk.startTill()
        let request = PaymentRequest(
            subject: .order(OrderID(rawValue: 1042)), terminal: kiosk.terminal.address, printer: .paper)
        let box = Mailbox<PaymentReport>()
        till.stores.manager.dispatch(CardPresentPaymentsAction.collectPayment(request, Reply { box.put($0) }))
        #expect(till.ask { CardPresentPaymentsAction.cancelPayment(on: kiosk.terminal.address, $0) }?.success == true)
        kiosk.world.advance(by: .seconds(60))
        #expect(box.value?.failure?.code == "payment.cancelled")
        #expect(kiosk.requests == 0)
    }

    @Test func aWaitingPrintIsTheOriginalOnThePrinterItIsAskedForAndWaitsNoMore() throws {
        let kiosk = try kiosk()
        let till = try kiosk.startTill()
        _ = till.pay(order: 1042)
        let elsewhere = DeviceAddress(scheme: "memory", path: "another")
        let early = till.ask { PrintSpoolAction.reprint(ReceiptReference("last"), printer: elsewhere, $0) }?.success
        #expect(early?.mark == .original)
        let late = try #require(till.printPending()?.success)
        #expect(late.map(\.copy) == [.merchant])
    }

    @Test func whoIsSignedOutCannotCollect() throws {
        let kiosk = try kiosk()
        let till = try kiosk.startTill()
        let stores = till.stores
        try kiosk.world.finish { () throws(Failure) in try await stores.logout() }
        #expect(till.pay(order: 1042)?.failure?.code == "action.unhandled")
        #expect(kiosk.requests == 0)
    }

    @Test func receiptsArePrintedOnceUnmarkedAndThenCounted() throws {
        let kiosk = try kiosk()
        let till = try kiosk.startTill()
        _ = till.pay(order: 1042)
        #expect(till.printPending()?.success?.map(\.mark) == [.original, .original])
        #expect(till.printPending()?.success?.isEmpty == true)
        let last = ReceiptReference("last")
        let marks = (1...2).map { _ in
            till.ask { PrintSpoolAction.reprint(last, printer: .paper, $0) }?.success.map { $0.mark.number } ?? -1
        }
        #expect(marks == [1, 2])
        #expect(kiosk.printer.paper.count == 4)
    }

    @Test func aReceiptThatCouldNotLeaveIsStillAnOriginal() throws {
        let kiosk = try kiosk()
        let till = try kiosk.startTill()
        _ = till.pay(order: 1042)
        let again = till.ask { PrintSpoolAction.reprint(ReceiptReference("1042"), printer: .paper, $0) }?.success
        #expect(again?.mark == .original)
        #expect(till.printPending()?.success?.map(\.copy) == [.merchant])
    }

    @Test func rxtrax163_whatTheTerminalHadEndedIsSettledWithoutIt() throws {
        let kiosk = try kiosk()
        #expect(try kiosk.startTill(dyingAt: .s8).pay(order: 1042) == nil)
        #expect(try !kiosk.orderIsPaid(1042))
        let next = try kiosk.startTill()
        _ = next.ask { RecoveryAction.settleKnown($0) }
        kiosk.world.run()
        #expect(try kiosk.storage.read { try $0.unsettledPayments() }.isEmpty)
        #expect(try kiosk.orderIsPaid(1042))
    }

    @Test func whatTheTerminalMustBeAskedIsNotSettledWithoutIt() throws {
        let kiosk = try kiosk()
        #expect(try kiosk.startTill(dyingAt: .s6).pay(order: 1042) == nil)
        let next = try kiosk.startTill()
        _ = next.ask { RecoveryAction.settleKnown($0) }
        kiosk.world.run()
        #expect(try !kiosk.orderIsPaid(1042))
    }

    @Test func aPrintThatWasCutOffIsADuplicateTheNextTime() throws {
        let kiosk = try kiosk()
        let first = try kiosk.startTill(dyingAt: .s10Printing)
        _ = first.pay(order: 1042)
        first.stores.manager.dispatch(PrintSpoolAction.serve(printer: .paper, Reply { _ in }))
        kiosk.world.advance(by: .seconds(1))
        #expect(first.life.isOver)
        let second = try kiosk.startTill()
        #expect(second.printPending()?.success?.map(\.copy) == [.merchant])
        let again = second.ask { PrintSpoolAction.reprint(ReceiptReference("1042"), printer: .paper, $0) }?.success
        #expect(again?.mark.number == 1)
    }
}

extension PrintMark {
    var number: Int {
        switch self {
        case .original: 0
        case .duplicate(let number, _): number
        }
    }
}

extension Result {
    var success: Success? { try? get() }
    var failure: Failure? {
        if case .failure(let failure) = self { failure } else { nil }
    }
}
