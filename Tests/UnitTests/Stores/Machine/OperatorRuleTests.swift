import Flow
import Foundation
import Hardware
import Model
import Testing

@testable import Payments
@testable import Stores

/// What a person may state about a transaction in doubt, and what contradicts the statement.
@Suite struct OperatorRuleTests {
    private func outcome(
        _ statement: OperatorEvidence.Statement, _ events: [PaymentEvent] = [], words: String? = "journal, 14:40",
        numbersRestarted: Bool = false, newestIsAnothers: Bool = false, intent: PaymentIntent = .sample()
    ) throws -> PaymentOutcome {
        try PaymentHistory.sent(events, intent).outcome(
            of: statement, words: words, numbersRestarted: numbersRestarted, newestIsAnothers: newestIsAnothers)
    }

    private func code(
        _ statement: OperatorEvidence.Statement, _ events: [PaymentEvent] = [], words: String? = "journal, 14:40"
    ) -> String? {
        do {
            _ = try outcome(statement, events, words: words)
            return nil
        } catch { return (error as? Failure)?.code }
    }

    private static let otherAmount = Money(minorUnits: 1251, currency: .eur)
    private static let other = OperatorEvidence.Statement.booked(receipt: 42, trace: 123, amount: otherAmount)
    private static let booked = OperatorEvidence.Statement.booked(receipt: 42, trace: 123, amount: .sample)

    @Test func whatIsReadWithAllItsNumbersIsApproved() throws {
        guard case .approved(let result) = try outcome(Self.booked, words: nil) else {
            Issue.record("not approved")
            return
        }
        #expect(result.receiptNumber == 42)
        #expect(result.trace == 123)
        #expect(result.amountMinor == 1250)
        #expect(result.terminalID == "29001234")
    }

    @Test func whatTheTerminalToldOfTheCardStaysWithWhatIsTyped() throws {
        var told = TransactionResult.approved()
        told.cardName = "girocard"
        guard case .approved(let result) = try outcome(Self.booked, [.result(told, answer: .stored)], words: nil) else {
            Issue.record("not approved")
            return
        }
        #expect(result == told)
    }

    @Test func whatTheTerminalDidNotTellOfItContradictsNothing() throws {
        var told = TransactionResult.approved()
        (told.receiptNumber, told.trace) = (nil, nil)
        #expect(try outcome(Self.booked, [.result(told, answer: .stored)], words: nil).word == "approved")
    }

    @Test(arguments: [(43, 123), (42, 124)])
    func eachNumberThatTheTerminalToldOtherwiseContradicts(receipt: Int, trace: Int) {
        let typed = OperatorEvidence.Statement.booked(receipt: receipt, trace: trace, amount: .sample)
        #expect(code(typed, [.result(.approved(), answer: .stored)]) == "settlement.contradiction")
    }

    @Test(
        arguments: [
            [], [.result(.approved(amount: 1251), answer: .refuse)],
            [.result(.approved(amount: 1251, receipt: nil), answer: .refuse)],
        ] as [[PaymentEvent]])
    func anotherAmountIsTakenFromWhoeverSaysWhereItWasRead(events: [PaymentEvent]) throws {
        guard case .approved(let result) = try outcome(Self.other, events) else {
            Issue.record("not approved")
            return
        }
        #expect(result.amountMinor == 1251)
        #expect(code(Self.other, events, words: nil) == "settlement.otherAmount")
    }

    /// The amount may be refunded afterwards, so a typing mistake must not exceed the limits.
    @Test(arguments: [(1_250, nil), (2_000, nil), (2_001, "payment.overLimit"), (999_999_999, "payment.overLimit")])
    func aTypedAmountDoesNotPassTheLargestPayment(minor: Int64, code: String?) {
        var rule = OperatorRule(history: .sent([]))
        rule.largest = Money(minorUnits: 2_000, currency: .eur)
        let typed = OperatorEvidence.Statement.booked(
            receipt: 42, trace: 123, amount: Money(minorUnits: minor, currency: .eur))
        let evidence = OperatorEvidence(typed, words: "slip", operatorName: "käthe")
        do throws(Failure) {
            _ = try rule.outcome(of: evidence)
            #expect(code == nil)
        } catch { #expect(error.code == code) }
        rule.largest = Money(minorUnits: 100, currency: .eur)
        #expect(throws: Never.self, "what was asked for was within the limits then") {
            try rule.outcome(of: OperatorEvidence(Self.booked, words: nil, operatorName: "käthe"))
        }
    }

    @Test func whatNamesWhatItUndoesIsNotBookedWithAnotherAmount() {
        for purpose in [TransactionPurposeTests.reversal, ReservationRuleTests.release] {
            #expect(throws: Failure.self) { try outcome(Self.other, intent: .sample(purpose: purpose)) }
        }
        for purpose in [TransactionPurposeTests.refund, .reservation, ReservationRuleTests.booking] {
            #expect(throws: Never.self) { try outcome(Self.other, intent: .sample(purpose: purpose)) }
        }
    }

    /// A tip at the terminal of a vending machine: the terminal did not tell the amount that it booked.
    @Test func goodsMayBeBookedForAnotherAmount() throws {
        #expect(try outcome(Self.other, intent: .sample(givesGoods: true)).word == "approved")
    }

    @Test func whatWasTypedOfAnotherAmountCountsUntilItIsWithdrawn() {
        var after = PaymentHistory.sent([])
        let evidence = OperatorEvidence(Self.other, words: "slip", operatorName: "käthe")
        after.apply(.operatorSettled(evidence, .approved(.approved(amount: 1251))))
        #expect(after.amount == Self.otherAmount && after.excess.minorUnits == 1 && after.suffices)
        #expect(after.share == .sample)
        after.apply(.operatorWithdrew(words: "x", operatorName: "käthe"))
        #expect(after.amount == .sample && after.otherAmount == nil)
    }

    @Test func whatIsNotThereWasNotCharged() throws {
        let reason: Sentence = "käthe read in the terminal's journal: journal, 14:40"
        #expect(try outcome(.notBooked(newestReceipt: 41)) == .notCharged(reason: reason))
        #expect(try outcome(.notBooked(newestReceipt: 43)) == .notCharged(reason: reason))
    }

    @Test func whatTheTerminalToldOfAndNoLongerHasWasTakenBack() throws {
        let told = [PaymentEvent.result(.approved(), answer: .stored)]
        #expect(try outcome(.notBooked(newestReceipt: 41), told) == .reversed(nil))
        #expect(try outcome(.notBooked(newestReceipt: 43), told) == .reversed(nil))
    }

    /// Some terminals that booked nothing repeat the last transaction that they stored.
    @Test func whatTheTerminalToldOfItMayBeAnotherTills() throws {
        let told = [PaymentEvent.result(.approved(), answer: .stored)]
        #expect(throws: Failure.self) { try outcome(.notBooked(newestReceipt: 42), told) }
        #expect(try outcome(.notBooked(newestReceipt: 42), told, newestIsAnothers: true).word == "not_charged")
        #expect(try outcome(.takenBack(newestReceipt: 42), told, newestIsAnothers: true) == .reversed(nil))
    }

    /// The terminal tells our trace with another receipt number, so the transaction is in its journal.
    @Test func whatTheTerminalToldAndStillTellsByItsTraceIsThere() throws {
        func events(_ told: Int?, _ last: TransactionResult) -> [PaymentEvent] {
            var result = TransactionResult.approved(receipt: nil)
            result.trace = told
            return [.result(result, answer: .stored), .evidence(.transaction(last), .unclear(""))]
        }
        var last = TransactionResult.approved(amount: 7, receipt: 45)
        last.trace = 130
        let statement = OperatorEvidence.Statement.notBooked(newestReceipt: 46)
        #expect(throws: Failure.self) { try outcome(statement, events(130, last)) }
        #expect(try outcome(statement, events(129, last)) == .reversed(nil))
        #expect(try outcome(statement, events(nil, last)) == .reversed(nil))
        last.trace = nil
        #expect(try outcome(statement, events(nil, last)) == .reversed(nil), "two that tell no trace are not the same")
    }

    @Test func whatTheTerminalToldAndShowsAsVoidWasTakenBack() throws {
        let told = [PaymentEvent.result(.approved(), answer: .stored)]
        #expect(try outcome(.takenBack(newestReceipt: 42), told) == .reversed(nil))
        #expect(try outcome(.takenBack(newestReceipt: 42)).word == "not_charged")
        #expect(throws: Failure.self) { try outcome(.takenBack(newestReceipt: 40), told) }
        #expect(throws: Failure.self) { try outcome(.takenBack(newestReceipt: 42), told, words: nil) }
    }

    @Test func numbersThatBeganAnewAreNotHeldAgainstThoseFromBefore() throws {
        let booked = OperatorEvidence.Statement.booked(receipt: 1, trace: 1, amount: .sample)
        #expect(throws: Failure.self) { try outcome(booked) }
        #expect(try outcome(booked, numbersRestarted: true).word == "approved")
        #expect(try outcome(.notBooked(newestReceipt: 1), numbersRestarted: true).word == "not_charged")
        let failed = PaymentEvent.evidence(.transaction(.failed(5)), .unclear(""))
        #expect(code(Self.booked, [failed]) == "settlement.contradiction")
        #expect(try outcome(Self.booked, [failed], numbersRestarted: true).word == "approved")
    }

    /// The terminal told the transaction during the card phase, when that proved nothing yet.
    private static let toldInItsPhase = [
        PaymentEvent.evidence(.transaction(.approved()), .unclear(PaymentMachine.mayStillRun))
    ]

    @Test func whatTheTerminalToldAndFitsIsNotSaidToBeAbsent() throws {
        let refusal = #expect(throws: Failure.self) {
            try outcome(.notBooked(newestReceipt: 42), Self.toldInItsPhase)
        }
        #expect(refusal?.code == "settlement.contradiction")
        #expect(refusal?.sentence.contains("reported receipt 42, trace 123, 12.50 EUR, which fits") == true)
        #expect(try outcome(.takenBack(newestReceipt: 42), Self.toldInItsPhase).word == "not_charged")
        #expect(try outcome(.booked(receipt: 42, trace: 123, amount: .sample), Self.toldInItsPhase).word == "approved")
    }

    @Test func aPersonMaySayThatTheEntryIsAnothers() throws {
        let evidence = OperatorEvidence(
            .notBooked(newestReceipt: 42), words: "card 9999", operatorName: "käthe", newestIsAnothers: true)
        let rule = OperatorRule(history: .sent(Self.toldInItsPhase))
        #expect(try rule.outcome(of: evidence).word == "not_charged")
    }

    /// A transaction that another payment here stands for is not this one's.
    @Test func whatIsKnownToBeAnothersContradictsNothing() throws {
        let evidence = OperatorEvidence(.notBooked(newestReceipt: 42), words: "journal", operatorName: "käthe")
        var rule = OperatorRule(history: .sent(Self.toldInItsPhase))
        rule.claimed = [
            ClaimedTransaction(payment: PaymentID(rawValue: "pay-1"), result: .approved(), cameAfter: false)
        ]
        #expect(try rule.outcome(of: evidence).word == "not_charged")
    }

    /// The payment was called not charged, or the card was declined, and the terminal reports a booking that fits it.
    @Test(
        arguments: [
            [.settled(.notCharged(reason: ""))],
            [.result(.failed(5), answer: .stored), .aborted(code: 5), .settled(.declined(code: 5, text: nil))],
        ] as [[PaymentEvent]])
    func theBookingThatSeemsToBeThisPaymentIsAnothersOnlyIfThatIsSaid(before: [PaymentEvent]) throws {
        let late = before + [.seemsBooked(.approved())]
        let refusal = #expect(throws: Failure.self) { try outcome(.notBooked(newestReceipt: 42), late) }
        #expect(refusal?.code == "settlement.contradiction")
        #expect(refusal?.remedy?.contains("add --newest-is-anothers") == true)
        #expect(refusal?.remedy?.contains("till resolve") == false, "the terminal has said what it can")
        #expect(try outcome(.notBooked(newestReceipt: 42), late, newestIsAnothers: true).word == "not_charged")
        #expect(try outcome(.booked(receipt: 42, trace: 123, amount: .sample), late).word == "approved")
    }

    /// The till refused the result, and the terminal keeps the transaction in its journal.
    @Test func whatWasRefusedAndIsKeptIsNotSaidToBeAbsent() throws {
        let francs = TransactionResult.approved(currency: 756)
        let kept: [PaymentEvent] = [
            .result(francs, answer: .refuse),
            .evidence(.transaction(francs), .unclear(PaymentMachine.mayStillRun)),
        ]
        let refusal = #expect(throws: Failure.self) { try outcome(.notBooked(newestReceipt: 42), kept) }
        #expect(refusal?.code == "settlement.contradiction" && refusal?.sentence.contains("receipt 42") == true)
        #expect(refusal?.remedy?.contains("reverse it at the terminal, then say --taken-back") == true)
        #expect(try outcome(.takenBack(newestReceipt: 43), kept) == .reversed(nil))
    }

    /// The cardholder paid in another currency at the terminal; its journal has what the merchant is paid.
    @Test func aRefusedBookingInAnotherCurrencyIsSettledInTheMerchantsCurrency() throws {
        let dollars = TransactionResult.approved(amount: 1320, currency: 840)
        let kept: [PaymentEvent] = [
            .result(dollars, answer: .refuse), .evidence(.transaction(dollars), .unclear(PaymentMachine.mayStillRun)),
        ]
        guard case .approved(let result) = try outcome(Self.booked, kept) else {
            Issue.record("not approved")
            return
        }
        #expect(result.amountMinor == 1250 && result.currencyNumber == 978)
        #expect(code(Self.booked, kept, words: nil) == "settlement.noEvidence")
        let dollarsAsEuros = OperatorEvidence.Statement.booked(
            receipt: 42, trace: 123, amount: Money(minorUnits: 1320, currency: .eur))
        #expect(code(dollarsAsEuros, kept) == "settlement.contradiction")
        #expect(code(Self.booked, [.evidence(.transaction(dollars), .unclear(""))]) == nil)
        for (told, typed) in [(1250, 1250), (1320, 1300)] as [(Int64, Int64)] {
            let statement = OperatorEvidence.Statement.booked(
                receipt: 42, trace: 123, amount: Money(minorUnits: typed, currency: .eur))
            #expect(code(statement, [.result(.approved(amount: told, currency: 840), answer: .refuse)]) == nil)
        }
    }

    @Test func whatTheTerminalShowedAsStandingIsNotSaidToBeTakenBackWithoutAnythingNewer() throws {
        let tip = TransactionResult.approved(amount: 1350)
        let kept: [PaymentEvent] = [
            .result(tip, answer: .refuse), .evidence(.transaction(tip), .unclear(PaymentMachine.mayStillRun)),
        ]
        #expect(code(.takenBack(newestReceipt: 42), kept) == "settlement.contradiction")
        #expect(try outcome(.takenBack(newestReceipt: 43), kept) == .reversed(nil))
    }

    /// Numbers that begin again with each day are given to another transaction some day.
    @Test func anotherTransactionUnderTheRefusedNumbersContradictsNothing() throws {
        let tip = TransactionResult.approved(amount: 1350)
        func kept(_ last: TransactionResult) -> [PaymentEvent] {
            [.result(tip, answer: .refuse), .evidence(.transaction(last), .unclear(PaymentMachine.mayStillRun))]
        }
        var later = tip
        later.minute = 40
        #expect(try outcome(.takenBack(newestReceipt: 42), kept(later)) == .reversed(nil))
        later.amountMinor = 1250
        #expect(try outcome(.takenBack(newestReceipt: 42), kept(later)) == .reversed(nil))
        #expect(throws: Failure.self, "the same second") {
            try outcome(.takenBack(newestReceipt: 42), kept(.approved(amount: 1250)))
        }
        let restarted = OperatorEvidence(
            .takenBack(newestReceipt: 42), words: "journal", operatorName: "käthe", numbersRestarted: true)
        #expect(try OperatorRule(history: .sent(kept(tip))).outcome(of: restarted) == .reversed(nil))
    }

    /// A failed payment may have shown the receipt number that the next booking got.
    @Test func aNewTraceUnderTheSameReceiptNumberIsTaken() throws {
        #expect(try outcome(.booked(receipt: 41, trace: 123, amount: .sample)).word == "approved")
    }

    @Test func anEmptyJournalProvesSomethingOnlyWhereNothingWasInItBefore() throws {
        let new = PaymentIntent.sample(watermark: .nothingStored(code: nil))
        #expect(try outcome(.notBooked(newestReceipt: 0), intent: new).word == "not_charged")
        #expect(throws: Failure.self) { try outcome(.notBooked(newestReceipt: 0)) }
        let told = [PaymentEvent.result(.approved(), answer: .stored)]
        #expect(throws: Failure.self) { try outcome(.notBooked(newestReceipt: 0), told, intent: new) }
    }

    static let contradictions: [(OperatorEvidence.Statement, [PaymentEvent])] = [
        (other, [.result(.approved(), answer: .stored)]),
        (other, [.result(.approved(amount: 1300), answer: .refuse)]),
        (.booked(receipt: 43, trace: 123, amount: otherAmount), [.result(.approved(amount: 1251), answer: .refuse)]),
        (other, [.result(.approved(amount: 1251, currency: 840), answer: .refuse)]),
        (other, [.result(.approved(amount: 1251, terminalID: "29009999"), answer: .refuse)]),
        (.booked(receipt: 41, trace: 121, amount: .sample), []),
        (.booked(receipt: 43, trace: 123, amount: .sample), [.result(.approved(), answer: .stored)]),
        (.booked(receipt: 42, trace: 124, amount: .sample), [.result(.approved(), answer: .stored)]),
        (booked, [.result(.approved(amount: 1251), answer: .refuse)]),
        (booked, [.evidence(.transaction(.failed(5)), .unclear(""))]),
        (booked, [.evidence(.transaction(.approved(amount: 7)), .unclear(""))]),
        (.notBooked(newestReceipt: 40), []),
        (.notBooked(newestReceipt: 42), [.result(.approved(), answer: .stored)]),
        (.notBooked(newestReceipt: 41), [.evidence(.transaction(.approved(receipt: 45)), .unclear(""))]),
    ]

    @Test(arguments: contradictions.indices)
    func whatContradictsTheTerminalIsRefused(place: Int) {
        let (statement, events) = Self.contradictions[place]
        #expect(code(statement, events) == "settlement.contradiction")
    }

    @Test(arguments: [nil, "", "  \n"])
    func thatSomethingIsNotThereMustBeReadSomewhere(words: String?) {
        #expect(code(.notBooked(newestReceipt: 41), words: words) == "settlement.noEvidence")
    }

    @Test(arguments: ["card 4111 1111 1111 1111", String(repeating: "x", count: 501)])
    func evidenceHasNoCardNumberAndAnEnd(words: String) {
        #expect(code(Self.booked, words: words) == "settlement.badEvidence")
    }

    @Test func whatWasWithdrawnIsInDoubtAsBefore() {
        let before = PaymentHistory.sent([.result(.approved(), answer: .stored)])
        var after = before
        after.apply(
            .operatorSettled(
                OperatorEvidence(Self.booked, words: nil, operatorName: "käthe"), .approved(.approved())))
        #expect(after.storedOutcome == .approved(.approved()))
        #expect(after.wasSettledByOperator)
        after.apply(.operatorWithdrew(words: "wrong slip", operatorName: "käthe"))
        #expect(after.stage == before.stage)
        #expect(after.storedOutcome == .inDoubt(reason: PaymentHistory.withdrawn))
        #expect(!after.wasSettledByOperator)
    }
}
