import Flow
import Hardware
import Model
import Simulator
import Storage
import StorageInMemory
import Payments
import Stores
import Testing

/// Finding out what became of a payment without beginning another one.
@Suite struct ResolveTests {
    /// A payment whose line breaks when the terminal has booked it; it is in doubt because the till gave up early.
    private func doubt() throws -> (VirtualKiosk, VirtualTill, PaymentReport) {
        var scenario = TerminalScenario()
        scenario.onMissingResponse = .keeps
        var pull = TerminalScenario.CablePull()
        (pull.at, pull.backAfter) = (.booked, 2)
        scenario.pullsCable = pull
        let kiosk = try VirtualKiosk(scenario)
        let till = try kiosk.startTill()
        let report = try #require(till.pay(order: 1042, giveUpAfter: .seconds(10))).get()
        #expect(report.outcome.word == "in_doubt")
        return (kiosk, till, report)
    }

    private func resolve(
        _ payment: PaymentID, _ till: VirtualTill, giveUpAfter: Duration = .seconds(10)
    ) throws -> Result<PaymentReport, Failure> {
        try #require(
            till.ask { CardPresentPaymentsAction.resolve(payment, at: nil, giveUpAfter: giveUpAfter, $0) })
    }

    @Test func whatIsInDoubtIsFoundOutAboutAndNothingIsBegun() throws {
        let (kiosk, till, report) = try doubt()
        let listed = try #require(till.ask { JournalAction.listDoubts($0) }).get()
        #expect(listed.map(\.id) == [report.payment])
        // The payment stays in doubt as long as the terminal may be in the middle of it.
        #expect(try resolve(report.payment, till).get().outcome.word == "in_doubt")
        kiosk.world.advance(by: .seconds(300))
        let resolved = try resolve(report.payment, till).get()
        #expect(resolved.outcome.word == "approved" && resolved.payment == report.payment && resolved.wasKnown)
        #expect(try kiosk.orderIsPaid(1042))
        #expect(kiosk.requests == 1)
        #expect(try #require(till.ask { JournalAction.listDoubts($0) }).get().isEmpty)
        // An outcome that is already final is told as it is.
        #expect(try resolve(report.payment, till).get().outcome == resolved.outcome)
        try kiosk.expectTheTruth()
    }

    @Test func whereTheTerminalIsGoneItStaysInDoubt() throws {
        let (kiosk, till, report) = try doubt()
        kiosk.terminal.switchOff()
        kiosk.world.advance(by: .seconds(300))
        #expect(try resolve(report.payment, till).get().outcome.word == "in_doubt")
        #expect(try resolve(PaymentID(rawValue: "pay-NONE"), till).failure?.code == "payment.notFound")
    }

    /// A terminal with a payment in doubt takes no other, but the outcome of earlier payments is still told.
    @Test func aPaymentThatIsFinalIsToldByItsKeyWhileAnotherIsInDoubt() throws {
        let (kiosk, till) = try VirtualKiosk.withTill()
        let paid = try #require(till.pay(order: 1043, key: "k")).get()
        kiosk.changeTerminal {
            $0.onMissingResponse = .keeps
            var pull = TerminalScenario.CablePull()
            (pull.at, pull.backAfter) = (.booked, 2)
            $0.pullsCable = pull
        }
        #expect(till.pay(order: 1042, giveUpAfter: .seconds(10))?.report?.outcome.word == "in_doubt")
        kiosk.terminal.switchOff()
        let again = try #require(till.pay(order: 1043, key: "k")).get()
        #expect(again.payment == paid.payment && again.outcome == paid.outcome && again.wasKnown)
        #expect(try #require(till.ask { JournalAction.listDoubts($0) }).get().count == 1)
    }

    /// The payment exists and is in doubt: nobody is told that there is none.
    @Test func whatIsInDoubtIsNotSaidToBeUnknownWhenItIsToBeGivenBack() throws {
        let (_, till, report) = try doubt()
        let refused = try #require(till.ask { JournalAction.findPayment(reference: "1042", $0) }?.failure)
        #expect(refused.code == "payment.inDoubt")
        #expect(
            refused.sentence
                == "Payment \(report.payment) for order 1042 is in doubt: nothing is given back before it is known.")
        #expect(till.ask { JournalAction.findPayment(reference: "1043", $0) }?.failure?.code == "payment.notFound")
    }

    @Test func aPaymentThatALivingTillIsAtIsSaidToRun() throws {
        let (kiosk, till, report) = try doubt()
        let locks = ProcessDeviceLocks()
        let other = try kiosk.startTill(locks: locks)
        let claim = try #require(try locks.claim(kiosk.terminal.address.description))
        let refused = try #require(other.ask { JournalAction.findPayment(reference: "1042", $0) }?.failure)
        #expect(refused.sentence == "Payment \(report.payment) for order 1042 runs just now.")
        func why(_ till: VirtualTill) throws -> PaymentExplanation {
            try #require(till.ask { JournalAction.explainPayment(reference: report.payment.rawValue, $0) }).get()
        }
        #expect(try why(other).isRunning)
        claim.release()
        #expect(try !why(other).isRunning)
        #expect(try !why(till).isRunning)
    }

    /// The booking was read in the card phase, when it proved nothing yet.
    @Test func whatTheTerminalToldInItsCardPhaseIsNotSettledAsNotBooked() throws {
        let (kiosk, till, report) = try doubt()
        kiosk.world.advance(by: .seconds(300))
        let entry = try #require(kiosk.truth.standing.last?.entry)
        let absent = OperatorEvidence.Statement.notBooked(newestReceipt: try #require(entry.receipt))
        let refused = till.ask {
            CardPresentPaymentsAction.settleDoubt(report.payment, absent, words: "its journal", $0)
        }
        #expect(try #require(refused).failure?.code == "settlement.contradiction")
        try kiosk.expectTheTruth()
    }
}

/// Requests that are refused before the terminal is asked for anything.
@Suite struct RefusedRequestTests {
    private func request(_ subject: PaymentRequest.Subject, _ currency: Currency? = nil, at kiosk: VirtualKiosk)
        -> PaymentRequest
    {
        PaymentRequest(
            subject: subject, currency: currency, terminal: kiosk.terminal.address, printer: MemoryPrinter.address)
    }

    private static let order = PaymentRequest.Subject.order(OrderID(rawValue: 1042))

    @Test func anOrderInAnotherCurrencyThanIsExpectedIsNotCharged() throws {
        let (kiosk, till) = try VirtualKiosk.withTill()
        let dollars = try #require(Currency(code: "USD"))
        for subject in [Self.order, .reserve(.order(OrderID(rawValue: 1042)))] {
            let refused = try #require(till.pay(request(subject, dollars, at: kiosk))?.failure)
            #expect(refused.code == "order.otherCurrency")
            #expect(refused.sentence == "Order 1042 is in EUR, not in USD.")
        }
        #expect(kiosk.requests == 0)
        #expect(try #require(till.pay(request(Self.order, .eur, at: kiosk))).get().outcome.word == "approved")
    }

    @Test func anAmountThatNobodyCanMeanIsNotCharged() throws {
        let kiosk = try VirtualKiosk(TerminalScenario())
        let till = try kiosk.startTill(rights: OperatorRights(largestPayment: { _ in 1_000 }))
        for subject in [.amount(.euros(1_001)), Self.order, .reserve(.amount(.euros(1_001)))]
            as [PaymentRequest.Subject]
        {
            let refused = try #require(till.pay(request(subject, at: kiosk))?.failure)
            #expect(refused.code == "payment.overLimit" && refused.remedy?.contains("policy.largest_payment") == true)
        }
        #expect(kiosk.requests == 0)
        #expect(try #require(till.pay(request(.amount(.euros(1_000)), at: kiosk))).get().outcome.word == "approved")
    }

    @Test func whatCannotBeGivenBackIsNotSaidToBeCharged() throws {
        let (_, till) = try VirtualKiosk.withTill()
        let payment = try #require(till.pay(order: 1042)).get().payment
        let refused = try #require(till.giveBack(.refund(of: payment, .euros(0)))?.failure)
        #expect(refused.sentence == "0.00 EUR cannot be given back.")
    }

    /// What the shop said while it called the order paid is not repeated once the payment is reversed.
    @Test func rightAfterAReversalTheOrderIsNotShownAsPaid() throws {
        let (kiosk, till) = try VirtualKiosk.withTill()
        let payment = try #require(till.pay(order: 1042)).get().payment
        _ = till.ask { OutboxAction.deliver($0) }
        kiosk.world.advance(by: .seconds(60))
        func status() throws -> OrderStatus {
            try #require(till.ask { OrderAction.retrieveOrder(OrderID(rawValue: 1042), $0) }).get().value.status
        }
        #expect(try status() == .processing)
        _ = try #require(till.giveBack(.reversal(of: payment))).get()
        #expect(try status() == .pending)
        kiosk.world.advance(by: .seconds(30))
        #expect(try status() == .pending)
    }
}
