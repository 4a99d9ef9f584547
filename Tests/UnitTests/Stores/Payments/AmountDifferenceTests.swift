import Failures
import Flow
import Foundation
import Hardware
import Model
import Storage
import Testing

@testable import Payments
@testable import Stores

/// A person states that a terminal booked another amount than was requested: what counts, and what may be given back.
@Suite struct AmountDifferenceTests {
    private static func statement(_ minorUnits: Int64) -> OperatorEvidence.Statement {
        .booked(receipt: 42, trace: 123, amount: Money(minorUnits: minorUnits, currency: .eur))
    }

    private static let confirmed = PaymentEvent.operatorConfirmed(
        OperatorEvidence(statement(2000), words: "slip", operatorName: "Anna"))

    private static func settled(_ minorUnits: Int64) -> PaymentEvent {
        let evidence = OperatorEvidence(statement(minorUnits), words: "slip", operatorName: "Anna")
        return .operatorSettled(evidence, .approved(.approved(amount: minorUnits)))
    }

    private func explanation(
        _ minorUnits: Int64, back: [(Int64, PaymentOutcome?)] = [], outcome: PaymentOutcome? = nil
    ) -> PaymentExplanation {
        PaymentExplanation(
            history: .sent([Self.settled(minorUnits)]), outcome: outcome ?? .approved(.approved(amount: minorUnits)),
            isFinal: true, facts: [], prints: [],
            givenBack: back.map { amount, end in
                PaymentExplanation.GivenBack(
                    id: PaymentID(rawValue: "ref-1"), kind: .refund,
                    amount: Money(minorUnits: amount, currency: .eur), outcome: end)
            })
    }

    // MARK: Confirmed

    @Test func whatWasTypedOnceBeyondTheRequestIsNotGivenBack() {
        #expect(PaymentHistory.sent([Self.settled(2000)]).mostGivenBack == .sample)
        #expect(PaymentHistory.sent([Self.settled(2000), Self.confirmed]).mostGivenBack == nil)
    }

    @Test func aStatementAfterAWithdrawalIsConfirmedAnew() {
        let withdrew = PaymentEvent.operatorWithdrew(words: "misread", operatorName: "Anna")
        let typedAgain = PaymentHistory.sent([Self.settled(2000), Self.confirmed, withdrew, Self.settled(2000)])
        #expect(typedAgain.mostGivenBack == .sample)
    }

    @Test(arguments: [1250, 1249]) func whatWasBookedUpToTheRequestNeedsNoSecondTyping(booked: Int64) {
        let history = PaymentHistory.sent([Self.settled(booked)])
        #expect(history.mostGivenBack == nil)
        #expect(!history.isConfirmed(by: Self.statement(booked)))
    }

    @Test func onlyTheSameStatementConfirmsTheAmount() {
        let typed = PaymentHistory.sent([Self.settled(2000)])
        #expect(typed.isConfirmed(by: Self.statement(2000)))
        #expect(!typed.isConfirmed(by: Self.statement(2001)))
        #expect(!PaymentHistory.sent([Self.settled(2000), Self.confirmed]).isConfirmed(by: Self.statement(2000)))
    }

    /// 12.50 with a tip of 1.50: the order comes to 11.00.
    @Test(
        arguments: [
            (1099, 1099, false), (1100, 1100, true), (1101, 1100, true), (2000, 1100, true),
        ] as [(Int64, Int64, Bool)])
    func whatCoversTheOrderWithoutItsTipPaysIt(booked: Int64, share: Int64, suffices: Bool) {
        let intent = PaymentIntent(
            payment: PaymentID(rawValue: "pay-1"), key: nil, fingerprint: "", site: .embedded,
            order: OrderID(rawValue: 1042), orderNumber: "1042", amount: .sample,
            tip: Money(minorUnits: 150, currency: .eur), terminal: Counter.terminal, printer: Counter.printer,
            terminalID: nil, watermark: .receipt(41), language: "en", startedAt: PaymentIntent.sampleStart,
            utcOffset: 0)
        #expect(PaymentHistory.sent([], intent).share.minorUnits == 1100)
        let history = PaymentHistory.sent([Self.settled(booked)], intent)
        #expect(history.suffices == suffices && history.share.minorUnits == share)
    }

    /// 12.50 with a tip of 1.50; of the goods only some were given, and 9.00 were booked for them.
    @Test func theTipIsInWhatWasBookedForAPart() {
        let intent = PaymentIntent(
            payment: PaymentID(rawValue: "pay-1"), givesGoods: true, key: nil, fingerprint: "", site: .embedded,
            order: OrderID(rawValue: 1042), orderNumber: "1042", amount: .sample,
            tip: Money(minorUnits: 150, currency: .eur), terminal: Counter.terminal, printer: Counter.printer,
            terminalID: nil, watermark: .receipt(41), language: "en", startedAt: PaymentIntent.sampleStart,
            utcOffset: 0)
        let part = PaymentEvent.goods(.givenInPart(Money(minorUnits: 900, currency: .eur)))
        let history = PaymentHistory.sent([part, .settled(.approved(.approved(amount: 900)))], intent)
        #expect(history.amount.minorUnits == 900 && history.share.minorUnits == 750)
        #expect(history.excess.minorUnits == 0 && history.suffices)
    }

    // MARK: Refunds

    private static func typedOnce(_ minorUnits: Int64, by name: String = "Anna") -> PaymentEvent {
        let typed = Money(minorUnits: minorUnits, currency: .eur)
        return .inDoubt(reason: .typedOnce(42, 123, typed, asked: .sample, by: name))
    }

    private func refund(_ events: [PaymentEvent] = []) -> PaymentHistory {
        PaymentHistory.sent(events, .sample(purpose: TransactionPurposeTests.refund))
    }

    @Test(arguments: [(1249, false), (1250, false), (1251, true), (Money.mostMinorUnits, true)])
    func moreThanWasAskedOfARefundIsTypedTwice(typed: Int64, isTypedTwice: Bool) {
        #expect(refund().needsSecondTyping(Self.statement(typed)) == isTypedTwice)
        #expect(
            PaymentHistory.sent([], .sample(purpose: .refund(of: nil))).needsSecondTyping(Self.statement(typed))
                == isTypedTwice)
        #expect(
            !PaymentHistory.sent([]).needsSecondTyping(Self.statement(typed)),
            "what a payment gives back is limited already")
        #expect(!refund().needsSecondTyping(.notBooked(newestReceipt: 41)))
    }

    @Test func theSameStatementConfirmsARefundWhoeverTypesIt() throws {
        let once = refund([Self.typedOnce(2000)])
        #expect(!once.needsSecondTyping(Self.statement(2000)))
        #expect(once.needsSecondTyping(Self.statement(2001)))
        #expect(
            once.needsSecondTyping(
                .booked(receipt: 43, trace: 123, amount: Money(minorUnits: 2000, currency: .eur))))
        let stored = try JSONEncoder().encode(Self.typedOnce(2000, by: "Emil"))
        let read = try JSONDecoder().decode(PaymentEvent.self, from: stored)
        #expect(!refund([read]).needsSecondTyping(Self.statement(2000)))
    }

    @Test func onlyWhatWasTypedLastIsConfirmed() {
        let mistyped = refund([Self.typedOnce(2000), Self.typedOnce(20_000)])
        #expect(mistyped.needsSecondTyping(Self.statement(2000)))
        #expect(!mistyped.needsSecondTyping(Self.statement(20_000)))
    }

    /// A terminal that is asked once more writes why it is still in doubt.
    @Test func whatWasTypedOnceIsKnownThoughTheTerminalWasAskedSince() {
        let asked = refund([Self.typedOnce(2000), .inDoubt(reason: PaymentHistory.withdrawn)])
        #expect(!asked.needsSecondTyping(Self.statement(2000)))
    }

    @Test func afterAWithdrawalARefundIsTypedTwiceAgain() {
        let withdrawn = refund([
            Self.typedOnce(2000), Self.settled(2000), .operatorWithdrew(words: "misread", operatorName: "Anna"),
        ])
        #expect(withdrawn.needsSecondTyping(Self.statement(2000)))
    }

    @Test func whatWasTypedOnceIsExplained() {
        let told = Self.typedOnce(2000).sentence(of: .refund, in: .en)
        #expect(
            told == "Anna typed once that the terminal gave back 20.00 EUR (receipt 42, trace 123); it was asked for "
                + "12.50 EUR. That counts when the same is typed again.")
    }

    // MARK: Given back

    /// What a till has written of a payment of 12.50 that was booked with 20.00, and of refunds of it.
    private func preflight(refunds: [Int64] = []) throws -> (PaymentID, RefundPreflight) {
        let counter = try Counter()
        try counter.write([.sending, Self.settled(2000)], 1042)
        let id = PaymentID(rawValue: "pay-1042")
        let ledger = StoredLedger.sample(counter.storage, counter.world)
        for (number, amount) in refunds.enumerated() {
            let money = Money(minorUnits: amount, currency: .eur)
            let intent = PaymentIntent(
                payment: PaymentID(rawValue: "ref-\(number)"), purpose: .refund(of: id), key: nil, fingerprint: "",
                site: .embedded, order: OrderID(rawValue: 1042), orderNumber: "1042", amount: money, tip: nil,
                terminal: Counter.terminal, printer: Counter.printer, terminalID: nil, watermark: .receipt(42),
                habits: TerminalHabits(cardPhaseSeconds: 0), language: "en", startedAt: counter.world.now, utcOffset: 0)
            var history = PaymentHistory(intent)
            let end = PaymentEvent.settled(.approved(.approved(amount: amount, receipt: 50 + number)))
            for event in [.intended(intent), .sending, end] {
                history.apply(event)
                try ledger.write(event, of: history)
            }
        }
        return (id, RefundPreflight(storage: counter.storage, rights: OperatorRights()))
    }

    private func refusal(_ minorUnits: Int64, after refunds: [Int64] = []) throws -> Failure? {
        let (id, preflight) = try preflight(refunds: refunds)
        do {
            _ = try preflight.subject(.refund(of: id, Money(minorUnits: minorUnits, currency: .eur)))
            return nil
        } catch { return error }
    }

    @Test func theRequestMayBeGivenBackOfAnAmountThatWasTypedOnceAndNoCentMore() throws {
        #expect(try refusal(1250) == nil)
        #expect(try refusal(1251)?.code == RefundFailure.notConfirmed.rawValue)
    }

    @Test func whatWasGivenBackBeforeCountsTowardsTheRequest() throws {
        #expect(try refusal(250, after: [1000]) == nil)
        #expect(try refusal(251, after: [1000])?.code == RefundFailure.notConfirmed.rawValue)
    }

    @Test func theRefusalSaysHowMuchGoesWithoutAndWhatToTypeForTheRest() throws {
        let some = try #require(try refusal(251, after: [1000]))
        #expect(some.remedy?.contains("2.50") == true)
        #expect(
            some.remedy?.contains("till settle pay-1042 --booked --receipt 42 --trace 123 --amount 20.00")
                == true)
        let none = try #require(try refusal(1, after: [1250]))
        #expect(none.remedy?.contains("name an amount") == false)
        #expect(none.sentence.contains("0.01") == false)
    }

    // MARK: Explained

    @Test func theDifferenceThatIsOwedIsNamedToTheCent() {
        #expect(explanation(2000).owedDifference(in: .en)?.contains("till refund pay-SAMPLE --amount 7.50") == true)
        let rest = explanation(2000, back: [(749, .approved(.approved(amount: 749)))])
        #expect(rest.owedDifference(in: .en)?.contains("--amount 0.01") == true)
        #expect(rest.owedDifference(in: .en)?.contains("It pays no order") == false)
    }

    @Test(arguments: [nil, .approved(.approved(amount: 750))] as [PaymentOutcome?])
    func whatIsGivenBackOrMayBeIsOwedNoLonger(outcome: PaymentOutcome?) {
        #expect(explanation(2000, back: [(750, outcome)]).owedDifference(in: .en) == nil)
    }

    @Test func aPaymentOfWhichLessWasReversedIsStillPaidInPart() {
        func since(_ minorUnits: Int64) -> String {
            let amount = Money(minorUnits: minorUnits, currency: .eur)
            let back = PaymentExplanation.GivenBack(
                id: PaymentID(rawValue: "rev-1"), kind: .reversal, amount: amount,
                outcome: .approved(.approved(amount: minorUnits)))
            return PaymentExplanation(
                history: .sent([]), outcome: .approved(.approved()), isFinal: true, facts: [], prints: [],
                givenBack: [back]
            ).since(in: .en)
        }
        #expect(since(1250).contains("rev-1") && since(1350).contains("rev-1"))
        #expect(since(950).isEmpty)
    }

    /// What ends a reservation, or is itself given back, takes no money that could be given back.
    @Test func moreIsGivenBackThanWasTakenOnlyOfAPayment() {
        func told(_ purpose: TransactionPurpose, _ back: [(Int64, PaymentOutcome?)]) -> String {
            PaymentExplanation(
                history: .sent([], .sample(purpose: purpose)), outcome: .approved(.approved()), isFinal: true,
                facts: [], prints: [],
                givenBack: back.map { amount, outcome in
                    PaymentExplanation.GivenBack(
                        id: PaymentID(rawValue: "end-1"), kind: purpose.kind == .reservation ? .booking : .refund,
                        amount: Money(minorUnits: amount, currency: .eur), outcome: outcome)
                }
            ).tooMuch(in: .en)
        }
        let done = PaymentOutcome.approved(.approved())
        #expect(told(.payment, [(1250, done)]).isEmpty && told(.payment, [(1251, .reversed(nil))]).isEmpty)
        let (certain, possible) = (told(.payment, [(1251, done)]), told(.payment, [(1250, done), (1, nil)]))
        #expect(!certain.isEmpty && !possible.isEmpty && certain != possible)
        #expect(told(.payment, [(1251, done), (1, .reversed(nil))]) == certain, "what came to nothing is no doubt")
        #expect(told(.reservation, [(1251, done)]).isEmpty)
    }

    @Test func aRefundThatCameToNothingLeavesTheDifferenceOwed() {
        let declined = explanation(2000, back: [(750, .declined(code: 5, text: nil))])
        #expect(declined.owedDifference(in: .en)?.contains("--amount 7.50") == true)
    }

    @Test func anAmountThatPaysNoOrderIsOwedAsAWhole() {
        let told = explanation(1000).owedDifference(in: .en)
        #expect(told?.contains("It pays no order") == true)
        #expect(told?.contains("till refund pay-SAMPLE --amount 10.00") == true)
    }

    @Test func nothingIsOwedOfAPaymentThatDoesNotStand() {
        #expect(explanation(2000, outcome: .reversed(nil)).owedDifference(in: .en) == nil)
    }

    // MARK: Orders

    private static func order(_ minorUnits: Int64) -> Order {
        Order(
            site: .embedded, id: OrderID(rawValue: 1042), number: "1042", status: .pending, currency: .eur, lines: [],
            taxes: [], total: Money(minorUnits: minorUnits, currency: .eur))
    }

    /// What came to nothing, or is not known yet, pays no part of its order.
    @Test func onlyAnApprovedPaymentStandsForItsOrder() throws {
        let counter = try Counter()
        func standing(_ order: Int64, after events: [PaymentEvent]) throws -> String? {
            try counter.write([.sending] + events, order)
            let id = OrderID(rawValue: order)
            let found = try counter.storage.read { try $0.standingPayment(order: id, site: .embedded) }
            return found.map { "\($0.payment) \($0.share.minorUnits)" }
        }
        let outcomes: [PaymentOutcome] = [.declined(code: 5, text: nil), .notCharged(reason: "x"), .reversed(nil)]
        for (place, outcome) in outcomes.enumerated() {
            #expect(try standing(Int64(place) + 1, after: [.settled(outcome)]) == nil, "\(outcome.word)")
        }
        #expect(try standing(9, after: [.settled(.approved(.approved()))]) == "pay-9 1250")
        #expect(try standing(10, after: []) == nil, "it is in doubt")
    }

    @Test func anUnderpaidOrderSaysWhatIsMissing() {
        let failure = Failure.orderUnderpaid(Self.order(1251), by: PaymentID(rawValue: "pay-1"), .sample)
        #expect(failure.sentence.contains("0.01"))
        #expect(failure.sentence.contains("is missing"))
    }

    @Test(arguments: [1250, 1200])
    func anOrderThatWasOnlyUnmarkedIsNotSaidToLackMoney(total: Int64) {
        let failure = Failure.orderUnderpaid(Self.order(total), by: PaymentID(rawValue: "pay-1"), .sample)
        #expect(!failure.sentence.contains("is missing"))
        #expect(failure.sentence.contains("another payment that paid it was reversed"))
    }
}
