import Flow
import Model
import Simulator
import Storage
import StorageInMemory
import Payments
import Testing

@testable import Stores

/// Refunds and reversals with a terminal that keeps a journal of its own.
@Suite struct GivingBackTests {
    private let kiosk: VirtualKiosk
    private let till: VirtualTill
    private let payment: PaymentID

    init() throws {
        (kiosk, till) = try VirtualKiosk.withTill()
        payment = try #require(till.pay(order: 1042)).get().payment
    }

    private func givenBack() -> [Int64] { kiosk.truth.givenBack.map(\.entry.amountMinor) }

    private func orderStatus() throws -> OrderStatus? {
        try kiosk.storage.read { try $0.order(id: OrderID(rawValue: 1042), site: .embedded)?.order.status }
    }

    @Test func aPaymentIsGivenBackInPartsAndNeverMoreThanWasPaid() throws {
        #expect(try #require(till.giveBack(.refund(of: payment, .euros(500)))).get().outcome.word == "approved")
        #expect(try orderStatus() == .processing)
        #expect(till.giveBack(.refund(of: payment, .euros(651)))?.failure?.code == "refund.exceedsPayment")
        let rest = try #require(till.giveBack(.refund(of: payment, nil))).get()
        #expect(rest.amount == .euros(650))
        #expect(try orderStatus() == .refunded)
        #expect(till.giveBack(.refund(of: payment, nil))?.failure?.code == "refund.exceedsPayment")
        #expect(givenBack() == [500, 650])
        try kiosk.expectTheTruth()
    }

    @Test func aReversedPaymentIsGoneAndNothingIsLeftToRefund() throws {
        let report = try #require(till.giveBack(.reversal(of: payment))).get()
        #expect(report.outcome.word == "approved")
        #expect(report.amount == .euros(1150))
        #expect(kiosk.terminal.journal.netCharged() == 1150, "only what was there before is left")
        #expect(till.giveBack(.refund(of: payment, nil))?.failure?.code == "refund.exceedsPayment")
        #expect(till.giveBack(.reversal(of: payment))?.failure?.code == "refund.exceedsPayment")
        #expect(try orderStatus() == .pending, "a reversed payment was never one")
        try kiosk.expectTheTruth()
    }

    @Test func whatIsPartlyGivenBackIsNotReversed() throws {
        _ = till.giveBack(.refund(of: payment, .euros(1)))
        #expect(till.giveBack(.reversal(of: payment))?.failure?.code == "reversal.partlyGivenBack")
        try kiosk.expectTheTruth()
    }

    @Test func onlyWhatWasPaidIsGivenBack() throws {
        let refund = try #require(till.giveBack(.refund(of: payment, .euros(1)))).get().payment
        for (id, code) in [(refund, "refund.notPaid"), (PaymentID(rawValue: "pay-none"), "payment.notFound")] {
            #expect(till.giveBack(.refund(of: id, nil))?.failure?.code == code)
            #expect(till.giveBack(.reversal(of: id))?.failure?.code == code)
        }
        let dollars = Money(minorUnits: 1, currency: try #require(Currency(code: "USD")))
        for amount in [dollars, .euros(0), .euros(-5)] {
            #expect(till.giveBack(.refund(of: payment, amount))?.failure?.code == "payment.badAmount")
        }
        #expect(givenBack() == [1])
    }

    @Test func theSameKeyGivesBackOnceAndTheSameAnswer() throws {
        let first = try #require(till.giveBack(.refund(of: payment, nil), key: "k")).get()
        let second = try #require(till.giveBack(.refund(of: payment, nil), key: "k")).get()
        #expect(second.payment == first.payment)
        #expect(second.wasKnown)
        #expect(till.giveBack(.refund(of: payment, .euros(1)), key: "k")?.failure?.code == "payment.keyConflict")
        #expect(givenBack() == [1150])
    }

    @Test func twoTillsWithOneKeyGiveBackOnce() throws {
        let locks = ProcessDeviceLocks()
        let tills = try [kiosk.startTill(locks: locks), kiosk.startTill(locks: locks)]
        let boxes = tills.map { till in
            let box = Mailbox<PaymentReport>()
            let request = PaymentRequest(
                subject: .giveBack(.refund(of: payment, nil)), key: "k", terminal: kiosk.terminal.address,
                printer: .paper, giveUpAfter: .seconds(60))
            till.stores.manager.dispatch(CardPresentPaymentsAction.collectPayment(request, Reply { box.put($0) }))
            return box
        }
        kiosk.world.advance(by: .seconds(120))
        #expect(boxes.count { $0.value?.success?.outcome.word == "approved" } == 1)
        #expect(boxes.count { $0.value?.failure?.code == "payment.terminalBusy" } == 1)
        for till in tills {
            let again = try #require(till.giveBack(.refund(of: payment, nil), key: "k")).get()
            #expect(again.wasKnown)
            #expect(again.outcome.word == "approved")
        }
        #expect(givenBack() == [1150])
    }

    @Test func portalum24_aTerminalThatReversesItsLastPaymentOnlyIsAdvisedAround() throws {
        _ = till.pay(order: 1043)
        kiosk.changeTerminal { $0.reversal.onlyLast = true }
        let report = try #require(till.giveBack(.reversal(of: payment))).get()
        #expect(report.outcome == .declined(code: 0xB5, text: nil))
        #expect(report.advice == .refundInstead)
        #expect(try #require(till.giveBack(.refund(of: payment, nil))).get().outcome.word == "approved")
        try kiosk.expectTheTruth()
    }

    /// Terminals may print another amount than they tell: what they tell is compared with what was asked for.
    @Test func portalum24_aReversalOfAnotherAmountIsNotTakenForOurs() throws {
        kiosk.changeTerminal { $0.faults.amountError = 1 }
        let report = try #require(till.giveBack(.reversal(of: payment))).get()
        #expect(report.outcome.word == "in_doubt", "the terminal has not yet repeated a reversal")
        #expect(try #require(settle(report.payment, .takenBack(newestReceipt: 9))).get().outcome.word == "reversed")
        let record = try #require(try kiosk.storage.read { try $0.payment(id: payment) })
        #expect(try kiosk.storage.read { try $0.refundable(record) } == .euros(1150))
        try kiosk.expectTheTruth()
    }

    @Test func aPaymentOfAnotherTerminalIsNotReversedThere() throws {
        kiosk.changeTerminal { $0.identity.terminalID = "29009999" }
        #expect(till.giveBack(.reversal(of: payment))?.failure?.code == "reversal.otherTerminal")
        #expect(try #require(till.giveBack(.refund(of: payment, nil))).get().outcome.word == "approved")
    }

    @Test func aDeclinedRefundGivesNothingAndMayBeTriedAgain() throws {
        kiosk.changeTerminal { $0.outcomes = [.decline] }
        #expect(try #require(till.giveBack(.refund(of: payment, nil))).get().outcome.word == "declined")
        kiosk.changeTerminal { _ in }
        #expect(try #require(till.giveBack(.refund(of: payment, nil))).get().outcome.word == "approved")
        #expect(givenBack() == [1150])
        try kiosk.expectTheTruth()
    }

    @Test func aRefundInDoubtCountsAsGivenBackUntilItIsKnown() throws {
        _ = till.giveBack(.refund(of: payment, .euros(50)))
        kiosk.changeTerminal { $0.silence = .afterAcceptance }
        let doubt = try #require(till.giveBack(.refund(of: payment, .euros(1000)), giveUpAfter: .seconds(5))).get()
        #expect(doubt.outcome.word == "in_doubt")
        let record = try #require(try kiosk.storage.read { try $0.payment(id: payment) })
        #expect(try kiosk.storage.read { try $0.refundable(record) } == .euros(100))
        kiosk.changeTerminal { _ in }
        kiosk.world.advance(by: .seconds(60))
        _ = till.giveBack(.refund(of: payment, nil))
        #expect(givenBack() == [50, 1100], "it was not given back, so all of it was left")
        try kiosk.expectTheTruth()
    }

    /// What a terminal has told once is known, however many payments came since.
    @Test func aTerminalThatHasRepeatedARefundIsBelievedFromThenOn() throws {
        _ = till.giveBack(.refund(of: payment, .euros(50)))
        for _ in 0..<ClaimedTransaction.lookedBack + 1 { _ = till.take(.amount(.euros(100))) }
        kiosk.changeTerminal { $0.silence = .afterAcceptance }
        _ = till.giveBack(.refund(of: payment, .euros(1000)), giveUpAfter: .seconds(5))
        kiosk.changeTerminal { _ in }
        kiosk.world.advance(by: .seconds(300))
        _ = till.giveBack(.refund(of: payment, nil))
        #expect(givenBack() == [50, 1100], "the one that was cut off was not given back")
        try kiosk.expectTheTruth()
    }

    @Test func aRefundWithoutAPaymentNeedsARightAndKeepsItsLimit() throws {
        #expect(till.giveBack(.unlinkedRefund(.euros(500)))?.failure?.code == "refund.forbidden")
        let none = try kiosk.startTill(rights: OperatorRights(unlinkedRefundLimit: .euros(0)))
        #expect(none.giveBack(.unlinkedRefund(.euros(500)))?.failure?.code == "refund.forbidden")
        let other = try kiosk.startTill(rights: OperatorRights(unlinkedRefundLimit: .euros(500)))
        #expect(other.giveBack(.unlinkedRefund(.euros(501)))?.failure?.code == "refund.overLimit")
        #expect(try #require(other.giveBack(.unlinkedRefund(.euros(500)))).get().outcome.word == "approved")
        #expect(givenBack() == [500])
        try kiosk.expectTheTruth()
    }

    @Test func paperOfARefundSaysSo() throws {
        _ = till.giveBack(.refund(of: payment, .euros(500)))
        let receipts = try kiosk.storage.read { try $0.receipts(limit: 2) }
        #expect(receipts.map(\.document.kind) == [.refund, .refund])
        #expect(receipts.map(\.document.total) == [.euros(500), .euros(500)])
        #expect(receipts.allSatisfy { $0.orderNumber == "1042" && $0.document.lines.isEmpty })
    }

    // MARK: Settlement by a person

    private func doubtfulRefund() throws -> PaymentID {
        kiosk.changeTerminal { $0.silence = .afterAcceptance }
        let doubt = try #require(till.giveBack(.refund(of: payment, .euros(500)), giveUpAfter: .seconds(5))).get()
        return doubt.payment
    }

    private func settle(_ id: PaymentID, _ statement: OperatorEvidence.Statement) -> Result<PaymentReport, Failure>? {
        // No settlement is accepted while the terminal may still be in the middle of the transaction.
        kiosk.world.advance(by: .seconds(300))
        return till.ask { CardPresentPaymentsAction.settleDoubt(id, statement, words: "journal of 14:40", $0) }
    }

    @Test func aReversalThatAPersonSettledOpensItsOrderUntilThatIsWithdrawn() throws {
        kiosk.changeTerminal { $0.silence = .afterAcceptance }
        let doubt = try #require(till.giveBack(.reversal(of: payment), giveUpAfter: .seconds(5))).get().payment
        #expect(try kiosk.orderIsPaid(1042), "as long as nobody knows")
        #expect(settle(doubt, .booked(receipt: 77, trace: 770, amount: .euros(1150)))?.failure == nil)
        #expect(try !kiosk.orderIsPaid(1042))
        let back = till.ask { CardPresentPaymentsAction.withdrawSettlement(doubt, words: "misread", $0) }
        #expect(try #require(back).get().outcome.word == "in_doubt")
        #expect(try kiosk.orderIsPaid(1042))
        let told = try kiosk.outboxKinds()
        #expect(told == ["order.paid", "order.reopened", "order.paid"])
    }

    @Test func whatAPersonReadSettlesADoubtAndFreesTheTerminal() throws {
        let doubt = try doubtfulRefund()
        #expect(
            settle(doubt, .booked(receipt: 1, trace: 9, amount: .euros(500)))?.failure?.code
                == "settlement.contradiction", "receipt 1 is older than the watermark")
        #expect(try #require(settle(doubt, .notBooked(newestReceipt: 9))).get().outcome.word == "not_charged")
        #expect(settle(doubt, .notBooked(newestReceipt: 9))?.failure?.code == "settlement.notInDoubt")
        kiosk.changeTerminal { _ in }
        #expect(try #require(till.giveBack(.refund(of: payment, nil))).get().amount == .euros(1150))
    }

    /// 200.00 is typed in place of 5.00.
    @Test func moreThanWasAskedForSettlesNothingWhenItIsTypedOnce() throws {
        let doubt = try doubtfulRefund()
        let mistyped = OperatorEvidence.Statement.booked(receipt: 77, trace: 770, amount: .euros(20_000))
        let refused = try #require(settle(doubt, mistyped)?.failure)
        #expect(refused.code == "refund.notConfirmed" && refused.remedy?.contains("type the same once more") == true)
        #expect(try kiosk.storage.read { try $0.payment(id: doubt)?.isOpen } == true)
        #expect(try kiosk.refundsTold() == [])
        let explained = till.ask { JournalAction.explainPayment(reference: doubt.rawValue, $0) }
        let state = try #require(explained).get().state(in: .en)
        #expect(state.contains("typed once that the terminal gave back 200.00 EUR (receipt 77, trace 770)"), "\(state)")
        let typed = settle(doubt, .booked(receipt: 77, trace: 770, amount: .euros(500)))
        #expect(try #require(typed).get().amount == .euros(500))
        kiosk.changeTerminal { _ in }
        #expect(try #require(till.giveBack(.refund(of: payment, nil))).get().amount == .euros(650))
        #expect(try kiosk.refundsTold() == [.euros(500), .euros(650)])
        #expect(try JournalAudit.run(kiosk.storage).isIntact)
    }

    @Test func moreThanWasAskedForCountsWhenItIsTypedTwice() throws {
        let doubt = try doubtfulRefund()
        let read = OperatorEvidence.Statement.booked(receipt: 77, trace: 770, amount: .euros(20_000))
        #expect(settle(doubt, read)?.failure?.code == "refund.notConfirmed")
        #expect(try #require(settle(doubt, read)).get().amount == .euros(20_000))
        #expect(settle(doubt, read)?.failure?.code == "settlement.notInDoubt")
        #expect(try kiosk.refundsTold() == [.euros(1150)], "the shop gives back no more than the order's total")
        #expect(till.giveBack(.refund(of: payment, .euros(1)))?.failure?.code == "refund.exceedsPayment")
        #expect(try JournalAudit.run(kiosk.storage).isIntact)
    }

    @Test func whatAPersonSaidIsWithdrawnByASecondFact() throws {
        // The terminal tells this one as its last transaction, so the till can find out about the next one.
        _ = till.giveBack(.refund(of: payment, .euros(50)))
        let doubt = try doubtfulRefund()
        _ = settle(doubt, .notBooked(newestReceipt: 9))
        let back = till.ask { CardPresentPaymentsAction.withdrawSettlement(doubt, words: "wrong terminal", $0) }
        #expect(try #require(back).get().outcome.word == "in_doubt")
        kiosk.changeTerminal { _ in }
        kiosk.world.advance(by: .seconds(60))
        #expect(try #require(till.pay(order: 1043)).get().outcome.word == "approved", "the terminal was asked first")
        #expect(try kiosk.storage.read { try $0.payment(id: doubt)?.outcome?.word } == "not_charged")
        #expect(
            till.ask { CardPresentPaymentsAction.withdrawSettlement(doubt, words: "x", $0) }?.failure?.code
                == "settlement.notOperators")
        #expect(try kiosk.storage.read { try $0.verifyJournal() }.isIntact)
    }

    /// The terminal had given it back, a person called it not given by mistake, and the whole payment was given back since.
    @Test func aRefundThatWasCalledNotGivenByMistakeIsWithdrawnThoughTheRestWasGivenBackSince() throws {
        let doubt = try doubtfulRefund()
        _ = settle(doubt, .notBooked(newestReceipt: 9))
        kiosk.changeTerminal { _ in }
        #expect(try #require(till.giveBack(.refund(of: payment, nil))).get().amount == .euros(1150))
        let back = till.ask { CardPresentPaymentsAction.withdrawSettlement(doubt, words: "misread", $0) }
        #expect(try #require(back).get().outcome.word == "in_doubt")
        func explained() throws -> String {
            let told = till.ask { JournalAction.explainPayment(reference: payment.rawValue, $0) }
            return try #require(told).get().state(in: .en)
        }
        #expect(try explained().contains("More may have been given back than was taken: 16.50 EUR of 11.50 EUR."))
        #expect(settle(doubt, .booked(receipt: 77, trace: 770, amount: .euros(500)))?.failure == nil)
        #expect(try explained().contains("More was given back than was taken: 16.50 EUR of 11.50 EUR."))
        #expect(till.giveBack(.refund(of: payment, .euros(1)))?.failure?.code == "refund.exceedsPayment")
        #expect(try kiosk.refundsTold() == [.euros(1150)], "the shop gives back no more than the order's total")
        #expect(try JournalAudit.run(kiosk.storage).isIntact)
    }

    @Test func aPaymentThatAPersonSettledAsBookedPaysItsOrderUntilThatIsWithdrawn() throws {
        kiosk.changeTerminal { $0.silence = .afterAcceptance }
        let doubt = try #require(till.pay(order: 1043, giveUpAfter: .seconds(5))).get()
        let booked = OperatorEvidence.Statement.booked(receipt: 77, trace: 770, amount: doubt.amount)
        #expect(try #require(settle(doubt.payment, booked)).get().outcome.word == "approved")
        #expect(try kiosk.orderIsPaid(1043))
        #expect(try kiosk.storage.read { try $0.receipts(payment: doubt.payment) }.count == 2)
        let back = till.ask { CardPresentPaymentsAction.withdrawSettlement(doubt.payment, words: "misread", $0) }
        #expect(try #require(back).get().outcome.word == "in_doubt")
        #expect(try !kiosk.orderIsPaid(1043))
        let told = try kiosk.outboxKinds()
        #expect(told == ["order.paid", "order.paid", "order.reopened"])
    }

    @Test func whatWasWithdrawnIsPaidOnceTheTerminalSaysSo() throws {
        kiosk.changeTerminal { $0.silence = .afterAcceptance }
        let doubt = try #require(till.pay(order: 1043, giveUpAfter: .seconds(5))).get()
        let booked = OperatorEvidence.Statement.booked(receipt: 77, trace: 770, amount: doubt.amount)
        for _ in 1...2 {
            _ = settle(doubt.payment, booked)
            _ = till.ask { CardPresentPaymentsAction.withdrawSettlement(doubt.payment, words: "misread", $0) }
        }
        #expect(try #require(settle(doubt.payment, booked)).get().outcome.word == "approved")
        #expect(try kiosk.orderIsPaid(1043))
        let told = try kiosk.storage.read { try $0.pendingOutbox(limit: 9) }.dropFirst().map(\.kind)
        #expect(told == ["order.paid", "order.reopened", "order.paid", "order.reopened", "order.paid"])
    }

    /// The first payment was charged after all; that remains true though its order is paid by another payment.
    @Test func notChargedIsWithdrawnThoughTheOrderIsPaidAgain() throws {
        kiosk.changeTerminal { $0.silence = .afterAcceptance }
        let doubt = try #require(till.pay(order: 1043, giveUpAfter: .seconds(5))).get()
        _ = settle(doubt.payment, .notBooked(newestReceipt: 9))
        kiosk.changeTerminal { _ in }
        #expect(try #require(till.pay(order: 1043)).get().outcome.word == "approved")
        let back = till.ask { CardPresentPaymentsAction.withdrawSettlement(doubt.payment, words: "misread", $0) }
        #expect(try #require(back).get().outcome.word == "in_doubt")
        let booked = OperatorEvidence.Statement.booked(receipt: 77, trace: 770, amount: doubt.amount)
        #expect(try #require(settle(doubt.payment, booked)).get().outcome.word == "approved")
        let kinds = try kiosk.storage.read { try $0.journalEntries(payment: doubt.payment) }.map(\.kind)
        #expect(kinds.contains("order.alreadyPaid"), "\(kinds)")
        #expect(try #require(till.giveBack(.refund(of: doubt.payment, nil))).get().outcome.word == "approved")
        #expect(try kiosk.orderIsPaid(1043), "by the other")
        let told = try kiosk.outboxKinds()
        #expect(!told.contains("order.refunded"), "the shop never heard of the one that was given back")
    }

    /// The order was paid again before that was known. Whichever payment is refunded, the other one stands for the order.
    @Test func aReversalThatDidNotHappenLeavesTwoPaymentsOfWhichOneIsToBeGivenBack() throws {
        kiosk.changeTerminal { $0.silence = .afterAcceptance }
        let doubt = try #require(till.giveBack(.reversal(of: payment), giveUpAfter: .seconds(5))).get().payment
        #expect(settle(doubt, .booked(receipt: 77, trace: 770, amount: .euros(1150)))?.failure == nil)
        kiosk.changeTerminal { _ in }
        let second = try #require(till.pay(order: 1042)).get().payment
        let back = till.ask { CardPresentPaymentsAction.withdrawSettlement(doubt, words: "misread", $0) }
        #expect(try #require(back).get().outcome.word == "in_doubt")
        let told = try #require(settle(doubt, .notBooked(newestReceipt: 12))).get()
        #expect(told.advice == .refundSurplus && told.surplus?.payment == payment)
        #expect(told.surplus?.standing == [second, payment])
        #expect(try #require(till.giveBack(.refund(of: second, nil))).get().outcome.word == "approved")
        #expect(try orderStatus() == .processing)
        #expect(try kiosk.refundsTold() == [])
        #expect(try JournalAudit.run(kiosk.storage).isIntact)
    }

    @Test func oneTransactionOfTheTerminalSettlesOneDoubt() throws {
        let refund = try doubtfulRefund()
        let first = OperatorEvidence.Statement.booked(receipt: 77, trace: 770, amount: .euros(500))
        #expect(try #require(settle(refund, first)).get().outcome.word == "approved")
        kiosk.changeTerminal { $0.silence = .afterAcceptance }
        let doubt = try #require(till.pay(order: 1043, giveUpAfter: .seconds(5))).get()
        let same = OperatorEvidence.Statement.booked(receipt: 77, trace: 770, amount: doubt.amount)
        #expect(settle(doubt.payment, same)?.failure?.code == "payment.transactionClaimed")
        #expect(try !kiosk.orderIsPaid(1043))
        let other = OperatorEvidence.Statement.booked(receipt: 78, trace: 771, amount: doubt.amount)
        #expect(try #require(settle(doubt.payment, other)).get().outcome.word == "approved")
    }
}
